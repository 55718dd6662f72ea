// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("Redirects", .serialized, .timeLimit(.minutes(30)))
struct RedirectTests {
    @Test(
        "A redirect on the same server is followed",
        arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"])
    func sameServer(_ status: String) async throws {
        try await Server.run({ server in
            ["/": .redirect(to: server.url("/new"), status: status), "/new": .ok("[1]")]
        }) { server in
            let text = try await RemoteSource(fetcher: builtFetcher, limits: ample).fetch(server.url())
            #expect(text.bytes == Array("[1]".utf8))
            #expect(text.name == server.url(), "the name is what the user knows")
        }
    }

    @Test("A relative redirect is followed from where it stands")
    func relative() async throws {
        let replies: [String: Reply] = ["/a/b": .redirect(to: "../c?d=1"), "/c?d=1": .ok("[2]")]
        #expect(try await Server.run({ _ in replies }) { try await fetch($0.url("/a/b")) } == "[2]")
    }

    @Test("Five redirects are followed, a sixth is not")
    func tooMany() async throws {
        let steps = (1...6).map { ("/\($0)", Reply.redirect(to: "/\($0 - 1)")) }
        let replies = Dictionary(uniqueKeysWithValues: steps + [("/0", .ok("[3]"))])
        try await Server.run({ _ in replies }) { server in
            let body = try await fetch(server.url("/5"))
            #expect(body == "[3]")
            let found = await refusal(of: server.url("/6"))
            #expect(found?.code == .source(.redirect))
            #expect(found?.message.contains("more than 5 times") == true)
        }
    }

    @Test("A circle is called one")
    func circle() async throws {
        try await Server.run({ _ in ["/a": .redirect(to: "/b"), "/b": .redirect(to: "/a")] }) { server in
            let found = await refusal(of: server.url("/a"))
            #expect(found?.code == .source(.redirect))
            #expect(found?.message.contains("circle") == true)
            #expect(server.requests.count == 2)
        }
    }

    @Test("A redirect to another port is refused, and nothing is asked there")
    func otherPort() async throws {
        try await Server.run(.ok("[]")) { other in
            try await Server.run(.redirect(to: other.url())) { server in
                let found = await refusal(of: server.url())
                #expect(found?.code == .source(.redirect))
                #expect(found?.message.contains(other.url()) == true)
                #expect(other.requests.isEmpty)
            }
        }
    }

    @Test("A redirect to another host is refused and named, though it may be the same machine")
    func otherHost() async throws {
        try await Server.run({ server in ["/": .redirect(to: server.url("/x", host: "localhost")), "/x": .ok("[]")] }) {
            server in
            let found = await refusal(of: server.url())
            #expect(found?.code == .source(.redirect))
            #expect(found?.message.contains("http://localhost:\(server.port)/x") == true)
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "A redirect that leads nowhere fit is refused",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://user:secret@127.0.0.1/", "http://", "//", "a b"])
    func unfit(_ location: String) async throws {
        let found = try await refusal(ofReply: .redirect(to: location))
        #expect(found?.code == .source(.redirect))
        #expect(found?.message.contains("secret") == false)
    }

    @Test("A redirect that does not say where to is a status like any other")
    func nowhere() async throws {
        #expect(try await refusal(ofReply: "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")?.code == .source(.status))
    }
}
