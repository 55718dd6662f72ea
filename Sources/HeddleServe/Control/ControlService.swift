// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import FlyingSocks
import Glibc
import HeddleDiagnostics
import HeddleSystem
import Logging
import ServiceLifecycle

/// The control interface: on a Unix socket always, and on a port of 127.0.0.1 where the configuration names one.
///
/// Clients connect to a gate, which bounds their requests. The server behind it has a Unix socket of its own, which the
/// owner of the host alone may use.
struct ControlService: Service {
    /// A place where clients connect, with the server behind it.
    private struct Entrance: Sendable {
        let gate: RequestGate
        let server: HTTPServer
        /// The socket of the server.
        let inner: ControlSocket
        /// The socket of the gate; nil for a port.
        let outer: ControlSocket?
    }

    /// A run that is asked for is answered at its end, which may take long.
    private static let longestRequest = 86_400.0
    /// The time for requests that are under way when the host stops.
    private static let farewell = 1.0

    private let entrances: [Entrance]
    private let log: Logger

    /// - Throws: that the token cannot be read, or that there is no room for the socket.
    init(_ settings: ControlSettings, _ supervisor: Supervisor, host: ServeHost) throws(Diagnostic) {
        log = host.log
        let (audience, clients) = (Audience(), Clients())
        func entrance(
            at address: any SocketAddress, _ outer: ControlSocket?, behind suffix: String, token: String?
        ) throws(Diagnostic) -> Entrance {
            let inner = ControlSocket(path: settings.socket + suffix, mode: 0o600)
            try inner.makeRoom()
            let pool = ImpatientSocketPool(HTTPServer.defaultPool(), patience: settings.idle)
            let server = HTTPServer(
                config: .init(
                    address: .unix(path: inner.path), timeout: Self.longestRequest, pool: pool, logger: .disabled),
                handler: ControlHandler(supervisor, host: host, audience: audience, clients: clients, token: token))
            let gate = RequestGate(at: address, to: inner.path, clients: clients, patience: settings.idle)
            return Entrance(gate: gate, server: server, inner: inner, outer: outer)
        }
        let socket = ControlSocket(path: settings.socket, mode: settings.mode)
        try socket.makeRoom()
        var entrances = [try entrance(at: sockaddr_un.unix(path: socket.path), socket, behind: ".http", token: nil)]
        if let port = settings.port, let file = settings.tokenFile {
            let token = try Self.token(in: file)
            entrances.append(try entrance(at: sockaddr_in.loopback(port), nil, behind: ".port", token: token))
        }
        self.entrances = entrances
    }

    func run() async throws {
        let open = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for entrance in entrances { group.addTask { try await keep(entrance) } }
                try await group.waitForAll()
            }
        }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                do { try await open.value } catch is CancellationError {}
            } onGracefulShutdown: {
                Task {
                    for entrance in entrances { await entrance.server.stop(timeout: Self.farewell) }
                    open.cancel()
                }
            }
        } onCancel: {
            open.cancel()
        }
        for entrance in entrances {
            for socket in [entrance.outer, entrance.inner].compactMap(\.self) { try? System.remove(socket.path) }
        }
    }

    /// Keeps an entrance open. One that ends later, as where there are no descriptors left, is opened again.
    private func keep(_ entrance: Entrance) async throws {
        let began = ContinuousClock.now
        while !Task.isCancelled {
            do { try await run(entrance) } catch {
                if Task.isCancelled { return }
                // One that does not even begin never will.
                if ContinuousClock.now - began < .seconds(1) { throw error }
                log.error("the control interface begins anew: \(error)")
                try await Task.sleep(for: .seconds(1))
                for socket in [entrance.outer, entrance.inner].compactMap(\.self) { try socket.makeRoom() }
            }
        }
    }

    /// Runs the server and then the gate, until one of them ends.
    private func run(_ entrance: Entrance) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await entrance.server.run() }
            group.addTask {
                try await entrance.server.waitUntilListening(timeout: 5)
                try entrance.inner.setPermissions()
                try await entrance.gate.run { try entrance.outer?.setPermissions() }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Reads the token of the port.
    @discardableResult
    static func token(in file: String) throws(Diagnostic) -> String {
        let text = try readText(at: file, kind: .token)
        let token = String(decoding: text.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
        guard let token, token.count >= 16 else {
            throw Diagnostic(
                .error, .usage, code: .usage(.controlRefused), "the token in \(file) is shorter than 16 characters",
                suggestion: "openssl rand -hex 32 makes one")
        }
        return String(token)
    }
}

extension sockaddr_in {
    /// A port of 127.0.0.1.
    fileprivate static func loopback(_ port: Int) -> sockaddr_in {
        var address: sockaddr_in = .inet(port: UInt16(clamping: port))
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
