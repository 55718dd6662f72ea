// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Passes the events that modules emit to whoever has begun to listen last.
final class EventRelay: Sendable {
    typealias Listener = @Sendable (_ event: String, _ json: String?) -> Void

    /// A structure around the closure. A `Mutex` of a bare closure would wrap the closure again at each read.
    private struct Subscription {
        let number: Int
        let listener: Listener
    }

    private struct State {
        var subscriptions: [Subscription] = []
        var last = 0
    }

    private let state = Mutex(State())

    private let listens = Atomic(false)

    /// True if somebody listens.
    var isHeard: Bool { listens.load(ordering: .acquiring) }

    /// Passes an event on, with its JSON, which is made if somebody listens.
    func emit(_ event: String, _ json: () -> String?) {
        guard isHeard, let subscription = state.withLock({ $0.subscriptions.last }) else { return }
        subscription.listener(event, json())
    }

    /// Listens while `body` runs. Of several who listen at the same time the one hears that has begun last.
    func listening<Result>(_ listener: @escaping Listener, _ body: () -> Result) -> Result {
        let number = change { state in
            state.last += 1
            state.subscriptions.append(Subscription(number: state.last, listener: listener))
            return state.last
        }
        defer { change { state in state.subscriptions.removeAll { $0.number == number } } }
        return body()
    }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { listens.store(!state.subscriptions.isEmpty, ordering: .releasing) }
            return body(&state)
        }
    }
}
