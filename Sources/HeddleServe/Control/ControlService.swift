// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import FlyingSocks
import Glibc
import HeddleDiagnostics
import HeddleSystem
import Logging
import ServiceLifecycle

/// The control interface: on a Unix socket always, and on a port of 127.0.0.1 where the configuration names one.
struct ControlService: Service {
    /// A run that is asked for is answered at its end, which may take long.
    private static let longestRequest = 86_400.0
    /// The time for requests that are under way when the host stops.
    private static let farewell = 1.0

    private let socket: ControlSocket
    private let servers: [HTTPServer]
    private let log: Logger

    /// - Throws: that the token cannot be read, or that there is no room for the socket.
    init(_ settings: ControlSettings, _ supervisor: Supervisor, host: ServeHost) throws(Diagnostic) {
        log = host.log
        socket = ControlSocket(path: settings.socket, mode: settings.mode)
        try socket.makeRoom()
        let audience = Audience()
        var servers = [
            HTTPServer(
                config: Self.configuration(.unix(path: settings.socket), settings.idle),
                handler: ControlHandler(supervisor, host: host, audience: audience))
        ]
        if let port = settings.port, let file = settings.tokenFile {
            servers.append(
                HTTPServer(
                    config: Self.configuration(.loopback(port), settings.idle),
                    handler: ControlHandler(
                        supervisor, host: host, audience: audience, token: try Self.token(in: file))))
        }
        self.servers = servers
    }

    private static func configuration(
        _ address: some SocketAddress, _ patience: Duration
    ) -> HTTPServer.Configuration {
        HTTPServer.Configuration(
            address: address, timeout: longestRequest,
            pool: ImpatientSocketPool(HTTPServer.defaultPool(), patience: patience), logger: .disabled)
    }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for server in servers { group.addTask { try await keep(server) } }
                group.addTask {
                    try await servers[0].waitUntilListening(timeout: 5)
                    try socket.setPermissions()
                }
                try await group.waitForAll()
            }
        } onGracefulShutdown: {
            Task { for server in servers { await server.stop(timeout: Self.farewell) } }
        }
        try? System.remove(socket.path)
    }

    /// Runs a server. One that ends later, as where there are no descriptors left, is started again.
    private func keep(_ server: HTTPServer) async throws {
        let began = ContinuousClock.now
        while !Task.isShuttingDownGracefully {
            do { try await server.run() } catch {
                if Task.isShuttingDownGracefully { return }
                // One that does not even begin never will.
                if ContinuousClock.now - began < .seconds(1) { throw error }
                log.error("the control interface begins anew: \(error)")
                try await Task.sleep(for: .seconds(1))
                if server === servers[0] {
                    try socket.makeRoom()
                    Task {
                        try await server.waitUntilListening(timeout: 5)
                        try socket.setPermissions()
                    }
                }
            }
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

extension SocketAddress where Self == sockaddr_in {
    /// A port of 127.0.0.1.
    fileprivate static func loopback(_ port: Int) -> Self {
        var address: Self = .inet(port: UInt16(clamping: port))
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
