// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("Sending to a server", .serialized, .timeLimit(.minutes(30)))
struct PostTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func receipt(
        _ server: Server, _ path: String = "/", _ body: String = "{}", _ limits: RemoteSource.Limits = ample
    ) async throws -> RemoteConnection.Receipt {
        try await connection(limits).post(server.url(path), type: "application/json", body: Array(body.utf8))
    }

    @Test(
        "The bytes arrive as they are, with their type",
        arguments: ["", "{\"a\":\"é\\n\\u0000\"}\n", String(repeating: "0123456789", count: 300_000)])
    func bytes(_ body: String) async throws {
        try await Server.run(.ok("{}")) { server async throws in
            #expect(try await receipt(server, "/", body).status == 200)
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
            #expect(request.contains("Content-Type: application/json\r\n"))
            #expect(!request.contains("Expect:"))
            #expect(request.hasSuffix("\r\n\r\n" + String(decoding: body.utf8.map(UInt16.init), as: UTF16.self)))
        }
    }

    @Test(
        "Any 2xx says that the server took it", arguments: ["200 OK", "201 Created", "202 Accepted", "204 No Content"])
    func taken(_ status: String) async throws {
        let answer = try await Server.run(.status(status)) { try await receipt($0) }
        #expect("\(answer.status)" == status.prefix(3))
    }

    @Test("The body of the answer is handed over if it is whole and short")
    func answer() async throws {
        let whole = try await Server.run(.ok("{\"n\":1}")) { try await receipt($0).body }
        #expect(whole == Array("{\"n\":1}".utf8))
        let endings: [Reply] = [
            .ok(String(repeating: "1", count: 5_000)), "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1",
            .packed(.init(form: "gzip", text: "x")),
        ]
        for reply in endings {
            let body = try await Server.run(reply) { try await receipt($0).body }
            #expect(body == [])
        }
    }

    @Test(
        "What the server refuses for now may succeed later, and it may say when",
        arguments: [408, 425, 429, 500, 502, 503, 504])
    func later(_ status: Int) async throws {
        try await Server.run(.status("\(status) Later", headers: "Retry-After: 7\r\n")) { server async throws in
            let failure = try await failure { try await $0.post(server.url(), type: "text/plain", body: [65]) }
            #expect(failure.diagnostic.code == .source(.status))
            #expect(failure.status == status)
            #expect(failure.pause == .seconds(7))
            #expect(server.requests.count == 1, "who sends it knows when to send it again")
        }
    }

    @Test("What the server refuses for good is said to be", arguments: [400, 401, 403, 404, 413, 501])
    func never(_ status: Int) async throws {
        try await Server.run(.status("\(status) No", headers: "Retry-After: 7\r\n")) { server async throws in
            let failure = try await failure { try await $0.post(server.url(), type: "text/plain", body: [65]) }
            #expect(failure.status == status)
            #expect(failure.pause == nil)
        }
    }

    @Test(
        "Nothing is sent to where a server redirects",
        arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
    func redirect(_ status: String) async throws {
        try await Server.run({ server in ["/": .redirect(to: "/new", status: status), "/new": .ok("{}")] }) {
            server async throws in
            let failure = try await failure { try await $0.post(server.url(), type: "text/plain", body: [65]) }
            #expect(failure.diagnostic.code == .source(.redirect))
            #expect(failure.pause == nil)
            #expect(server.requests.count == 1)
        }
    }

    @Test("A server that does not answer is said to be late, and one that is down to be unreachable")
    func unanswered() async throws {
        try await Server.run({ _ in ["/": Reply(.hang), "/reset": Reply(.reset)] }) { server async throws in
            let late = try await failure(.init(time: .milliseconds(300))) {
                try await $0.post(server.url(), type: "text/plain", body: [65])
            }
            #expect(late.diagnostic.code == .source(.timeout))
            #expect(late.pause == .zero && late.status == nil)
            let reset = try await failure { try await $0.post(server.url("/reset"), type: "text/plain", body: [65]) }
            #expect(reset.diagnostic.code == .source(.unreachable))
            #expect(reset.pause == .zero)
        }
    }

    @Test("Files and things that are sent share a connection")
    func mixed() async throws {
        try await Server.run({ _ in ["/": .file("[1]", etag: "\"a\"").kept, "/in": .status("202 Accepted").kept] }) {
            server async throws in
            let connection = connection()
            for _ in 0..<3 {
                #expect(try await connection.read(server.url(), unless: "\"a\"") == "unchanged \"a\"")
                #expect(try await connection.post(server.url("/in"), type: "text/plain", body: [65, 66]).status == 202)
                #expect(try await connection.read(server.url()) == "[1] \"a\"")
            }
        }
    }
}
