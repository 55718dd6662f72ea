// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle report")
struct ReportTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The events of a run that failed, kept.
    private func keep() throws -> String {
        let steps = #",{ "call": "probe.add", "with": [1, 2], "expect": { "result": 4 } }"#
        let run = try bench.heddle("run", behaviour: behaviour(steps), "--json")
        #expect(run.status == 1)
        try bench.folder.write("run.jsonl", run.output)
        return run.output
    }

    @Test("makes all reports of a kept run at once")
    func all() throws {
        _ = try keep()
        let made = try bench.heddle(
            "report", "--from", "run.jsonl", "--html", "a.html", "--junit", "a.xml", "--tap", "-", "--trace", "a.json")
        #expect(made.status == 0)
        #expect(made.errors == "")
        #expect(made.output.hasPrefix("TAP version 14\nnot ok 1 - outside of cases\n  ---\n"))
        #expect(made.output.contains("\n      = expected: int32_t 4\n"))
        #expect(made.output.hasSuffix("\n1..1\n"))
        #expect(bench.folder.text(of: "a.html")?.hasPrefix("<!DOCTYPE html>") == true)
        #expect(bench.folder.text(of: "a.xml")?.contains("<failure message=\"result of probe.add is not") == true)
        #expect(bench.folder.text(of: "a.json")?.hasSuffix("]}\n") == true)
    }

    @Test("without a choice it is what people would have seen, quotations included")
    func people() throws {
        _ = try keep()
        let live = try bench.heddle("run", "-m", bench.modules, "--no-color", "stack.json")
        let again = try bench.heddle("report", "--from", "run.jsonl")
        #expect(again.status == 0)
        #expect(again.errors == live.errors)
        #expect("CALLED\n" + again.outputWithoutTimes == live.outputWithoutTimes)
    }

    @Test("takes the events from standard input, and writes them again as they were")
    func standardInput() throws {
        let kept = try keep()
        let again = try bench.heddle("report", "--from", "-", "--json", input: kept)
        #expect(again.status == 0)
        #expect(again.output == kept)
        let beside = try bench.heddle("report", "--from", "-", "--json", "--junit", "a.xml", input: kept)
        #expect(beside.output == kept)
        #expect(bench.folder.text(of: "a.xml")?.contains("<failure") == true)
    }

    @Test("a run that was cut off is reported with a warning")
    func cutOff() throws {
        let kept = try keep()
        try bench.folder.write("cut.jsonl", String(kept.dropLast(20)))
        let made = try bench.heddle("report", "--from", "cut.jsonl", "--junit", "a.xml")
        #expect(made.status == 0)
        #expect(made.errors.hasPrefix("warning: the last line is incomplete and is ignored"))
        #expect(bench.folder.text(of: "a.xml")?.hasSuffix("</testsuites>\n") == true)
    }

    @Test("garbage is named with its place, and the report has all other lines")
    func garbage() throws {
        try bench.folder.write("run.jsonl", try keep().split(separator: "\n")[0] + "\n{\"event\":\"call\",}\n{}\n")
        let made = try bench.heddle("report", "--from", "run.jsonl", "--tap", "-", "--junit", "a.xml")
        #expect(made.status == 3)
        #expect(made.errors.contains("error: found a comma after the last value"))
        #expect(made.errors.contains("--> run.jsonl:2:16"))
        #expect(made.errors.contains("error: 1 further line of run.jsonl is no event and is left out"))
        #expect(made.output.hasPrefix("TAP version 14\nnot ok 1 - outside of cases"))
        #expect(bench.folder.text(of: "a.xml")?.hasSuffix("</testsuites>\n") == true)
    }

    @Test("a text without any event leaves no report behind")
    func nothing() throws {
        try bench.folder.write("run.jsonl", "garbage\n")
        try bench.folder.write("a.html", "before")
        let made = try bench.heddle("report", "--from", "run.jsonl", "--html", "a.html", "--junit", "a.xml")
        #expect(made.status == 3)
        #expect(made.errors.contains("error: found garbage, expected a value"))
        #expect(bench.folder.text(of: "a.html") == "before")
        #expect(bench.folder.text(of: "a.xml") == nil)
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        #expect(!left.contains { $0.hasSuffix(".tmp") })
    }

    @Test(
        "what cannot be read or written is said",
        arguments: [
            (["--from", "none.jsonl"], 3, "error: the run none.jsonl cannot be read: no such file or directory"),
            (["--from", "run.jsonl", "--html", "none/a"], 2, "error: the file none/a cannot be written: no such file"),
            (["--from", "run.jsonl", "--tap", "-", "--html", "-"], 2, "error: only one report can be written"),
            (["--from", "run.jsonl", "--tap", "-", "--json"], 2, "error: only one report can be written"),
            (["--from", "run.jsonl", "--tap", "a", "--html", "a"], 2, "error: only one report can be written to a"),
            (["--html", "a.html"], 2, "error: Missing expected argument '--from <file> ...'"),
        ])
    func refused(words: [String], status: Int32, message: String) throws {
        _ = try keep()
        let ended = try Program.built("heddle").run(["report"] + words, in: bench.folder.path)
        #expect(ended.status == status)
        #expect(ended.errors.hasPrefix(message))
    }

    @Test("a run that is killed leaves whole lines, of which reports can be made")
    func killed() throws {
        let steps = (0..<200).map { _ in #",{ "call": "probe.tell", "with": ["tick", "1"] }"# }.joined()
        let run = try bench.start(
            "run", behaviour: behaviour(steps + #",{ "call": "probe.wait_ms", "with": [50000] }"#), "--json")
        #expect(run.waits(untilOutputHas: #""index":200,"#))
        run.signal(SIGKILL)
        let ended = run.ended()
        #expect(ended.output.hasSuffix("}\n"))
        try bench.folder.write("run.jsonl", ended.output)
        let made = try bench.heddle("report", "--from", "run.jsonl", "--tap", "-")
        #expect(made.status == 0)
        #expect(made.errors.hasPrefix("warning: the run has no end"))
        #expect(made.output.hasPrefix("TAP version 14\nok 1 - outside of cases"))
    }
}
