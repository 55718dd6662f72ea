// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("A fetcher that stays", .serialized, .timeLimit(.minutes(30)))
struct ConnectionTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test("The version that is known is not sent again, and another one is")
    func versions() async throws {
        try await Server.run(
            .inTurn(.file("[1]", etag: #""a""#), .file("[1]", etag: #""a""#), .file("[2]", etag: #""b""#))
        ) {
            server async throws in
            let connection = connection()
            #expect(try await connection.read(server.url()) == "[1] \"a\"")
            #expect(try await connection.read(server.url(), unless: #""a""#) == "unchanged \"a\"")
            #expect(try await connection.read(server.url(), unless: #""a""#) == "[2] \"b\"")
            #expect(server.requests.map { $0.contains("If-None-Match: \"a\"\r\n") } == [false, true, true])
        }
    }

    @Test("Requests go over one connection, where the server keeps it")
    func kept() async throws {
        try await Server.run(.file("[1]", etag: #""a""#).kept) { server async throws in
            let connection = connection()
            for _ in 0..<3 { _ = try await connection.read(server.url()) }
            #expect(server.requests.count == 3)
            #expect(server.connections == 1)
        }
    }

    @Test("That nothing is new is no answer to who has nothing")
    func unasked() async throws {
        try await Server.run(.status("304 Not Modified")) { server async throws in
            let failure = try await failure { try await $0.read(server.url()) }
            #expect(failure.diagnostic.code == .source(.status))
            #expect(failure.diagnostic.message.hasSuffix("answered 304 Not Modified instead of 200 OK"))
        }
    }

    @Test("A server that names another version as the one that is known is asked for the file")
    func contradiction() async throws {
        let confused: Reply = "HTTP/1.1 304 Not Modified\r\nETag: \"z\"\r\n\r\n"
        try await Server.run(.inTurn(confused, .file("[3]", etag: #""z""#))) { server async throws in
            #expect(try await connection().read(server.url(), unless: #""a""#) == "[3] \"z\"")
            #expect(server.requests.map { $0.contains("If-None-Match") } == [true, false])
        }
    }

    @Test(
        "A tag that became a weak one names the same version", arguments: [(#"W/"a""#, #""a""#), (#""a""#, #"W/"a""#)])
    func weak(_ known: String, _ named: String) async throws {
        try await Server.run("HTTP/1.1 304 Not Modified\r\nETag: \(named)\r\n\r\n") { server async throws in
            #expect(try await connection().read(server.url(), unless: known) == "unchanged \(named)")
        }
    }

    @Test(
        "A tag that a header might not carry as it is counts as none",
        arguments: [
            "a", "\"a", "\"a\"b\"", "W/a", "\"a b\"", "", "\"é\"", "\"\(String(repeating: "x", count: 1_001))\"",
        ])
    func oddTag(_ tag: String) async throws {
        let reply: Reply = "HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: 3\r\n\r\n[1]"
        try await Server.run(reply) { server async throws in
            let connection = connection()
            #expect(try await connection.read(server.url()) == "[1] none")
            _ = try await connection.read(server.url(), unless: tag)
            _ = try await connection.read(server.url(), unless: "\"a\"\r\nX: \"b\"")
            #expect(server.requests.allSatisfy { !$0.contains("If-None-Match") && !$0.contains("X:") })
        }
    }

    @Test("A server may wait for another version, for as long as it was allowed to and beyond the usual time")
    func longPoll() async throws {
        try await Server.run(
            Reply(.drip("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]", times: 1, every: .seconds(1)))
        ) {
            server async throws in
            let connection = connection(.init(time: .milliseconds(500), attempts: 1))
            #expect(try await connection.read(server.url(), waiting: .seconds(20)) == "[1] none")
            #expect(server.requests.first?.contains("Prefer: wait=20\r\n") == true)
            let failure = try await failure(.init(time: .milliseconds(500), attempts: 1)) {
                try await $0.read(server.url())
            }
            #expect(failure.diagnostic.code == .source(.timeout))
            #expect(failure.pause == .zero)
        }
    }

    @Test("A server that died is said to be down, and asked again once it is back")
    func serverDies() async throws {
        let connection = connection(.init(time: .seconds(60), attempts: 1))
        let port = try await Server.run(.file("[1]", etag: #""a""#).kept) { server async throws in
            #expect(try await connection.read(server.url()) == "[1] \"a\"")
            return server.port
        }
        do {
            _ = try await connection.read("http://127.0.0.1:\(port)/", unless: "\"a\"")
            Issue.record("a server that is down answered")
        } catch let failure as RemoteFailure {
            #expect(failure.diagnostic.code == .source(.unreachable))
            #expect(failure.pause == .zero)
        }
        try await Server.run(.file("[2]", etag: #""b""#).kept, port: port) { server async throws in
            #expect(try await connection.read(server.url(), unless: "\"a\"") == "[2] \"b\"")
        }
    }

    @Test("A server that comes back between two requests is asked over a new connection")
    func serverRestarts() async throws {
        let connection = connection()
        let port = try await Server.run(.file("[1]", etag: #""a""#).kept) { server async throws in
            _ = try await connection.read(server.url())
            return server.port
        }
        try await Server.run(.file("[2]", etag: #""b""#).kept, port: port) { server async throws in
            #expect(try await connection.read(server.url()) == "[2] \"b\"")
        }
    }

    @Test("A fetcher that is killed between two requests is started again")
    func fetcherDies() async throws {
        try await Server.run(.file("[1]", etag: #""a""#).kept) { server async throws in
            try await withScratchFolder { folder async throws in
                let fetcher = try await script("echo $$ >> '\(folder)/pids'; exec '\(builtFetcher)' \"$@\"", in: folder)
                let connection = RemoteConnection(fetcher: fetcher, limits: ample)
                for turn in 1...4 {
                    #expect(try await connection.read(server.url()) == "[1] \"a\"")
                    try await shell("kill -9 $(tail -1 '\(folder)/pids')")
                    #expect(try await shell("wc -l < '\(folder)/pids'").filter(\.isNumber) == "\(turn)")
                }
            }
        }
    }

    @Test(
        "A fetcher that dies of each request is not started for ever", arguments: ["exit 7", "kill -SEGV $$", "exit 0"])
    func fetcherCrashes(_ end: String) async throws {
        try await withScratchFolder { folder async throws in
            let fetcher = try await script(
                "echo x >> '\(folder)/starts'; read -r line; printf 'SAME\\t\"a\"\\n'; read -r line; \(end)", in: folder
            )
            let connection = RemoteConnection(fetcher: fetcher, limits: ample)
            _ = try await connection.read("http://127.0.0.1:1/", unless: "\"a\"")
            _ = try await connection.read("http://127.0.0.1:1/", unless: "\"a\"")
            #expect(try await shell("wc -l < '\(folder)/starts'").filter(\.isNumber) == "2")
            let crashing = try await script("read -r line; \(end)", in: folder)
            let failure = try await failure(by: crashing) { try await $0.read("http://127.0.0.1:1/") }
            #expect(failure.diagnostic.code == .source(.fetcherFailed))
        }
    }

    @Test(
        "An answer that is none is not believed",
        arguments: [
            "nonsense\\n", "OK\\t200\\t99999999\\t\\n", "OK\\t200\\t-1\\t\\n", "OK\\t500\\t1\\t\\nx", "SAME\\t\\n",
            "SAME\\t\"a\"\\n",
            "OK\\t200\\t0\\t\\n", "FAILED\\t\\t\\tsource.nonsense\\tx\\n", "FAILED\\t\\t\\tsource.status\\t\\n", "\\n",
        ])
    func garbage(_ answer: String) async throws {
        try await withScratchFolder { folder async throws in
            let fetcher = try await script("read -r line; printf '\(answer)'; exec sleep 60", in: folder)
            let failure = try await failure(by: fetcher) { try await $0.read("http://127.0.0.1:1/") }
            #expect(failure.diagnostic.code == .source(.fetcherFailed))
        }
    }

    @Test("One that does not answer in time is killed, and so is one of which nothing more is wanted")
    func overdue() async throws {
        try await withScratchFolder { folder async throws in
            let stubborn = try await script(
                "trap '' TERM INT HUP; echo $$ > '\(folder)/pid'; while :; do :; done", in: folder)
            let late = try await failure(.init(time: .milliseconds(300)), by: stubborn) {
                try await $0.read("http://127.0.0.1:1/")
            }
            #expect(late.diagnostic.code == .source(.timeout))
            #expect(try await shell("kill -0 $(cat '\(folder)/pid') 2>&1 || echo gone").contains("gone"))
            try await shell("rm '\(folder)/pid'")
            let transfer = Task { try await failure(by: stubborn) { try await $0.read("http://127.0.0.1:1/") } }
            try await shell("until [ -s '\(folder)/pid' ]; do sleep 0.01; done")
            transfer.cancel()
            #expect(try await transfer.value.diagnostic.code == .source(.cancelled))
            #expect(try await shell("kill -0 $(cat '\(folder)/pid') 2>&1 || echo gone").contains("gone"))
        }
    }

    @Test("What is refused of a file is refused here, and the next request is answered")
    func refusals() async throws {
        let replies: [String: Reply] = [
            "/page": .ok("<html>"), "/short": "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1",
            "/away": .redirect(to: "http://elsewhere.invalid/"), "/file": .redirect(to: "file:///etc/passwd"),
            "/large": .ok(String(repeating: "1", count: 5_000)),
            "/bomb": .packed(.init(form: "gzip", text: "0000000000", times: 1_000_000)),
            "/none": .status("404 Not Found"), "/gone": Reply(.reset), "/good": .file("[1]", etag: "\"a\"").kept,
        ]
        try await Server.run({ _ in replies }) { server async throws in
            let connection = connection(.init(bytes: 4_096, time: .seconds(60), attempts: 1))
            let expected: [(String, DiagnosticCode.Source, Bool)] = [
                ("/page", .notABehaviour, false), ("/short", .truncated, true), ("/away", .redirect, false),
                ("/file", .redirect, false), ("/large", .tooLarge, false), ("/bomb", .tooLarge, false),
                ("/none", .status, false), ("/gone", .unreachable, true),
            ]
            for (path, code, mayPass) in expected {
                let found = await #expect(throws: RemoteFailure.self) { try await connection.read(server.url(path)) }
                #expect(found?.diagnostic.code == .source(code), "\(path)")
                #expect((found?.pause != nil) == mayPass, "\(path)")
                #expect(try await connection.read(server.url("/good")) == "[1] \"a\"")
            }
            let odd = await #expect(throws: RemoteFailure.self) { try await connection.read("http://u:p@127.0.0.1/") }
            #expect(odd?.diagnostic.code == .source(.invalidURL))
        }
    }

    @Test("Requests that are made at once are answered one after the other, each with its own")
    func several() async throws {
        let replies = Dictionary(uniqueKeysWithValues: (0..<20).map { ("/\($0)", Reply.ok("[\($0)]").kept) })
        try await Server.run({ _ in replies }) { server async throws in
            let connection = connection()
            try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for index in 0..<20 { group.addTask { (index, try await connection.read(server.url("/\(index)"))) } }
                for try await (index, text) in group { #expect(text == "[\(index)] none") }
            }
        }
    }
}

/// A connection by the real fetcher.
func connection(_ limits: RemoteSource.Limits = ample) -> RemoteConnection {
    RemoteConnection(fetcher: builtFetcher, limits: limits, agent: "heddle/test")
}

/// The failure of a request.
func failure(
    _ limits: RemoteSource.Limits = ample, by fetcher: String = builtFetcher,
    _ request: (RemoteConnection) async throws -> Any
) async throws -> RemoteFailure {
    let connection = RemoteConnection(fetcher: fetcher, limits: limits, agent: "heddle/test")
    do {
        let answer = try await request(connection)
        throw ShellFailure(message: "it succeeded with \(answer)")
    } catch let failure as RemoteFailure {
        return failure
    }
}

extension RemoteConnection {
    /// The text at a URL and its tag, or `unchanged` and the tag.
    func read(_ url: String, unless etag: String? = nil, waiting wait: Duration? = nil) async throws -> String {
        switch try await get(url, unless: etag, waiting: wait) {
        case .new(let text, let etag): "\(String(decoding: text.bytes, as: UTF8.self)) \(etag ?? "none")"
        case .unchanged(let etag): "unchanged \(etag)"
        }
    }
}
