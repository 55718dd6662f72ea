// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: a case that ends its process")
struct LostWorkerTests {
    private let bench: WorkerBench

    init() throws { bench = try WorkerBench() }

    @Test("has crashed, and the others run")
    func crash() throws {
        try bench.write(
            ("before", ["add 1 2 = 3"]), ("crashes", [#"say "last""#, "add 1 1", "crash"]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed before", "crashed crashes", "passed behind"])
        #expect(try run.reason(of: "crashes") == "native code crashed with SIGSEGV in odd.crash")
        #expect(try run.events.filter { $0.kind == "call" }.count == 4)
        #expect(try run.events.last?.kind == "summary")
    }

    @Test("is said why to people")
    func people() throws {
        try bench.write(("crashes", [#"say "last\nwords\n""#, "crash"]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test()
        #expect(run.status == 5)
        #expect(run.outputWithoutTimes == "  crashed      crashes   cases.json:4:1\n  passed       behind\n")
        #expect(
            run.errors.contains("native code crashed with SIGSEGV in odd.crash\nerror: the case died in this step\n"))
        #expect(run.errors.contains("\nlast\nwords\n"))
        #expect(run.errors.hasSuffix("2 cases: 1 passed, 1 crashed. 2 calls: 2 returned. 1 expectation held.\n"))
    }

    @Test(
        "is told apart by how it did",
        arguments: [
            ("leave 0", "native code ended the process in odd.leave"),
            ("end_suddenly 7", "its process ended with status 7 during odd.end_suddenly"),
            ("shoot", "its process was ended by a signal during odd.shoot: Killed"),
            ("shoot_all", "its process was ended by a signal during odd.shoot_all: Killed"),
        ])
    func ways(call: String, reason: String) throws {
        try bench.write(("ends", [call]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed ends", "passed behind"])
        #expect(try run.reason(of: "ends") == reason)
    }

    @Test("by closing what it is reached by, where it shares the process, is told so")
    func closing() throws {
        try bench.folder.write(
            "cases.json",
            bench.behaviour([#"{ "name": "closes", "steps": [{ "call": "c.closefrom", "with": [3] }] }"#]).replacing(
                #""modules": {"#,
                with:
                    #""modules": { "c": { "library": "libc.so.6", "declarations": ["void closefrom(int first)"] },"#))
        let run = try bench.test("--json", "--share")
        #expect(
            try run.reason(of: "closes")
                == "its process ended outside of a call: native code has closed the descriptor of its host, or ended the process"
        )
        #expect(try bench.test("--json").outcomes == ["passed closes"])
    }

    @Test("is an obstacle for those that need it")
    func needs() throws {
        try bench.write(
            ("crashes", ["crash"]), ("needs it", ["crash"]), ("does not", ["add 1 1 = 2"]),
            needs: ["needs it": ["crashes"]])
        #expect(try bench.test("--json").outcomes == ["crashed crashes", "skipped needs it", "passed does not"])
    }

    @Test("is tried again where retries are asked for")
    func retries() throws {
        try bench.write(("once", [#"crash_once "mark" = 1"#]), ("always", ["crash"]))
        let run = try bench.test("--json", "--retries", "2")
        #expect(
            try run.outcomes == [
                "crashed once retried", "flaky once", "crashed always retried", "crashed always retried",
                "crashed always",
            ])
        #expect(run.status == 5)
    }

    @Test("is in every report, and all of them are whole")
    func reports() throws {
        try bench.write(("crashes", ["crash"]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--junit", "r.xml", "--tap", "r.tap", "--html", "r.html", "--trace", "r.json")
        #expect(run.status == 5)
        let reason = "native code crashed with SIGSEGV in odd.crash"
        #expect(bench.folder.text(of: "r.xml")?.contains(reason) == true)
        #expect(bench.folder.text(of: "r.xml")?.hasSuffix("</testsuites>\n") == true)
        #expect(bench.folder.text(of: "r.tap")?.contains(reason) == true)
        #expect(bench.folder.text(of: "r.tap")?.hasSuffix("1..2\n") == true)
        #expect(bench.folder.text(of: "r.html")?.contains(reason) == true)
        #expect(bench.folder.text(of: "r.json")?.hasSuffix("]}\n") == true)
    }

    @Test("ends the run where cases run in its own process, which debuggers need")
    func inProcess() throws {
        try bench.write(("before", ["add 1 2 = 3"]), ("crashes", ["crash"]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--json", "--in-process")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed before"])
        #expect(run.errors.hasPrefix("error: native code crashed with SIGSEGV in odd.crash\n"))
    }

    @Test("when all cases have run, has ended badly, where cases share it")
    func end() throws {
        try bench.write(("good", ["fall_at_the_end"]))
        let run = try bench.test("--json", "--share")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed good"])
        let told = try #require(try run.events.first { $0.kind == "diagnostic" })
        #expect(told["code"] == "test.bad-end")
        let message: String? = told["message"]
        #expect(message?.hasSuffix("native code crashed with SIGSEGV at the end of the process") == true)
    }

    @Test(
        "is not run twice where native code forks and comes back twice",
        arguments: [["--json"], ["--json", "--in-process"]])
    func fork(options: [String]) throws {
        try bench.write(("forks", ["fork_and_return = 1"]), ("behind", ["add 2 2 = 4"]))
        let run = try Program.built("heddle").run(["test", "cases.json"] + options, in: bench.folder.path)
        #expect(run.status == 0)
        #expect(try run.outcomes == ["passed forks", "passed behind"])
    }

    @Test("has crashed where native code asks it to stop: nobody has interrupted the run")
    func stopped() throws {
        try bench.write(("stops", ["stop_itself", "add 1 1"]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed stops", "passed behind"])
        #expect(try run.reason(of: "stops")?.hasPrefix("its process was ended by SIGTERM in ") == true)
        let shared = try bench.test("--json", "--share")
        #expect(
            try shared.reason(of: "stops") == "native code sent its process the signal that asks a run to stop")
    }

    @Test("is none where native code stops a process that cases share: it goes on at once, within the time limit")
    func paused() throws {
        let pauses = Array(repeating: "pause_itself = 1", count: 20)
        try bench.write(("pauses", pauses), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--json", "--share", "--time-limit", "5s")
        #expect(run.status == 0)
        #expect(try run.outcomes == ["passed pauses", "passed behind"])
    }

    @Test("in a destructor of a library does not change what the run came to")
    func destructor() throws {
        try bench.write(("bad", ["add 1 1 = 3"]))
        let run = try Program.built("heddle").run(
            ["test", "cases.json"], in: bench.folder.path, environment: ["END_WRONGLY": "1"])
        #expect(run.status == 1)
    }

    @Test("and leaves a process behind, is waited for no longer")
    func child() throws {
        try bench.write(("leaves one", ["leave_a_child", "crash"]), ("behind", ["add 2 2 = 4"]))
        #expect(try bench.test("--json").outcomes == ["crashed leaves one", "passed behind"])
    }
}
