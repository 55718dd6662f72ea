// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("Asking again", .serialized, .timeLimit(.minutes(30)))
struct RetryTests {
    @Test(
        "What may pass is asked for again",
        arguments: [
            Reply.status("408 Request Timeout"), .status("429 Too Many Requests"), .status("502 Bad Gateway"),
            .status("503 Service Unavailable"), .status("504 Gateway Timeout"), Reply(.reset), Reply(),
        ])
    func passing(_ first: Reply) async throws {
        try await Server.run(.inTurn(first, .ok("[1]"))) { server in
            let body = try await fetch(server.url())
            #expect(body == "[1]")
            #expect(server.requests.count == 2)
        }
    }

    @Test(
        "What will not pass is asked for once",
        arguments: [
            Reply.status("404 Not Found"), .status("500 Internal Server Error"), .status("403 Forbidden"),
            .redirect(to: "http://elsewhere.invalid/"), .ok("<html>"), .ok(""),
            .ok(String(repeating: "1", count: 5_000)),
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1", "SSH-2.0-OpenSSH_9.2\r\n",
        ])
    func lasting(_ first: Reply) async throws {
        try await Server.run(.inTurn(first, .ok("[1]"))) { server in
            let found = await refusal(of: server.url())
            #expect(found != nil)
            #expect(found?.message.contains("attempts") == false)
            #expect(server.requests.count == 1)
        }
    }

    @Test("The number of attempts is limited, and told", arguments: [2, 3])
    func limited(_ attempts: Int) async throws {
        try await Server.run(.status("503 Service Unavailable")) { server in
            let limits = RemoteSource.Limits(time: .seconds(600), attempts: attempts)
            let found = await refusal(of: server.url(), within: limits)
            #expect(found?.code == .source(.status))
            #expect(
                found?.message
                    == "\(server.url()) answered 503 Service Unavailable instead of 200 OK (\(attempts) attempts)")
            #expect(server.requests.count == attempts)
        }
    }

    @Test("One attempt is one attempt")
    func single() async throws {
        try await Server.run(.status("503 Service Unavailable")) { server in
            let found = await refusal(of: server.url(), within: .init(time: .seconds(600), attempts: 1))
            #expect(found?.message.hasSuffix("instead of 200 OK") == true)
            #expect(server.requests.count == 1)
        }
    }

    @Test("Redirects do not bring new attempts")
    func redirected() async throws {
        let busy = Reply.status("503 Service Unavailable")
        let replies: [String: Reply] = ["/": .inTurn(busy, .redirect(to: "/new")), "/new": busy]
        try await Server.run({ _ in replies }) { server in
            #expect(await refusal(of: server.url())?.code == .source(.status))
            #expect(server.requests.count == 4, "the one that was redirected is no failure")
        }
    }

    @Test("A server that is down, or breaks off the handshake of TLS, is asked again")
    func unreachable() async throws {
        let gone = try await Server.run(.ok("[]")) { $0.url() }
        let down = await refusal(of: gone)
        #expect(down?.message.hasSuffix("Connection refused (3 attempts)") == true)
        try await Server.run(Reply(.reset)) { server in
            let found = await refusal(of: "https://127.0.0.1:\(server.port)/")
            #expect(found?.code == .source(.unreachable))
            #expect(server.requests.count == 3)
        }
    }

    @Test("A connection that is not made in its time is tried again")
    func connection() async throws {
        try await Server.run(Reply(.hang)) { server in
            let limits = RemoteSource.Limits(time: .seconds(600), connectTime: .milliseconds(300))
            let found = await refusal(of: "https://127.0.0.1:\(server.port)/", within: limits)
            #expect(found?.code == .source(.timeout))
            #expect(server.requests.count == 3)
        }
    }

    @Test(
        "A server may say when to come again, in seconds or by a date",
        arguments: ["0", "1", "Sun, 06 Nov 1994 08:49:37 GMT", "soon", "-5", ""])
    func later(_ time: String) async throws {
        let busy = Reply.status("503 Service Unavailable", headers: "Retry-After: \(time)\r\n")
        #expect(try await Server.run(.inTurn(busy, .ok("[2]"))) { try await fetch($0.url()) } == "[2]")
    }

    @Test(
        "A server that wants to be left alone for longer than the time is left alone at once",
        arguments: [
            ("601", "601 s"), ("86400", "86400 s"), ("99999999999999999999", " s"),
            ("Thu, 31 Dec 2099 23:59:59 GMT", " s"),
        ])
    func muchLater(_ time: String, _ quoted: String) async throws {
        let busy = Reply.status("429 Too Many Requests", headers: "Retry-After: \(time)\r\n")
        try await Server.run(busy) { server in
            let found = await refusal(of: server.url())
            #expect(found?.code == .source(.status))
            #expect(found?.message.contains("answered 429 Too Many Requests") == true)
            #expect(found?.message.contains("asks to wait \(quoted)") == true || quoted == " s")
            #expect(found?.message.hasSuffix(", which is more than is left of the time") == true)
            #expect(server.requests.count == 1)
        }
    }

    @Test("The whole time includes the pauses, and what failed is told")
    func wholeTime() async throws {
        try await Server.run(.status("503 Service Unavailable")) { server in
            let limits = RemoteSource.Limits(time: .milliseconds(700), attempts: 10)
            let found = await refusal(of: server.url(), within: limits)
            #expect([.source(.status), .source(.timeout)].contains(found?.code))
            #expect(server.requests.count < 10)
        }
    }
}
