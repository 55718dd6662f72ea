// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: how often and how long")
struct TestOptionTests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    @Test("tells first what it is going to do")
    func start() throws {
        try bench.write("a.json", good("a"), good("b"))
        let first = try #require(try bench.test("a.json", "--json", "--seed", "7", "--shard", "1/2").events.first)
        let origin =
            #/,"origin":{"date":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","host":"[^"]+","system":"Linux [^"]+","processors":\d+,"version":"[0-9.]+"}}$/#
        let mark = #/,"mark":"[0-9a-f]{16}"/#
        #expect(first.line.contains(origin) && first.line.contains(mark))
        #expect(
            first.line.replacing(origin, with: "}").replacing(mark, with: "")
                == #"{"event":"runStarted","files":["a.json"],"seed":7,"shard":{"index":1,"count":2,"cases":1,"total":2},"jobs":1}"#
        )
        let plain = try #require(try bench.test("a.json", "--json").events.first)
        #expect(plain.line.replacing(origin, with: "}") == #"{"event":"runStarted","files":["a.json"],"jobs":1}"#)
    }

    @Test("a case that passes at a later attempt is flaky, and the run passes")
    func flaky() throws {
        try bench.write("a.json", holds("third", atTime: 3), good("needs it", needs: ["third"]))
        let run = try bench.test("a.json", "--json", "--retries", "2")
        #expect(run.status == 0)
        #expect(
            try run.outcomes == ["failed third retried", "failed third retried", "flaky third", "passed needs it"])
        #expect(try run.events.filter { $0.kind == "caseStarted" }.compactMap { $0["attempt"] } == [1, 2, 3, 1])
        #expect(run.output.contains(#""cases":{"passed":1,"flaky":1,"failed":0,"#))
    }

    @Test("a case that fails at all attempts has failed once")
    func retried() throws {
        try bench.write("a.json", bad("b"))
        let run = try bench.test("a.json", "--json", "--retries", "1")
        #expect(run.status == 1)
        #expect(try run.outcomes == ["failed b retried", "failed b"])
        #expect(run.output.contains(#""cases":{"passed":0,"flaky":0,"failed":1,"#))
    }

    @Test("runs all cases again, each time as cases of their own")
    func repeated() throws {
        try bench.write("a.json", good("x"), good("y"))
        let run = try bench.test("a.json", "--json", "--repeat", "3")
        #expect(run.status == 0)
        #expect(
            try run.outcomes == [
                "passed x", "passed y", "passed x (run 2)", "passed y (run 2)", "passed x (run 3)", "passed y (run 3)",
            ])
        let ids: [String] = try run.events.filter { $0.kind == "caseEnded" }.compactMap { $0["id"] }
        #expect(ids[0] == "a.json/x" && ids[2] == "a.json/x (run 2)")
    }

    @Test("what failed in one run is no obstacle in the next one")
    func ledger() throws {
        try bench.write("a.json", holds("second", atTime: 2), good("x", needs: ["second"]))
        let run = try bench.test("a.json", "--json", "--repeat", "2")
        #expect(run.status == 1)
        #expect(try run.outcomes == ["failed second", "skipped x", "passed second (run 2)", "passed x (run 2)"])
    }

    @Test("a case that was skipped has not passed for those that need it")
    func skipped() throws {
        let left = #"""
            { "name": "left", "steps": [{ "call": "probe.add", "with": [1, 1], "if": { "result": 3 }, "reason": "two",
              "then": [{ "call": "probe.add", "with": [1, 1], "expect": { "result": 2 } }] }] }
            """#
        try bench.write("a.json", left, good("x", needs: ["left"]))
        for options in [[], ["--share"], ["--in-process"]] {
            let run = try Program.built("heddle").run(
                ["test", "-m", bench.bench.modules, "a.json", "--json"] + options, in: bench.folder.path)
            #expect(try run.outcomes == ["skipped left", "skipped x"])
        }
    }

    @Test("a failure that the status allows is not told, and what did not hold is the headline")
    func allowedFailure() throws {
        let step = #"{ "call": "c.chdir", "with": ["/nowhere"], "expect": { "status": "failed" } }"#
        try bench.folder.write(
            "a.json",
            """
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6",
                "declarations": ["_Success_(return == 0) int chdir(const char *path)", "int abs(int n)"] } },
              "cases": [{ "name": "a", "steps": [\(step), { "call": "c.abs", "with": [-1], "expect": { "result": 2 } }] }] }
            """)
        let run = try bench.test("a.json", "--tap", "-")
        #expect(run.errors.contains("error: result of c.abs is not what was expected"))
        #expect(!run.errors.contains("c.chdir"), "\(run.errors)")
    }

    @Test("runs all cases until one fails, and the others of that time still")
    func untilFail() throws {
        try bench.write("a.json", fails("a", atTime: 3), good("b"))
        let run = try bench.test("a.json", "--json", "--until-fail")
        #expect(run.status == 1)
        #expect(try run.outcomes.suffix(2) == ["failed a (run 3)", "passed b (run 3)"])
        let limited = try bench.test("a.json", "--json", "--until-fail", "--repeat", "2")
        #expect(limited.status == 0)
        #expect(try limited.outcomes.count == 4)
    }

    @Test("begins no case behind one that failed, and says how many were left")
    func failFast() throws {
        try bench.write("a.json", good("a"), bad("b"), good("c"), good("d"))
        let run = try bench.test("a.json", "--fail-fast")
        #expect(run.status == 1)
        #expect(run.passed == ["a"])
        #expect(run.errors.contains("notice: 2 cases were not run: a case failed, and --fail-fast stops there\n"))
        try bench.write("a.json", good("a"), bad("b"))
        #expect(!(try bench.test("a.json", "--fail-fast").errors.contains("not run")))
        let repeated = try bench.test("a.json", "--json", "--fail-fast", "--repeat", "5")
        #expect(try repeated.outcomes == ["passed a", "failed b"])
        #expect(repeated.output.contains(#""code":"test.not-run","message":"8 cases were not run"#))
    }

    @Test("a case that is tried again stops nothing before its last attempt")
    func failFastRetries() throws {
        try bench.write("a.json", holds("second", atTime: 2), good("x"))
        let run = try bench.test("a.json", "--json", "--fail-fast", "--retries", "1")
        #expect(run.status == 0)
        #expect(try run.outcomes == ["failed second retried", "flaky second", "passed x"])
    }

    @Test("lists the slowest cases at the end")
    func slowest() throws {
        try bench.write(
            "a.json", good("quick"),
            #"{ "name": "slow", "steps": [{ "call": "probe.wait_ms", "with": [200] }] }"#)
        let run = try bench.test("a.json", "--slowest", "1")
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.dropLast().last == "Slowest cases")
        #expect(lines.last?.hasSuffix("ms  slow") == true)
    }

    @Test("calls in cases say when they began and what was around them")
    func hooks() throws {
        try bench.folder.write(
            "a.json",
            """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
              "hooks": [{ "on": "probe.*", "before": "log", "after": "time" },
                        { "on": "probe.*", "before": "log", "after": "log", "once": true }],
              "steps": [{ "call": "probe.nothing" }],
              "cases": [{ "name": "a", "steps": [{ "call": "probe.nothing" }, { "call": "probe.nothing" }] }] }
            """)
        let calls = try bench.test("a.json", "--json").events.filter { $0.kind == "call" }
        let hooks: [[String]] = calls.compactMap { $0["hooks"] }
        #expect(hooks == [["log", "time", "log"], ["log", "time"]])
        let starts: [Int] = calls.compactMap { $0["start"] }
        #expect(starts.count == 2 && starts == starts.sorted())
        let run = try bench.bench.heddle("run", "-m", bench.bench.modules, "a.json", "--json").events
        #expect(
            run.first { $0.kind == "call" }?.names == [
                "call", "errno", "event", "index", "ns", "out", "result", "status", "with",
            ])
    }

    @Test(
        "what makes no sense is a mistake of usage",
        arguments: [
            (["--repeat", "0"], "--repeat is 0, it takes a number from 1 to 1000000"),
            (["--repeat", "99999999"], "--repeat is 99999999, it takes"),
            (["--repeat", "x"], "The value 'x' is invalid for '--repeat <times>'"),
            (["--retries", "0"], "--retries is 0, it takes"),
            (["--slowest", "0"], "--slowest is 0, it takes"),
            (["--slowest", "3", "--json"], "--slowest writes to the console"),
            (["--until-fail", "--repeat", "1"], "--until-fail runs the cases more than once"),
            (["--until-fail", "--retries", "2"], "--until-fail looks for failures and --retries ignores them"),
            (["--shard", "0/2"], "0/2 is not a part such as 2/5, the second of five, and not auto or auto/5"),
            (["--shard", "3/2"], "3/2 is not a part such as 2/5, the second of five, and not auto or auto/5"),
            (["--shard", "2"], "2 is not a part such as 2/5, the second of five, and not auto or auto/5"),
            (["--shard", "1/2/3"], "1/2/3 is not a part such as 2/5, the second of five, and not auto or auto/5"),
            (["--shard", "auto/0"], "auto/0 is not a part such as 2/5"),
            (["--shard", "a/b"], "a/b is not a part such as 2/5, the second of five, and not auto or auto/5"),
            (["--seed", "x"], "The value 'x' is invalid for '--seed <number>'"),
            (["--tap", "-", "--json"], "only one report can be written to standard output"),
            (["--tap", "t", "--junit", "t"], "only one report can be written to t"),
        ])
    func senseless(words: [String], message: String) throws {
        try bench.write("a.json", good("NOT REACHED"))
        let run = try Program.built("heddle").run(["test", "a.json"] + words, in: bench.folder.path)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.contains(message))
    }
}
