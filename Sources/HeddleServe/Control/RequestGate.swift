// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation
import Glibc
import HeddleSystem

/// The place where clients connect. It passes their requests on to a server behind it, within ``RequestBounds``.
struct RequestGate: Sendable {
    private let address: any SocketAddress
    private let server: String
    private let clients: Clients
    /// The time between two looks at whether a client is still there that says nothing more.
    private static let pace = Duration.milliseconds(200)
    private let pool: ImpatientSocketPool<SocketPool<ePoll>>

    /// - Parameters:
    ///   - server: the path of the socket of the server.
    ///   - clients: learn who comes and goes.
    ///   - patience: the time in which a client has to take something.
    init(at address: any SocketAddress, to server: String, clients: Clients, patience: Duration) {
        (self.address, self.server, self.clients) = (address, server, clients)
        // Clients that send nothing are given up by the server, which knows whether it is their turn.
        pool = ImpatientSocketPool(.ePoll(), patience: patience, for: [.write])
    }

    /// Takes clients, until it is cancelled.
    ///
    /// - Parameter onListening: is called once clients can connect.
    func run(onListening: () throws -> Void) async throws {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        defer { try? socket.close() }
        try socket.setValue(true, for: .localAddressReuse)
        try bind(socket, to: address)
        try socket.listen()
        try onListening()
        try await pool.prepare()
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await pool.run() }
            for try await client in try AsyncSocket(socket: socket, pool: pool).sockets {
                group.addTask { await serve(client) }
            }
        }
    }

    private func bind(_ socket: Socket, to address: some SocketAddress) throws { try socket.bind(to: address) }

    private func serve(_ client: AsyncSocket) async {
        defer { try? client.close() }
        guard let server = try? await AsyncSocket.connected(to: .unix(path: server), pool: pool) else { return }
        defer { try? server.close() }
        let number = clients.enter()
        defer { clients.leave(number) }
        await withTaskGroup(of: Void.self) { group in
            let requests = Task { await passRequests(of: client, number, to: server) }
            group.addTask {
                // The server ends the connection, also one whose client has said all that it wants to say.
                while let bytes = try? await server.read(atMost: 4_096), !bytes.isEmpty {
                    guard (try? await client.write(Data(bytes))) != nil else { break }
                }
                requests.cancel()
            }
            await withTaskCancellationHandler {
                await requests.value
            } onCancel: {
                requests.cancel()
            }
            await group.waitForAll()
        }
    }

    /// Answers a client, and takes what it still says, of at most a megabyte: a connection that is closed with something
    /// unread may lose the answer.
    private func refuse(_ client: AsyncSocket, _ refusal: RequestBounds.Refusal) async {
        guard (try? await client.write(Data(refusal.answer.utf8))) != nil else { return }
        System.endSending(client.socket.file.rawValue)
        for _ in 0..<256 {
            guard let bytes = try? await client.read(atMost: 4_096), !bytes.isEmpty else { return }
        }
    }

    private func passRequests(of client: AsyncSocket, _ number: Int, to server: AsyncSocket) async {
        var bounds = RequestBounds(marking: "\(Clients.header): \(number)")
        do {
            while true {
                let bytes = try await client.read(atMost: 4_096)
                if bytes.isEmpty { break }
                let passed = try bounds.take(bytes)
                if !passed.isEmpty { try await server.write(Data(passed)) }
            }
        } catch let refusal as RequestBounds.Refusal {
            await refuse(client, refusal)
        } catch {}
        System.endSending(server.socket.file.rawValue)
        // On a port nobody can tell a client that is gone from one that still reads, and hardly any is of that kind.
        while type(of: address).family == AF_UNIX, !System.hasHungUp(client.socket.file.rawValue) {
            do { try await Task.sleep(for: Self.pace) } catch { break }
        }
        clients.leave(number)
    }
}
