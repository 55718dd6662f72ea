// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Hands what modules emit to whoever listens now.
final class EventRelay: Sendable {
    typealias Listener = @Sendable (_ event: String, _ json: String?) -> Void

    private let listener = Mutex<Listener?>(nil)

    func emit(_ event: String, _ json: String?) { listener.withLock { $0 }?(event, json) }

    /// Listens while `body` runs.
    func listening<Result>(_ listener: @escaping Listener, _ body: () -> Result) -> Result {
        self.listener.withLock { $0 = listener }
        defer { self.listener.withLock { $0 = nil } }
        return body()
    }
}
