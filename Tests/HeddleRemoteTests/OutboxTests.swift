// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleAspects
import HeddleDelivery
import HeddleRemote
import Testing
import Workbench

@Suite("Events for a server", .serialized, .timeLimit(.minutes(30)))
struct OutboxTests {
    private let folder: ScratchFolder

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        folder = try ScratchFolder()
    }

    private func outbox(limit: Int = 1_000) -> Outbox {
        Outbox(folder: folder("state/events"), fetcher: builtFetcher, limit: limit)
    }

    private func send(_ numbers: Range<Int>, to place: EventPlace, by outbox: Outbox) throws -> EventLosses {
        let (writer, losses) = (try outbox.writer(for: place), EventLosses())
        for number in numbers {
            let line = #"{"label":"l","action":"m.a","data":{"n":\#(number)}}"# + "\n"
            #expect(writer.append(Array(line.utf8), UInt64(number), from: losses) == nil)
        }
        return losses
    }

    /// The events that the server got, as it got them, of all its requests.
    private func arrived(at server: Server, asArray: Bool = false) throws -> [[String: Any]] {
        try server.requests.flatMap { request -> [[String: Any]] in
            let body = request.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
            let texts = asArray ? [body] : body.split(separator: "\n").map(String.init)
            return try texts.flatMap { text -> [[String: Any]] in
                let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
                if let array = value as? [[String: Any]] { return array }
                return [try #require(value as? [String: Any])]
            }
        }
    }

    private func numbers(_ events: [[String: Any]]) -> [Int] {
        events.compactMap { ($0["data"] as? [String: Any])?["n"] as? Int }
    }

    @Test("wait in a folder that their user alone may open, also where it was open to others before")
    func mode() async throws {
        let path = folder("state/events")
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try await Server.run(.status("200 OK").kept) { server async throws in
            let outbox = outbox()
            _ = try send(0..<3, to: .http(server.url(), asArray: false), by: outbox)
            #expect(await finished(outbox, within: .seconds(300)) == [])
        }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
    }

    @Test("arrive in their order, each with a name of its own and its time", arguments: [false, true])
    func order(asArray: Bool) async throws {
        try await Server.run(.status("200 OK").kept) { server async throws in
            let outbox = outbox(limit: 5_000)
            _ = try send(0..<2_000, to: .http(server.url(), asArray: asArray), by: outbox)
            #expect(await finished(outbox, within: .seconds(300)) == [])
            let events = try arrived(at: server, asArray: asArray)
            #expect(numbers(events) == Array(0..<2_000))
            #expect(Set(events.compactMap { $0["id"] as? String }).count == 2_000)
            let now = ISO8601DateFormatter().string(from: Date()).prefix(11)
            #expect(events.allSatisfy { ($0["time"] as? String)?.hasPrefix(now) == true })
            let type = asArray ? "application/json" : "application/x-ndjson"
            #expect(server.requests.allSatisfy { $0.contains("Content-Type: \(type)\r\n") })
            #expect(server.connections == 1)
        }
    }

    @Test("wait on disk while it is down, and reach it once it is back, from another process too")
    func down() async throws {
        let port = try await Server.run(.ok("")) { $0.port }
        let place = EventPlace.http("http://127.0.0.1:\(port)/", asArray: false)
        let first = outbox()
        _ = try send(0..<10, to: place, by: first)
        let said = await finished(first, within: .seconds(30))
        #expect(said.count == 1)
        #expect(
            said.first?.hasPrefix(
                "10 events wait on disk for http://127.0.0.1:\(port)/: 127.0.0.1:\(port) could not be") == true)
        try await Server.run(.status("202 Accepted"), port: port) { server async throws in
            let second = outbox()
            _ = try send(10..<20, to: place, by: second)
            #expect(await finished(second, within: .seconds(300)) == [])
            #expect(numbers(try arrived(at: server)) == Array(0..<20))
        }
    }

    @Test("that were left reach it though the process has no further ones")
    func left() async throws {
        let port = try await Server.run(.ok("")) { $0.port }
        let place = EventPlace.http("http://127.0.0.1:\(port)/", asArray: false)
        let first = outbox()
        _ = try send(0..<3, to: place, by: first)
        _ = await finished(first, within: .seconds(30))
        try await Server.run(.ok(""), port: port) { server async throws in
            let second = outbox()
            _ = try second.writer(for: place)
            #expect(await finished(second, within: .seconds(300)) == [])
            #expect(numbers(try arrived(at: server)) == [0, 1, 2])
        }
    }

    @Test(
        "are sent again under their names when the server cannot take them now, and not before it asks for that",
        arguments: ["500 Oops", "429 Too Many Requests", "503 Later", "404 Not Yet", "401 Unauthorized"])
    func later(_ status: String) async throws {
        let refusal = Reply.status(status, headers: "Retry-After: 1\r\n")
        try await Server.run(.inTurn(refusal, refusal, .status("200 OK"))) { server async throws in
            let outbox = outbox()
            let start = ContinuousClock.now
            _ = try send(0..<3, to: .http(server.url(), asArray: false), by: outbox)
            while server.requests.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
            if status.hasPrefix("429") || status.hasPrefix("503") {
                #expect(ContinuousClock.now - start >= .seconds(2))
            }
            #expect(await finished(outbox, within: .seconds(300)) == [])
            let events = try arrived(at: server)
            #expect(numbers(events) == [0, 1, 2, 0, 1, 2, 0, 1, 2])
            #expect(Set(events.compactMap { $0["id"] as? String }).count == 3)
        }
    }

    @Test("that it refuses for good are found among the others, and counted")
    func poison() async throws {
        let (no, yes) = (Reply.status("400 Bad Request"), Reply.status("200 OK"))
        // Four at once, the first two, the third and the fourth one, and each of these.
        try await Server.run(.inTurn(no, yes, no, yes, no)) { server async throws in
            let outbox = outbox()
            _ = try send(0..<4, to: .http(server.url(), asArray: false), by: outbox)
            let said = await finished(outbox, within: .seconds(300))
            #expect(
                said == ["\(server.url()) has refused 1 event: \(server.url()) answered 400 Bad Request instead of 2xx"]
            )
            #expect(numbers(try arrived(at: server)) == [0, 1, 2, 3, 0, 1, 2, 3, 2, 3])
        }
    }

    @Test("do not hold up who sends them, however slow the server is")
    func slow() async throws {
        try await Server.run(Reply(.hang)) { server async throws in
            let outbox = outbox()
            let start = ContinuousClock.now
            _ = try send(0..<500, to: .http(server.url(), asArray: false), by: outbox)
            #expect(ContinuousClock.now - start < .seconds(5))
            let said = await finished(outbox, within: .milliseconds(500))
            #expect(said.first?.hasPrefix("500 events wait on disk for \(server.url())") == true)
        }
    }

    @Test("beyond the bound are refused and counted, and those that wait stay")
    func bound() async throws {
        let port = try await Server.run(.ok("")) { $0.port }
        let place = EventPlace.http("http://127.0.0.1:\(port)/", asArray: false)
        let first = outbox(limit: 5)
        _ = try send(0..<8, to: place, by: first)
        let said = await finished(first, within: .seconds(30))
        #expect(said.contains { $0.hasPrefix("5 events wait on disk for") })
        #expect(said.contains("3 events were dropped: the queue for http://127.0.0.1:\(port)/ was full"))
        try await Server.run(.ok(""), port: port) { server async throws in
            let second = outbox(limit: 5)
            _ = try second.writer(for: place)
            _ = await finished(second, within: .seconds(300))
            #expect(numbers(try arrived(at: server)) == [0, 1, 2, 3, 4])
        }
    }

    @Test("reach it by one process at a time")
    func several() async throws {
        try await Server.run(.status("200 OK").kept) { server async throws in
            let place = EventPlace.http(server.url(), asArray: false)
            let all = (0..<4).map { _ in outbox() }
            for (index, outbox) in all.enumerated() {
                _ = try send(index * 100..<index * 100 + 100, to: place, by: outbox)
            }
            for outbox in all.reversed() { _ = await finished(outbox, within: .seconds(300)) }
            let last = outbox()
            _ = try last.writer(for: place)
            #expect(await finished(last, within: .seconds(300)) == [])
            #expect(numbers(try arrived(at: server)).sorted() == Array(0..<400))
        }
    }

    @Test("of queues that one process opens at once all reach the disk")
    func opening() async throws {
        let port = try await Server.run(.ok("")) { $0.port }
        for round in 0..<20 {
            let place = EventPlace.http("http://127.0.0.1:\(port)/\(round)", asArray: false)
            let all = (0..<8).map { _ in outbox() }
            DispatchQueue.concurrentPerform(iterations: all.count) { index in
                for number in 0..<20 {
                    do { _ = try send(number..<number + 1, to: place, by: all[index]) } catch { Issue.record(error) }
                    usleep(200)
                    try? all[index].writer(for: place).flush()
                }
            }
            for outbox in all { _ = await finished(outbox, within: .seconds(30)) }
            let last = outbox()
            _ = try last.writer(for: place)
            let said = await finished(last, within: .seconds(30))
            #expect(said.first?.hasPrefix("160 events wait on disk for") == true, "\(said)")
        }
    }

    @Test("A collector gets them as logs of OTLP, which the official protocol reads", .enabled(if: OTLPReader.isThere))
    func otlp() async throws {
        try await Server.run({ _ in ["/v1/logs": .ok("{}")] }) { server async throws in
            let outbox = outbox()
            let writer = try outbox.writer(for: .otlp(server.url("")))
            let line =
                #"{"label":"é\n","action":"m.a","data":{"big":9223372036854775807,"bigger":9223372036854775808,"x":-1.5,"yes":true,"none":null,"list":[1,"a"],"in":{"k":2},"t":"text"}}"#
            #expect(writer.append(Array((line + "\n").utf8), 1, from: nil) == nil)
            #expect(await finished(outbox, within: .seconds(300)) == [])
            let body = try #require(server.requests.first?.components(separatedBy: "\r\n\r\n").last)
            let read = try OTLPReader.read(body, in: folder)
            #expect(read.contains("name=é\n body=é\n"))
            for attribute in [
                "heddle.action=m.a", "heddle.data.big=9223372036854775807", "heddle.data.bigger=9223372036854775808",
                "heddle.data.x=-1.5", "heddle.data.yes=True", "heddle.data.none=None", "heddle.data.list=[1, 'a']",
                "heddle.data.in={'k': 2}", "heddle.data.t=text",
            ] { #expect(read.contains(attribute + "\n"), "\(attribute)") }
        }
    }

    @Test("What a collector took in part, or refused, is not sent again")
    func partial() async throws {
        let answer = #"{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"no"}}"#
        let replies: [String: Reply] = ["/v1/logs": .inTurn(.ok(answer), .status("500 Oops"), .ok("{}"))]
        try await Server.run({ _ in replies }) { server async throws in
            let outbox = outbox()
            let place = EventPlace.otlp(server.url("/v1/logs"))
            _ = try send(0..<3, to: place, by: outbox)
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            _ = try send(3..<4, to: place, by: outbox)
            let said = await finished(outbox, within: .seconds(300))
            #expect(server.requests.count == 2)
            #expect(said.count == 1 && said[0].contains("has refused 3 events"))
            // It is told once.
            let next = self.outbox()
            _ = try next.writer(for: place)
            #expect(await finished(next, within: .seconds(300)) == [])
        }
    }

    @Test("A collector that takes a part says why, and one that takes all may warn")
    func remarks() async throws {
        let part = #"{"partialSuccess":{"rejectedLogRecords":2,"errorMessage":"too \u001b old"}}"#
        let warning = #"{"partialSuccess":{"errorMessage":"use another path"}}"#
        let replies = ["/a": Reply.ok(part), "/b": .ok(warning), "/c": .ok("no JSON"), "/d": .ok("{}")]
        try await Server.run({ _ in replies }) { server async throws in
            for (path, words) in [
                ("/a", [server.url("/a") + #" has refused 2 events: too \u001b old"#]),
                ("/b", ["\(server.url("/b")) has taken events, and warns: use another path"]), ("/c", []), ("/d", []),
            ] {
                let outbox = outbox()
                _ = try send(0..<3, to: .otlp(server.url(path)), by: outbox)
                #expect(await finished(outbox, within: .seconds(300)) == words)
            }
        }
    }

    @Test(
        "A collector that refuses gets nothing again, whatever else than a later time its status means",
        arguments: ["400 Bad Request", "401 Unauthorized", "403 Forbidden", "404 Not Found", "500 Oops"])
    func refusedByCollector(_ status: String) async throws {
        let replies: [String: Reply] = ["/v1/logs": .inTurn(.status(status), .ok("{}"))]
        try await Server.run({ _ in replies }) { server async throws in
            let outbox = outbox()
            _ = try send(0..<3, to: .otlp(server.url("")), by: outbox)
            let said = await finished(outbox, within: .seconds(300))
            #expect(server.requests.count == 1)
            #expect(said.count == 1 && said[0].contains("has refused 3 events: "), "\(said)")
            #expect(said.first?.contains(status.prefix(3)) == true, "\(said)")
        }
    }

    @Test("A collector for which a batch is too large gets its halves, and only what is too large alone is lost")
    func tooLargeForCollector() async throws {
        let (large, taken) = (Reply.status("413 Large"), Reply.ok("{}"))
        // Four at once, the first two, the last two, the third and the fourth one.
        let replies: [String: Reply] = ["/v1/logs": .inTurn(large, taken, large, taken, large)]
        try await Server.run({ _ in replies }) { server async throws in
            let outbox = outbox()
            _ = try send(0..<4, to: .otlp(server.url("")), by: outbox)
            let said = await finished(outbox, within: .seconds(300))
            #expect(server.requests.count == 5)
            #expect(said.count == 1 && said[0].contains("has refused 1 event: "), "\(said)")
            #expect(said.first?.contains("413") == true, "\(said)")
        }
    }

    @Test("A collector gets again what it may take later", arguments: ["429 Many", "502 Bad", "503 Later", "504 Slow"])
    func laterByCollector(_ status: String) async throws {
        let replies: [String: Reply] = ["/v1/logs": .inTurn(.status(status), .ok("{}"))]
        try await Server.run({ _ in replies }) { server async throws in
            let outbox = outbox()
            _ = try send(0..<3, to: .otlp(server.url("")), by: outbox)
            while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await finished(outbox, within: .seconds(300)) == [])
        }
    }

    @Test("A table gets a row for each")
    func table() async throws {
        let outbox = outbox()
        _ = try send(0..<300, to: .table(file: folder("e.sqlite"), name: "Events_1"), by: outbox)
        #expect(outbox.finish() == [])
        let rows = try await shell(
            """
            python3 -c "
            import sqlite3
            rows = sqlite3.connect('\(folder("e.sqlite"))').execute('SELECT label, action, data FROM Events_1').fetchall()
            print(len(rows), rows[0], rows[299], sep='|')
            "
            """)
        #expect(rows == #"300|('l', 'm.a', '{"n":0}')|('l', 'm.a', '{"n":299}')"# + "\n")
    }

    @Test("A table that is another one, or a database that is none, loses the events and says why")
    func wrongTable() async throws {
        try folder.write("none.sqlite", String(repeating: "no database", count: 1_000))
        try await shell(
            "python3 -c \"import sqlite3; sqlite3.connect('\(folder("other.sqlite"))').execute('CREATE TABLE e(x)')\"")
        for (file, words) in [
            ("none.sqlite", "file is not a database"), ("other.sqlite", "table e has no column named time"),
        ] {
            let outbox = outbox()
            let losses = try send(0..<3, to: .table(file: folder(file), name: "e"), by: outbox)
            _ = outbox.finish()
            #expect(losses.all.events == [0, 1, 2])
            #expect(losses.all.reason == words)
        }
    }

    @Test(
        "A place that cannot be one is refused at once",
        arguments: [
            EventPlace.http("ftp://a/", asArray: false), .http("http://u:p@a/", asArray: false), .otlp("http:///"),
            .otlp("localhost:4318"), .table(file: "f", name: "a b"), .table(file: "f", name: "1a"),
            .table(file: "f", name: "sqlite_a"), .table(file: "f", name: ""), .table(file: "f", name: "a\"; --"),
        ])
    func refused(_ place: EventPlace) {
        #expect(throws: LineFileRefusal.self) { try outbox().writer(for: place) }
    }
}

/// The protocol of OTLP as its makers publish it for Python: opentelemetry-proto.
enum OTLPReader {
    static let isThere =
        (try? Program("python3").run(["-c", "import opentelemetry.proto.collector.logs.v1"]))?.status == 0

    static func read(_ body: String, in folder: ScratchFolder) throws -> String {
        // The server keeps bytes as characters.
        try folder.write("body", Data(body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
        try folder.write(
            "read.py",
            """
            import sys
            from google.protobuf import json_format
            from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

            def plain(value):
                kind = value.WhichOneof("value")
                if kind is None: return None
                if kind == "array_value": return [plain(each) for each in value.array_value.values]
                if kind == "kvlist_value": return {each.key: plain(each.value) for each in value.kvlist_value.values}
                return getattr(value, kind)

            request = json_format.Parse(open(sys.argv[1], "rb").read(), ExportLogsServiceRequest())
            record, = request.resource_logs[0].scope_logs[0].log_records
            assert record.time_unix_nano > 0 and record.severity_number == 9
            print(f"name={record.event_name} body={record.body.string_value}")
            for attribute in record.attributes:
                print(f"{attribute.key}={plain(attribute.value)}")
            """)
        let run = try Program("python3").run([folder("read.py"), folder("body")])
        return run.status == 0 ? run.output : run.errors
    }
}

/// The sentences of an outbox at its end. A thread of its own waits for that: delivery needs those of Swift's pool.
private func finished(_ outbox: Outbox, within time: Duration) async -> [String] {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: outbox.finish(within: time)) }
    }
}
