// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Passes the events that modules emit to the current listener.
final class EventRelay: Sendable {
    typealias Listener = @Sendable (_ event: String, _ json: String?) -> Void

    /// A structure around the closure. A `Mutex` of a bare closure would wrap the closure again at each read.
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
