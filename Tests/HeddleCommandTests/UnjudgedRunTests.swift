// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test tells of cases that expect nothing")
struct UnjudgedRunTests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    /// The names of the cases that passed and expected nothing.
    private func unjudged(_ file: String) throws -> [String] {
        let run = try bench.test(file, "--json")
        #expect(run.status == 0, "\(run.errors)")
        let events = try run.events
        let names = events.filter { $0.kind == "caseEnded" && $0["unjudged"] == true }
        #expect(events.last?["unjudged"] ?? 0 == names.count)
        return try names.map { try #require($0["name"]) }
    }

    private func write(_ cases: String..., rest: String = "") throws {
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1, \#(rest)
              "modules": { "probe": { "library": "probe" } },
              "cases": [\#(cases.joined(separator: ","))] }
            """#)
    }

    private let plain = #"{ "call": "probe.add", "with": [1, 2] }"#
    private let judged = #"{ "call": "probe.add", "with": [1, 2], "expect": { "result": 3 } }"#

    @Test("an expectation of a step, of a failure, of the time, of the output and of calls is one")
    func kinds() throws {
        try write(
            #"{ "name": "nothing", "steps": [\#(plain)] }"#, #"{ "name": "no steps", "steps": [] }"#,
            #"{ "name": "result", "steps": [\#(plain), \#(judged)] }"#,
            #"{ "name": "fails", "steps": [{ "call": "probe.add", "with": [1, 2], "expect": { "failure": null } }] }"#,
            #"{ "name": "time", "steps": [{ "call": "probe.add", "with": [1, 2], "atMost": "1 h" }] }"#,
            #"{ "name": "whole time", "atMost": "1 h", "steps": [\#(plain)] }"#,
            #"{ "name": "output", "expect": { "stdout": "" }, "steps": [\#(plain)] }"#,
            #"""
            { "name": "calls", "steps": [\#(plain)],
              "hooks": [{ "on": "probe.add", "before": { "expectCalls": { "times": 1 } } }] }
            """#,
            #"{ "name": "at the end", "steps": [\#(plain)], "always": [\#(judged)] }"#)
        #expect(try unjudged("a.json") == ["nothing", "no steps"])
    }

    @Test("answers that are expected to be asked for are one, and others are none")
    func answers() throws {
        func answered(_ name: String, _ rest: String = "") -> String {
            #"""
            { "name": "\#(name)", "steps": [\#(plain)], "hooks": [{ "on": "probe.add", "instead": { "answer": {
                "calls": [{ "call": "probe.add", "with": { "a": 1, "b": 2 }, "result": 3 }]\#(rest) } } }] }
            """#
        }
        try write(answered("all"), answered("any", #", "all": false"#))
        #expect(try unjudged("a.json") == ["any"])
    }

    @Test("the setup of a case is no promise of its own")
    func setup() throws {
        try write(
            #"{ "name": "set up", "steps": [\#(plain)] }"#, #"{ "name": "judged", "steps": [\#(judged)] }"#,
            rest: #""setup": [\#(judged)],"#)
        #expect(try unjudged("a.json") == ["set up"])
    }

    @Test("handles that must be released are expected to be")
    func leaks() throws {
        try write(#"{ "name": "nothing", "steps": [\#(plain)] }"#, rest: #""policy": { "leaks": "fail" },"#)
        #expect(try unjudged("a.json") == [])
    }

    @Test("each row is looked at, and a step that is left out expects nothing")
    func rows() throws {
        try write(
            #"""
            { "name": "rows", "each": [{ "n": 1 }, { "n": 2 }], "steps": [
              { "call": "probe.add", "with": [{ "ref": "row.n" }, 2] }, { "call": "probe.absent", "expect": { "result": 1 } }
            ] }
            """#, rest: #""policy": { "missing": "skip" },"#)
        #expect(try unjudged("a.json") == ["rows [1]", "rows [2]"])
    }

    @Test("the same number from several processes, in this one, and from parts that are merged")
    func runners() throws {
        try write(
            #"{ "name": "a", "steps": [\#(plain)] }"#, #"{ "name": "b", "steps": [\#(plain)] }"#,
            #"{ "name": "c", "steps": [\#(judged)] }"#)
        let sentence = "2 cases passed without expecting anything: --verbose shows which, \"expect\" mends it.\n"
        for options in [["--jobs", "2"], ["--in-process"]] {
            let run = try Program.built("heddle").run(
                ["test", "-m", bench.bench.modules, "a.json"] + options, in: bench.folder.path)
            #expect(run.errors.hasSuffix(sentence), "\(options)")
        }
        for part in 1...2 {
            try bench.folder.write("\(part).jsonl", try bench.test("a.json", "--json", "--shard", "\(part)/2").output)
        }
        let merged = try bench.bench.heddle("report", "--from", "1.jsonl", "2.jsonl")
        #expect(merged.errors.hasSuffix(sentence))
    }

    @Test("a case that failed is not one of them")
    func failed() throws {
        try write(#"{ "name": "refused", "steps": [{ "call": "probe.refuse" }] }"#)
        let run = try bench.test("a.json", "--json")
        #expect(run.status != 0)
        #expect(!run.output.contains("unjudged"))
    }
}
