// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The clients that are connected, and what is under way for them that is given up when they go.
///
/// A gate knows its clients, and the handler behind it their requests: the gate writes the number of the client into them.
final class Clients: Sendable {
    private struct State {
        var lastClient = 0
        var lastWork = 0
        /// What gives up the work of each client that is there.
        var present: [Int: [Int: @Sendable () -> Void]] = [:]
    }

    /// The name of the line of a head with the number. That of the gate is the last one, which counts.
    static let header = "Heddle-Client"

    private let state = Mutex(State())

    /// A client has come.
    ///
    /// - Returns: its number.
    func enter() -> Int {
        state.withLock { state in
            state.lastClient += 1
            state.present[state.lastClient] = [:]
            return state.lastClient
        }
    }

    /// A client is gone: the tasks that work for it are cancelled.
    func leave(_ client: Int) {
        let given = state.withLock { $0.present.removeValue(forKey: client) } ?? [:]
        for giveUp in given.values { giveUp() }
    }

    /// Works for a client, in a task that is cancelled when that goes.
    ///
    /// - Parameter client: nil for somebody who never goes.
    func work<Result: Sendable>(
        for client: Int?, _ body: @escaping @Sendable () async -> Result
    ) async -> Result {
        let task = Task { await body() }
        guard let client else { return await task.value }
        let work = state.withLock { state -> Int? in
            guard state.present[client] != nil else { return nil }
            state.lastWork += 1
            state.present[client]?[state.lastWork] = { task.cancel() }
            return state.lastWork
        }
        guard let work else {
            task.cancel()
            return await task.value
        }
        defer { state.withLock { _ = $0.present[client]?.removeValue(forKey: work) } }
        return await task.value
    }
}
