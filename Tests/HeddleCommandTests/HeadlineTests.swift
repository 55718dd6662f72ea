// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The first difference is the headline")
struct HeadlineTests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    private func write(_ steps: [String], _ rest: String = "") throws {
        try bench.write("a.json", #"{ "name": "sums", "steps": [\#(steps.joined(separator: ","))] \#(rest) }"#)
    }

    private func add(_ one: String, _ other: String, expect: String) -> String {
        #"{ "call": "probe.add", "with": [\#(one), \#(other)], "expect": { \#(expect) } }"#
    }

    /// Expects each report of the run, and of the run merged from what was kept of it, to be headed by what was
    /// expected there.
    private func expectHeadline(_ expected: String, of count: Int = 1, in options: String...) throws {
        let reports = ["--junit", "a.xml", "--tap", "a.tap", "--html", "a.html", "--annotations", "a.txt"]
        let live = try Program.built("heddle").run(
            ["test", "-m", bench.bench.modules, "a.json"] + options + reports, in: bench.folder.path)
        #expect(live.status == 1, "\(live.errors)")
        try expectReports(expected, count, live.errors)
        let kept = try Program.built("heddle").run(
            ["test", "-m", bench.bench.modules, "a.json", "--json"] + options, in: bench.folder.path)
        try bench.folder.write("run.jsonl", kept.output)
        let merged = try Program.built("heddle").run(
            ["report", "--from", "run.jsonl"] + reports, in: bench.folder.path)
        #expect(merged.status == 0)
        try expectReports(expected, count, nil)
        try expectReports(expected, count, try bench.bench.heddle("report", "--from", "run.jsonl").errors)
    }

    private func expectReports(_ expected: String, _ count: Int, _ console: String?) throws {
        if let console { #expect(firstExpected(console) == expected, "\(console)") }
        let message = "result of probe.add is not what was expected: expected \(expected), actual "
        let junit = try #require(bench.folder.text(of: "a.xml"))
        #expect(junit.matches(of: try Regex(#"<failure message="\#(message)"#)).count == count, "\(junit)")
        #expect(firstExpected(junit) == expected, "\(junit)")
        let tap = try #require(bench.folder.text(of: "a.tap"))
        #expect(tap.matches(of: try Regex(#"message: "\#(message)"#)).count == count, "\(tap)")
        #expect(firstExpected(tap) == expected, "\(tap)")
        let page = try #require(bench.folder.text(of: "a.html"))
        #expect(page.matches(of: try Regex(#""details":"error: result of probe.add is not "#)).count >= count)
        #expect(firstExpected(page) == expected)
        #expect(firstExpected(try #require(bench.folder.text(of: "a.txt"))) == expected)
    }

    /// The value that a text says first was expected.
    private func firstExpected(_ text: String) -> String? {
        text.firstMatch(of: #/expected: (int32_t [0-9]+)/#).map { String($0.1) }
    }

    @Test("of several in one step, in the order in which the step has them")
    func oneStep() throws {
        try write([add("1", "2", expect: #""result": 4, "errno": 7"#)])
        try expectHeadline("int32_t 4")
    }

    @Test("of those of several steps, that of a step that runs in any case and of the whole case among them")
    func severalSteps() throws {
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1, "policy": { "onFailure": "continue" }, "modules": { "probe": { "library": "probe" } },
              "cases": [{ "name": "sums", "expect": { "stdout": "x" },
                "steps": [\#(add("1", "1", expect: #""result": 2"#)), \#(add("1", "2", expect: #""result": 4"#)),
                          \#(add("2", "2", expect: #""result": 5"#))],
                "always": [\#(add("3", "3", expect: #""result": 7"#))] }] }
            """#)
        try expectHeadline("int32_t 4")
    }

    @Test("of each row of a table")
    func rows() throws {
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1, "policy": { "onFailure": "continue" }, "modules": { "probe": { "library": "probe" } },
              "cases": [{ "name": "sums", "each": [{ "n": 1 }, { "n": 2 }], "steps": [
                \#(add(#"{ "ref": "row.n" }"#, "9", expect: #""result": 4"#)),
                \#(add(#"{ "ref": "row.n" }"#, "8", expect: #""result": 5"#))] }] }
            """#)
        try expectHeadline("int32_t 4", of: 2)
    }

    @Test("of each attempt")
    func attempts() throws {
        let always = add("3", "3", expect: #""result": 7"#)
        try write([add("1", "2", expect: #""result": 4"#)], #", "always": [\#(always)]"#)
        try expectHeadline("int32_t 4", in: "--retries", "1")
    }
}
