// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("What is refused", .serialized, .timeLimit(.minutes(30)))
struct RefusalTests {
    @Test(
        "A status other than 200 is quoted",
        arguments: ["404 Not Found", "500 Internal Server Error", "206 Partial Content"])
    func status(_ status: String) async throws {
        let found = try await refusal(ofReply: "HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\n[]")
        #expect(found?.code == .source(.status))
        #expect(found?.subject == .source)
        #expect(found?.message.contains("answered \(status)") == true)
    }

    @Test("No content is not a behaviour either")
    func noContent() async throws {
        #expect(try await refusal(ofReply: "HTTP/1.1 204 No Content\r\n\r\n")?.code == .source(.status))
    }

    @Test(
        "A page for browsers is told from a behaviour, by its type or by its first character",
        arguments: [
            Reply.ok("[]", type: "text/html; charset=utf-8"), .ok("[]", type: "Text/HTML"),
            .ok("[]", type: "application/xhtml+xml"), .ok("<!doctype html>"),
            .ok("[]", type: "application/json\r\nContent-Type: text/html"),
            .ok("\u{FEFF}\r\n  <html></html>", type: "text/plain"),
        ])
    func html(_ reply: Reply) async throws {
        let found = try await refusal(ofReply: reply)
        #expect(found?.code == .source(.notABehaviour))
        #expect(found?.message.contains("HTML") == true)
    }

    @Test("A body without a word is said to be empty", arguments: ["", "\r\n \t\n"])
    func empty(_ body: String) async throws {
        let found = try await refusal(ofReply: .ok(body))
        #expect(found?.code == .source(.notABehaviour))
        #expect(found?.message.contains("empty") == true)
    }

    @Test(
        "A form of compression that was not asked for is never unpacked, whichever header names it",
        arguments: [
            ("Content-Encoding: br", "br"), ("Content-Encoding: identity\r\nContent-Encoding: zstd", "zstd"),
            ("Content-Encoding: identity, br", "br"), ("Content-Encoding: gzip, br", "gzip, br"),
            ("Content-Encoding: gzip\r\nContent-Encoding: gzip", "gzip, gzip"), ("Transfer-Encoding: gzip", "gzip"),
        ])
    func form(headers: String, form: String) async throws {
        let reply: Reply = "HTTP/1.1 200 OK\r\n\(headers)\r\nContent-Length: 2\r\n\r\n[]"
        let found = try await refusal(ofReply: reply)
        #expect(found?.code == .source(.notABehaviour))
        #expect(found?.message.contains("encoded as \(form), which was not asked for") == true)
    }

    @Test("A body that is not compressed as its header says is refused", arguments: ["gzip", "deflate"])
    func falseForm(_ form: String) async throws {
        let reply: Reply = "HTTP/1.1 200 OK\r\nContent-Encoding: \(form)\r\nContent-Length: 2\r\n\r\n[]"
        let found = try await refusal(ofReply: reply)
        #expect(found?.code == .source(.notABehaviour))
        #expect(found?.message.contains("not packed as its header says") == true)
    }

    @Test("Half of a compressed body is never taken for a whole one", arguments: [1, 4, 8, 12, 22])
    func truncatedPacking(without missing: Int) async throws {
        let reply = Reply.packed(.init(form: "gzip", text: "[1]", without: missing))
        #expect(try await refusal(ofReply: reply)?.code == .source(.truncated))
    }

    @Test(
        "What is not HTTP is said to be no HTTP",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n[]",
        ])
    func notHTTP(_ reply: String) async throws {
        #expect(try await refusal(ofReply: Reply(.send(reply)))?.code == .source(.notHTTP))
    }

    @Test("Two lengths that contradict each other are no HTTP")
    func twoLengths() async throws {
        let found = try await refusal(ofReply: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]")
        #expect(found?.code == .source(.notHTTP))
    }

    @Test(
        "Half a body is never taken for a whole one",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1, 2",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\nzz\r\n",
        ])
    func truncated(_ reply: String) async throws {
        let found = try await refusal(ofReply: Reply(.send(reply)))
        #expect(found?.code == .source(.truncated))
        #expect(found?.message.contains("bytes") == true)
    }

    @Test("A server that closes before it answered was not reached", arguments: ["", "HTTP/1.1 200 OK\r\nContent-"])
    func closed(_ reply: String) async throws {
        #expect(try await refusal(ofReply: Reply(.send(reply)))?.code == .source(.unreachable))
    }

    @Test("A server that is down is reported with the system's reason")
    func down() async throws {
        let url = try await Server.run(.ok("[]")) { $0.url() }
        let found = await refusal(of: url)
        #expect(found?.code == .source(.unreachable))
        #expect(found?.message.contains("Connection refused") == true)
    }

    @Test("A host without an address is named")
    func unknownHost() async {
        let found = await refusal(of: "http://heddle.invalid/x.json")
        #expect(found?.code == .source(.unreachable))
        #expect(found?.message.contains("heddle.invalid") == true)
    }

    @Test("A status that nobody knows is quoted by its number")
    func unknownStatus() async throws {
        let found = try await refusal(ofReply: "HTTP/1.1 599 Broken\r\nContent-Length: 0\r\n\r\n")
        #expect(found?.message.contains("answered 599 Broken instead of 200 OK") == true)
    }

    @Test("What a server says cannot move the terminal's cursor", arguments: ["\u{1B}", "\u{9B}", "\u{7F}", "\t"])
    func escapes(_ control: String) async throws {
        let reply: Reply = "HTTP/1.1 200 OK\r\nContent-Encoding: a\(control)[2J\r\nContent-Length: 0\r\n\r\n"
        let found = try #require(try await refusal(ofReply: reply))
        #expect(!found.message.contains(control))
    }
}
