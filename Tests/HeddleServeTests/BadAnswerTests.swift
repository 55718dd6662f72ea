// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A server that answers badly", .serialized)
struct BadAnswerTests {
    private let host: RunningHost
    private let server: VersionServer

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        try server.folder.write("add.json", adding(1, 2, is: 3))
    }

    private func start(_ rest: String = "") throws {
        try host.start(following: server, rest)
    }

    @Test(
        "leaves the active version running, and the status says what it has answered, until it answers well",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{\"behaviour\": 1", "source.truncated"),
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>", "source.not-a-behaviour"),
            ("HTTP/1.1 302 Found\r\nLocation: http://localhost:1/\r\nContent-Length: 0\r\n\r\n", "source.redirect"),
            ("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", "source.redirect"),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nBOMB", "source.too-large"),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnone", "source.not-a-behaviour"),
        ])
    func answers(_ answer: String, _ code: String) throws {
        try start()
        try server.answer(answer)
        #expect(host.wait { try failure != nil })
        #expect(try failure == code)
        #expect(try host.state(of: "add") == "ready")
        #expect(try host.run("add")["ending"] as? String == "held")
        try server.answer(nil)
        _ = try host.refresh("add")
        #expect(host.wait { try failure == nil })
        #expect(try host.status(of: "add")["swaps"] as? Int == 1)
    }

    @Test("at the start, with the news that nothing is new, gives no behaviour")
    func unasked() throws {
        try server.answer("HTTP/1.1 304 Not Modified\r\nETag: \"old\"\r\n\r\n")
        try host.start(following: server, isThere: false)
        #expect(host.wait { try failure == "source.status" })
        #expect(try host.state(of: "add") == "starting")
        try server.answer(nil)
        #expect(host.wait { try host.state(of: "add") == "ready" })
    }

    @Test("with nothing at all holds up no run; the version is stale in its time, and ready when there is an answer")
    func silence() throws {
        try start(#", "staleAfter": "1 s""#)
        server.pause()
        #expect(host.wait { try host.state(of: "add") == "stale" })
        #expect(try host.run("add")["ending"] as? String == "held")
        server.resume()
        #expect(host.wait { try host.state(of: "add") == "ready" })
    }

    private var failure: String? {
        get throws { (try host.status(of: "add")["sourceFailure"] as? [String: Any])?["code"] as? String }
    }
}
