// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleServe

@Suite("The bounds of requests")
struct RequestBoundsTests {
    private func passed(_ pieces: [String]) throws -> [String] {
        var bounds = RequestBounds()
        return try pieces.map { String(decoding: try bounds.take(Array($0.utf8)), as: UTF8.self) }
    }

    @Test("let whole heads and their bodies pass as they are, however they are cut", arguments: 1...9)
    func cuts(_ size: Int) throws {
        let text =
            "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nwe\nft"
            + "GET /b HTTP/1.1\nHost: a\n\n" + "GET /c HTTP/1.1\r\n\r\n"
        let bytes = Array(text)
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            String(bytes[$0..<min($0 + size, bytes.count)])
        }
        #expect(try passed(pieces).joined() == text)
    }

    @Test("write a mark into each head, behind what the client says, however it is cut", arguments: 1...9)
    func marks(_ size: Int) throws {
        let text = "PUT /a HTTP/1.1\r\nM: 2\r\nContent-Length: 4\r\n\r\n\r\n\r\nGET /b HTTP/1.1\n\n"
        var bounds = RequestBounds(marking: "M: 1")
        var (passed, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
        while !rest.isEmpty {
            passed += try bounds.take(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        let head = "PUT /a HTTP/1.1\r\nM: 2\r\nContent-Length: 4\r\nM: 1\r\n\r\n"
        #expect(String(decoding: passed, as: UTF8.self) == head + "\r\n\r\nGET /b HTTP/1.1\nM: 1\r\n\n")
    }

    @Test("hold a head back until it is whole")
    func whole() throws {
        #expect(
            try passed(["GET / HTTP/1.1\r\nHo", "st: a\r\n", "\r\n"])
                == ["", "", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"])
    }

    @Test(
        "refuse lines and heads that are too long, also behind another request",
        arguments: [
            "GET /" + String(repeating: "a", count: 4_096),
            "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 4_096),
            "GET / HTTP/1.1\r\n\r\nGET /" + String(repeating: "a", count: 4_096),
            "GET / HTTP/1.1\r\n" + String(repeating: "X: " + String(repeating: "a", count: 1_000) + "\r\n", count: 17),
            String(repeating: "\r", count: 5_000),
        ])
    func tooLarge(_ text: String) {
        #expect(throws: RequestBounds.Refusal.tooLarge) { try passed([text]) }
    }

    @Test(
        "refuse bodies without a length that is a number",
        arguments: ["Transfer-Encoding: chunked", "content-length: -1", "Content-Length: five", "Content-Length:"])
    func noLength(_ line: String) {
        #expect(throws: RequestBounds.Refusal.noLength) { try passed(["PUT / HTTP/1.1\r\n\(line)\r\n\r\n"]) }
    }
}
