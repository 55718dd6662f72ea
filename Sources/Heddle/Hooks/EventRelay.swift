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

    private let listens = Atomic(false)

    /// True if somebody listens.
    var isHeard: Bool { listens.load(ordering: .acquiring) }

    /// Passes an event on, with its JSON, which is made if somebody listens.
    func emit(_ event: String, _ json: () -> String?) {
        guard isHeard, let subscription = current.withLock({ $0 }) else { return }
        subscription.listener(event, json())
    }

    /// Listens while `body` runs, in the place of whoever listens by then.
    func listening<Result>(_ listener: @escaping Listener, _ body: () -> Result) -> Result {
        let former = current.withLock { current in
            defer { current = Subscription(listener: listener) }
            return current
        }
        listens.store(true, ordering: .releasing)
        defer {
            listens.store(former != nil, ordering: .releasing)
            current.withLock { $0 = former }
        }
        return body()
    }
}
