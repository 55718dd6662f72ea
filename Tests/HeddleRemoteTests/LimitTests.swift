// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("Limits", .serialized, .timeLimit(.minutes(30)))
struct LimitTests {
    private let small = RemoteSource.Limits(bytes: 100, time: .seconds(600))
    private let hasty = RemoteSource.Limits(time: .milliseconds(300))

    @Test("A body as long as the limit is taken")
    func exact() async throws {
        let body = String(repeating: "1", count: 100)
        #expect(try await Server.run(.ok(body)) { try await fetch($0.url(), within: small) } == body)
    }

    @Test("One byte more is refused, with both figures")
    func tooLarge() async throws {
        let found = try await refusal(ofReply: .ok(String(repeating: "1", count: 101)), within: small)
        #expect(found?.code == .source(.tooLarge))
        #expect(found?.message.contains("101 bytes long") == true)
        #expect(found?.message.contains("limit is 100 bytes") == true)
    }

    @Test(
        "A body without an end is cut off as soon as it is too long",
        arguments: ["", "Transfer-Encoding: chunked\r\n"])
    func endless(_ framing: String) async throws {
        let ones = String(repeating: "1", count: 50)
        let piece = framing.isEmpty ? ones : "32\r\n\(ones)\r\n"
        let reply = Reply(
            .send("HTTP/1.1 200 OK\r\n\(framing)\r\n"), .drip(piece, times: 3, every: .milliseconds(1)), .hang)
        #expect(try await refusal(ofReply: reply, within: small)?.code == .source(.tooLarge))
    }

    @Test("What a compressed body yields counts, not what was sent", arguments: ["gzip", "deflate"])
    func packed(_ form: String) async throws {
        let fitting = Reply.packed(.init(form: form, text: "1", times: 100))
        #expect(try await Server.run(fitting) { try await fetch($0.url(), within: small) }.count == 100)
        let found = try await refusal(ofReply: .packed(.init(form: form, text: "1", times: 101)), within: small)
        #expect(found?.code == .source(.tooLarge))
    }

    @Test("A bomb is left as soon as it yields too much", arguments: ["gzip", "deflate", "members"])
    func bomb(_ form: String) async throws {
        let bomb = Reply.packed(.init(form: form, text: "          ", times: 10_000_000))
        #expect(try await refusal(ofReply: bomb)?.code == .source(.tooLarge))
    }

    @Test("A head without an end is cut off")
    func endlessHead() async throws {
        let line = "X-A: \(String(repeating: "b", count: 1_000))\r\n"
        let reply = Reply(.send("HTTP/1.1 200 OK\r\n"), .drip(line, times: 1_000_000, every: .zero))
        let found = try await refusal(ofReply: reply)
        #expect(found?.code == .source(.notHTTP))
        #expect(found?.message.contains("head is longer") == true)
    }

    @Test("A body that begins and then hangs meets the limit")
    func hangs() async throws {
        let reply = Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[1"), .hang)
        let found = try await refusal(ofReply: reply, within: hasty)
        #expect(found?.code == .source(.timeout))
        #expect(found?.message.contains("0.3 s") == true)
    }

    @Test("Bytes that drip do not postpone the end")
    func drips() async throws {
        let reply = Reply(
            .send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
            .drip("1", times: 1_000, every: .milliseconds(50)))
        #expect(try await refusal(ofReply: reply, within: hasty)?.code == .source(.timeout))
    }

    @Test("A head that drips does not postpone the end")
    func slowHead() async throws {
        let reply = Reply(.send("HTTP/1.1 200 OK\r\n"), .drip("X-A: b\r\n", times: 1_000, every: .milliseconds(50)))
        #expect(try await refusal(ofReply: reply, within: hasty)?.code == .source(.timeout))
    }

    @Test("A server that never answers meets the limit")
    func silent() async throws {
        #expect(try await refusal(ofReply: Reply(.hang), within: hasty)?.code == .source(.timeout))
    }

    @Test("Redirects do not add time")
    func redirects() async throws {
        let found = try await Server.run({ _ in ["/": .redirect(to: "/slow"), "/slow": Reply(.hang)] }) { server in
            await refusal(of: server.url(), within: hasty)
        }
        #expect(found?.code == .source(.timeout))
    }

    @Test("A server that takes the connection but no TLS meets the limit of a connection")
    func silentTLS() async throws {
        let limits = RemoteSource.Limits(time: .seconds(600), connectTime: .milliseconds(300))
        let found = try await Server.run(Reply(.hang)) { server in
            await refusal(of: "https://127.0.0.1:\(server.port)/", within: limits)
        }
        #expect(found?.code == .source(.timeout))
    }

    @Test("Limits out of all reason are brought back to reason")
    func absurd() {
        let none = RemoteSource.Limits(bytes: -1, time: .seconds(-1), connectTime: .zero, attempts: -1)
        #expect(
            none.bytes == 1 && none.time == .milliseconds(1) && none.connectTime == .milliseconds(1)
                && none.attempts == 1)
        let all = RemoteSource.Limits(
            bytes: .max, time: .seconds(Int64.max), connectTime: .seconds(Int64.max), attempts: .max)
        #expect(
            all.bytes == 1 << 30 && all.time == .seconds(86_400) && all.connectTime == .seconds(86_400)
                && all.attempts == 100)
    }
}
