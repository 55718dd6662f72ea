// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The trace of a run that a host makes", .serialized)
struct ServedTraceTests {
    private let host: RunningHost
    private let server: VersionServer
    private let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private let caller = "00f067aa0ba902b7"

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        try host.folder.write("add.json", adding(1, 2, is: 3))
        host.environment = ["XDG_STATE_HOME=\(host.folder("events"))"]
    }

    private func start() throws {
        try host.start(#""add": {"from": "add.json"}"#, rest: #", "traces": {"to": "\#(server.url(""))"}"#)
    }

    /// Asks for a run in a trace, and returns the report.
    private func run(_ flags: String = "01", _ more: String = "") throws -> [String: Any] {
        let head = "traceparent: 00-\(trace)-\(caller)-\(flags)\r\n\(more)"
        return try host.ask("POST", "/behaviours/add/run", head).json
    }

    /// The spans that have arrived, once there are that many.
    private func spans(_ count: Int) throws -> [[String: Any]] {
        func all() -> [[String: Any]] {
            server.reports.flatMap { line -> [[String: Any]] in
                let body = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
                let resources = body?["resourceSpans"] as? [[String: Any]] ?? []
                let scopes = resources.flatMap { $0["scopeSpans"] as? [[String: Any]] ?? [] }
                return scopes.flatMap { $0["spans"] as? [[String: Any]] ?? [] }
            }
        }
        try #require(host.wait { all().count >= count }, "\(server.reports) \(host.log)")
        return all()
    }

    private func attribute(_ name: String, of span: [String: Any]) -> [String: Any]? {
        let all = span["attributes"] as? [[String: Any]] ?? []
        return all.first { $0["key"] as? String == name }?["value"] as? [String: Any]
    }

    @Test("has a span for the run and one for each call, and the report names it")
    func whole() throws {
        try start()
        let report = try host.run("add")
        let spans = try spans(2)
        #expect(spans.map { $0["name"] as? String } == ["probe.add", "run add.json"])
        let run = spans[1]
        #expect(run["traceId"] as? String == report["trace"] as? String && run["parentSpanId"] == nil)
        #expect(spans[0]["traceId"] as? String == report["trace"] as? String)
        #expect(spans[0]["parentSpanId"] as? String == run["spanId"] as? String)
        #expect(attribute("heddle.run.number", of: run)?["intValue"] as? String == "1")
        #expect(
            server.reports.contains { $0.contains(#"{"key":"service.instance.id","value":{"stringValue":"till-1"}}"#) })
    }

    @Test("goes on with that of whoever asks for the run, and each run has a place of its own")
    func callers() throws {
        try start()
        for _ in 0..<2 { #expect(try run("01", "tracestate: shop=1\r\n")["trace"] as? String == trace) }
        #expect(try host.run("add")["trace"] as? String != trace)
        let runs = try spans(6).filter { ($0["name"] as? String)?.hasPrefix("run") == true }
        #expect(runs.map { $0["parentSpanId"] as? String } == [caller, caller, nil])
        #expect(runs.map { $0["traceState"] as? String } == ["shop=1", "shop=1", nil])
        #expect(Set(runs.compactMap { $0["spanId"] as? String }).count == 3)
    }

    @Test("is not recorded where that of the caller is not, and begins anew where the caller's is none")
    func otherCallers() throws {
        try start()
        let unrecorded = try run("00")
        #expect(unrecorded["ending"] as? String == "held" && unrecorded["trace"] == nil)
        let wrong = try host.ask("POST", "/behaviours/add/run", "traceparent: 00-0-0-01\r\n").json
        #expect((wrong["trace"] as? String)?.count == 32)
        #expect(try spans(2).allSatisfy { $0["traceId"] as? String == wrong["trace"] as? String })
    }

    @Test("tells of a run that failed, and of one after it")
    func failures() throws {
        try host.folder.write("add.json", adding(1, 2, is: 4))
        try start()
        for _ in 0..<2 { #expect(try host.run("add")["ending"] as? String == "failed") }
        let runs = try spans(4).filter { ($0["name"] as? String)?.hasPrefix("run") == true }
        #expect(runs.allSatisfy { ($0["status"] as? [String: Any])?["code"] as? Int == 2 })
        #expect(runs.map { attribute("heddle.run.number", of: $0)?["intValue"] as? String } == ["1", "2"])
    }

    @Test("is sent where OTEL_TRACES_EXPORTER asks for it")
    func environment() throws {
        host.environment += ["OTEL_TRACES_EXPORTER=otlp", "OTEL_EXPORTER_OTLP_ENDPOINT=\(server.url(""))"]
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(try host.run("add")["trace"] != nil)
        #expect(try spans(2).count == 2)
    }

    @Test("is sent later where the collector is away, and holds up no run")
    func silence() throws {
        server.pause()
        try start()
        #expect(try host.run("add")["ending"] as? String == "held")
        server.resume()
        #expect(try spans(2).count == 2)
    }
}
