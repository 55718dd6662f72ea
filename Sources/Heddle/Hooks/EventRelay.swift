// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Hands what modules emit to the current listener.
final class EventRelay: Sendable {
    typealias Listener = @Sendable (_ event: String, _ json: String?) -> Void

    /// A structure around the closure: a `Mutex` of a bare closure wraps it once more each time that it is read.
    private struct Subscription {
        let listener: Listener
    }

    private let current = Mutex<Subscription?>(nil)

    func emit(_ event: String, _ json: String?) { current.withLock { $0 }?.listener(event, json) }

    /// Listens while `body` runs.
    func listening<Result>(_ listener: @escaping Listener, _ body: () -> Result) -> Result {
        current.withLock { $0 = Subscription(listener: listener) }
        defer { current.withLock { $0 = nil } }
        return body()
    }
}
