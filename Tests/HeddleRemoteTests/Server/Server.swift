// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A real server on the loopback, `server.py`: it reads a request, answers with what it was told for its path, and
/// closes.
///
/// It is a process: suites that use it are serialized, so that few of them run at once.
struct Server: Sendable {
    let port: Int
    private let address: String
    private let isSecure: Bool
    private let folder: ScratchFolder

    /// The heads of the requests so far, and the bodies of those that have one, in the order in which they came.
    var requests: [String] {
        let lines = (folder.text(of: "requests") ?? "").split(separator: "\n")
        return lines.compactMap { try? JSONDecoder().decode(String.self, from: Data($0.utf8)) }
    }

    /// The number of connections so far.
    var connections: Int { (folder.text(of: "connections") ?? "").count(where: \.isNewline) }

    func url(_ path: String = "/", host: String? = nil) -> String {
        let host = host ?? (address.contains(":") ? "[\(address)]" : address)
        return "\(isSecure ? "https" : "http")://\(host):\(port)\(path)"
    }

    /// Serves while the body runs. A path without a reply is answered 404.
    static func run<Value: Sendable>(
        _ replies: @Sendable (Server) -> [String: Reply], identity: Identity? = nil, on address: String = "127.0.0.1",
        port: Int = 0, _ body: @Sendable (Server) async throws -> Value
    ) async throws -> Value {
        let folder = try ScratchFolder()
        let arguments = [
            "\(Sources.root)/Tests/HeddleRemoteTests/Server/server.py", folder.path, "--host", address, "--port",
            "\(port)",
        ]
        let process = try Program("python3").start(arguments + (identity?.options ?? []))
        defer {
            process.signal(9)
            _ = process.ended()
        }
        try #require(process.waits(untilOutputHas: "\n"), "the server does not start: \(process.errorsSoFar)")
        let port = try #require(Int(process.outputSoFar.prefix { !$0.isNewline }))
        let server = Server(port: port, address: address, isSecure: identity != nil, folder: folder)
        let told = replies(server).mapValues { $0.turns.map { $0.map(\.json) } }
        try folder.write("replies.json", JSONSerialization.data(withJSONObject: told))
        return try await body(server)
    }

    /// Serves one reply at `/` while the body runs.
    static func run<Value: Sendable>(
        _ reply: Reply, identity: Identity? = nil, on address: String = "127.0.0.1", port: Int = 0,
        _ body: @Sendable (Server) async throws -> Value
    ) async throws -> Value {
        try await run({ _ in ["/": reply] }, identity: identity, on: address, port: port, body)
    }

    /// The machine has a loopback of IPv6.
    static let hasIPv6 =
        (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?.contains(" lo\n") == true
}
