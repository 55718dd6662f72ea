// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import HeddleSystem

/// Sockets of a server that gives up connections of clients that neither send nor take anything for long: each of them
/// holds a descriptor. A client whose run is under way is not waited for, and so is not given up.
struct ImpatientSocketPool<Sockets: AsyncSocketPool>: AsyncSocketPool {
    private let sockets: Sockets
    private let patience: Duration
    private let events: Socket.Events

    /// - Parameter events: the events that are not waited for any longer than `patience`.
    init(_ sockets: Sockets, patience: Duration, for events: Socket.Events = [.read, .write]) {
        (self.sockets, self.patience, self.events) = (sockets, patience, events)
    }

    func prepare() async throws { try await sockets.prepare() }

    func run() async throws { try await sockets.run() }

    /// - Throws: `CancellationError` behind a client that is too slow; that closes its connection.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // A server waits for its next client as long as it takes.
        if self.events.isDisjoint(with: events) || System.isListening(socket.file.rawValue) {
            return try await sockets.suspendSocket(socket, untilReadyFor: events)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sockets.suspendSocket(socket, untilReadyFor: events) }
            group.addTask {
                try await Task.sleep(for: patience)
                throw CancellationError()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
