// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A real server on the loopback: it reads a request, answers with what it was told for its path, and closes.
final class Server: Sendable {
    private let replies: @Sendable (Server) -> [String: Reply]
    private let identity: Identity?
    private let bound = Mutex(0)
    private let received = Mutex<[String]>([])

    private init(_ replies: @escaping @Sendable (Server) -> [String: Reply], _ identity: Identity?) {
        self.replies = replies
        self.identity = identity
    }

    var port: Int { bound.withLock { $0 } }

    /// The heads of the requests so far, in the order in which they came.
    var requests: [String] { received.withLock { $0 } }

    func url(_ path: String = "/", host: String = "127.0.0.1") -> String {
        "\(identity == nil ? "http" : "https")://\(host):\(port)\(path)"
    }

    /// Serves while the body runs. A path without a reply is answered 404.
    static func run<Value: Sendable>(
        _ replies: @escaping @Sendable (Server) -> [String: Reply], identity: Identity? = nil,
        _ body: @Sendable (Server) async throws -> Value
    ) async throws -> Value {
        let server = Server(replies, identity)
        let listener = try await server.listen()
        do {
            let value = try await body(server)
            try await listener.close()
            return value
        } catch {
            try await listener.close()
            throw error
        }
    }

    /// Serves one reply at `/` while the body runs.
    static func run<Value: Sendable>(
        _ reply: Reply, identity: Identity? = nil, _ body: @Sendable (Server) async throws -> Value
    ) async throws -> Value {
        try await run({ _ in ["/": reply] }, identity: identity, body)
    }

    private func listen() async throws -> any Channel {
        let tls = try identity.map { try $0.context() }
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Answering(self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        bound.withLock { $0 = listener.localAddress?.port ?? 0 }
        return listener
    }

    /// A client that does not speak HTTP gets the response for `/`.
    fileprivate func reply(to head: String) -> Reply {
        received.withLock { $0.append(head) }
        let path = head.hasPrefix("GET ") ? String(head.split(separator: " ")[1]) : "/"
        return replies(self)[path] ?? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    }
}

/// One connection: collects the head of the request, then plays the reply.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let server: Server
    private var head = ""
    private var isAnswered = false

    init(_ server: Server) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        head += String(buffer: unwrapInboundIn(data))
        guard !isAnswered, head.hasSuffix("\r\n\r\n") || !head.hasPrefix("GET ") else { return }
        isAnswered = true
        let channel = context.channel
        let reply = server.reply(to: head)
        Task { try? await reply.play(on: channel) }
    }

    /// A client that goes away, or refuses the certificate, is what many of the tests are about.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension Reply {
    /// Every connection ends: with its reply, or when the client leaves.
    fileprivate func play(on channel: any Channel) async throws {
        for step in steps {
            switch step {
            case .send(let text): try await channel.writeAndFlush(ByteBuffer(string: text))
            case .drip(let text, let times, let pause):
                for _ in 0..<times {
                    try await Task.sleep(for: pause)
                    try await channel.writeAndFlush(ByteBuffer(string: text))
                }
            case .hang: try await channel.closeFuture.get()
            }
        }
        try await channel.close()
    }
}
