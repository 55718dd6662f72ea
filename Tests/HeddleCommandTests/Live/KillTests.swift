// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A run that is killed at any moment")
struct KillTests {
    private let bench: TestBench

    init() throws {
        bench = try TestBench()
        let cases = (0..<150).map { number in
            #"""
            { "name": "case \#(number)",
              "steps": [
                { "call": "probe.add", "with": [\#(number), 1], "expect": { "result": \#(number + 1) } },
                { "call": "probe.same_text", "with": ["\#(String(repeating: "long ", count: 40))"] },
                { "call": "probe.tell", "with": ["tick", "{\"n\": \#(number)}"] }
              ] }
            """#
        }
        try bench.folder.write(
            "a.json",
            #"{ "behaviour": 1, "modules": { "probe": { "library": "probe" } }, "cases": [\#(cases.joined(separator: ","))] }"#
        )
    }

    private var reports: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).filter { $0.hasPrefix("r.") }
        }
    }

    @Test(
        "leaves whole lines, of which reports can be made that say so, and no report that is broken", arguments: 0..<24)
    func killed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let run = try Program.built("heddle").start(
            ["test", "-m", bench.bench.modules, "a.json", "--json", "--html", "r.html", "--junit", "r.xml"],
            in: bench.folder.path)
        // Not before there is something to keep, and then at a place that is as good as any.
        let number = Int.random(in: 0..<150, using: &random)
        _ = run.waits(untilOutputHas: #""name":"case \#(number)","#)
        usleep(UInt32.random(in: 0..<3000, using: &random))
        run.signal(SIGKILL)
        let ended = run.ended()
        let isOver = ended.status == 0
        #expect(try reports.sorted() == (isOver ? ["r.html", "r.xml"] : []) || ended.output.contains(#""summary""#))

        let whole = ended.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(!whole.isEmpty)
        for line in whole { _ = try Event(line) }
        try bench.folder.write("run.jsonl", ended.output)
        let made = try bench.bench.heddle("report", "--from", "run.jsonl", "--tap", "-")
        #expect(made.status == 0)
        #expect(made.output.hasPrefix("TAP version 14\n"))
        let hasEnd = whole.last?.contains(#""event":"summary""#) == true
        #expect(made.errors.isEmpty == hasEnd)
        #expect(hasEnd || made.errors.hasPrefix("warning: the "))
    }

    @Test("a kept run without an end is reported, and that it has none is said")
    func noEnd() throws {
        let run = try bench.test("a.json", "--json", "--name", "case 1")
        let lines = run.output.split(separator: "\n")
        try bench.folder.write("run.jsonl", lines.dropLast(2).joined(separator: "\n") + "\n")
        let made = try bench.bench.heddle("report", "--from", "run.jsonl")
        #expect(made.status == 0)
        #expect(made.output.contains("  interrupted  case 1"))
        #expect(
            made.errors.contains("warning: the run has no end: its writer ended after this event"))
        let events = try bench.bench.heddle("report", "--from", "run.jsonl", "--json").events
        #expect(events.dropLast().last?["code"] == "kept-run.no-end")
        #expect(events.last?.kind == "summary")
    }
}
