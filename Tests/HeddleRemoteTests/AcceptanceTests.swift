// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("What is fetched", .serialized, .timeLimit(.minutes(30)))
struct AcceptanceTests {
    @Test("A body is handed over to the byte, with its URL as its name")
    func whole() async throws {
        let body = "[ { \"name\": \"Grüße\" } ]\n"
        try await Server.run(.ok(body)) { server in
            let text = try await RemoteSource(fetcher: builtFetcher, limits: ample).fetch(server.url())
            #expect(text.bytes == Array(body.utf8))
            #expect(text.name == server.url())
        }
    }

    @Test("A request says what is wanted and who asks, and carries nothing else")
    func request() async throws {
        try await Server.run(.ok("[]")) { server in
            _ = try await fetch(server.url())
            let head = try #require(server.requests.first).lowercased()
            #expect(head.hasPrefix("get / http/1.1\r\n"))
            #expect(head.contains("accept: application/json\r\n"))
            #expect(head.contains("accept-encoding: gzip, deflate\r\n"))
            #expect(head.contains("user-agent: heddle/test\r\n"))
            #expect(!head.contains("cookie") && !head.contains("authorization") && !head.contains("referer"))
            #expect(server.requests.count == 1)
        }
    }

    @Test("Path and query arrive as they were written, and a fragment stays at home")
    func query() async throws {
        try await Server.run({ _ in ["/a%20b/c.json?x=1&y=%2F": .ok("[1]")] }) { server in
            let body = try await fetch(server.url("/a%20b/c.json?x=1&y=%2F#top"))
            #expect(body == "[1]")
        }
    }

    @Test(
        "Servers of raw files name other types, and are believed",
        arguments: ["text/plain; charset=utf-8", "application/octet-stream", "application/vnd.x+json"])
    func types(_ type: String) async throws {
        #expect(try await Server.run(.ok("{}", type: type)) { try await fetch($0.url()) } == "{}")
    }

    @Test(
        "A body may come with any framing that HTTP knows",
        arguments: [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n[]", "HTTP/1.0 200 OK\r\n\r\n[]",
            "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        ])
    func framing(_ reply: String) async throws {
        #expect(try await Server.run(Reply(.send(reply))) { try await fetch($0.url()) } == "[]")
    }

    @Test("A body that comes slowly but in time is taken")
    func slow() async throws {
        let reply = Reply(
            .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
            .drip("1", times: 5, every: .milliseconds(50)))
        #expect(try await Server.run(reply) { try await fetch($0.url()) } == "11111")
    }

    @Test("A compressed body is unpacked", arguments: ["gzip", "deflate", "members"])
    func packed(_ form: String) async throws {
        let reply = Reply.packed(.init(form: form, text: "[\"Grüße\", 1234567890]"))
        #expect(try await Server.run(reply) { try await fetch($0.url()) } == "[\"Grüße\", 1234567890]")
    }

    @Test("IPv6 is spoken", .enabled(if: Server.hasIPv6))
    func version6() async throws {
        try await Server.run(.ok("[8]"), on: "::1") { server in
            #expect(server.url().hasPrefix("http://[::1]:"))
            let body = try await fetch(server.url())
            #expect(body == "[8]")
        }
    }

    @Test("Twenty fetches at once do not disturb each other")
    func concurrent() async throws {
        try await Server.run({ _ in Dictionary(uniqueKeysWithValues: (0..<20).map { ("/\($0)", .ok("[\($0)]")) }) }) {
            server in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask { try await fetch(server.url("/\(number)")) == "[\(number)]" }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }
}
