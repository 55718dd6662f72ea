// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Foundation
import HeddleReport
import Testing

@Suite("Traces")
struct TraceReportTests {
    private struct Slice {
        let members: [String: Any]

        subscript<Value>(_ name: String) -> Value? { members[name] as? Value }
        var track: Int? { self["tid"] }
        var name: String? { self["name"] }
        /// In nanoseconds.
        var start: Int { nanoseconds("ts") }
        var end: Int { start + nanoseconds("dur") }
        var arguments: [String: Any] { self["args"] ?? [:] }

        private func nanoseconds(_ name: String) -> Int { Int(((self[name] ?? -1.0) * 1000).rounded()) }
    }

    private func trace(_ events: [Event]) -> String { text(of: events) { TraceReport(write: $0) } }

    private func slices(_ events: [Event], phase: String = "X") throws -> [Slice] {
        let root = try JSONSerialization.jsonObject(with: Data(trace(events).utf8)) as? [String: Any]
        let all = try #require(root?["traceEvents"] as? [[String: Any]])
        return all.filter { $0["ph"] as? String == phase }.map(Slice.init)
    }

    @Test("a case and a call, written out")
    func whole() {
        let events = Scene.attempt(
            Scene.attempt("a", tags: ["t"], start: 1_234_567), CaseEnding(.passed, nanoseconds: 1000),
            Scene.call(0, start: 1_234_600, nanoseconds: 7, hooks: ["log", "time"]))
        #expect(
            trace(events) == #"""
                {"displayTimeUnit":"ns","traceEvents":[
                {"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"heddle"}},
                {"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"worker 0"}},
                {"ph":"X","pid":1,"tid":1,"ts":1234.567,"dur":1.000,"name":"a","cat":"case,passed","args":{"outcome":"passed","id":"a","at":"cases.json:2:3","attempt":1,"tags":["t"]}},
                {"ph":"X","pid":1,"tid":1,"ts":1234.600,"dur":0.007,"name":"z.crc32","cat":"call,returned","args":{"status":"returned","with":"[7]","result":"1","hooks":["log","time"]}}
                ]}

                """#)
    }

    @Test("each worker is a thread with its name, and so is what happened outside of cases")
    func threads() throws {
        let names = try slices(Scene.everything, phase: "M").filter { $0.name == "thread_name" }
        #expect(names.map(\.track) == [1, 2, 0])
        #expect(names.map { $0.arguments["name"] as? String } == ["worker 0", "worker 1", "outside of cases"])
    }

    @Test("each attempt and each call is a slice; a slice that is inside of another stands behind it")
    func nesting() throws {
        let slices = try slices(Scene.everything)
        #expect(slices.count == 11 + 7)
        for (_, track) in Dictionary(grouping: slices, by: \.track) {
            var open: [Slice] = []
            for slice in track {
                while let last = open.last, last.end <= slice.start, last.end < slice.end { open.removeLast() }
                if let last = open.last { #expect(slice.end <= last.end) }
                open.append(slice)
            }
        }
    }

    @Test("every text arrives, in names and in what belongs to a slice")
    func hostile() throws {
        let slices = try slices(Scene.everything)
        let record = try #require(slices.first { $0.name == hostileText })
        #expect(record.arguments["tags"] as? [String] == [hostileText])
        let call = try #require(slices.first { $0.name == hostileText + ".f" })
        #expect(call.arguments["hooks"] as? [String] == [hostileText])
        let with = try #require(call.arguments["with"] as? String)
        #expect(try JSONSerialization.jsonObject(with: Data(with.utf8)) as? [String] == [hostileText])
    }

    @Test("large numbers are texts, so that no viewer rounds them")
    func largeNumbers() throws {
        let call = try slices([Scene.call(nil, .returned(.integer(18_446_744_073_709_551_615)))])[1]
        #expect(call.arguments["result"] as? String == "18446744073709551615")
    }

    @Test("an empty run is a trace as well")
    func empty() throws {
        #expect(try slices([]).isEmpty)
    }
}
