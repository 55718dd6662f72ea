// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Cases of heddle test do not see each other")
struct CaseIsolationTests {
    private let bench: LeakBench

    init() throws { bench = try LeakBench() }

    @Test("whatever one changes in its process", arguments: LeakBench.leaks)
    func changes(leak: Leak) throws {
        try bench.write([leak.leaving, leak.looking])
        let run = try bench.test("--json")
        #expect(run.status == 0, "\(leak)")
        #expect(try run.outcomes == ["passed leaves", "passed looks"])
    }

    @Test("with --share they do, as its help says", arguments: LeakBench.leaks)
    func shared(leak: Leak) throws {
        try bench.write([leak.leaving, leak.looking])
        let run = try bench.test("--json", "--share")
        #expect(try run.outcomes != ["passed leaves", "passed looks"], "\(leak)")
        #expect(try Program.built("heddle").run(["test", "--help"]).output.contains("--share"))
    }

    @Test("so the verdicts are the same for any number of jobs, and in any order")
    func verdicts() throws {
        let cases = LeakBench.leaks.flatMap { leak in
            [leak.leaving.named("\(leak.kind) leaves"), leak.looking.named("\(leak.kind) looks")]
        }
        try bench.write(cases)
        let expected = try bench.test("--json").outcomes.sorted()
        #expect(expected == cases.map { "passed \($0.name)" }.sorted())
        for options in [["--jobs", "2"], ["--jobs", "5"], ["--seed", "1"], ["--jobs", "3", "--seed", "2"]] {
            #expect(try bench.test(["--json"] + options).outcomes.sorted() == expected)
        }
    }

    @Test("in a file of so many that their memory is gathered")
    func manyCases() throws {
        try BuiltModules.compile(
            "static int calls; int count(void) { return ++calls; }", to: "count.so", flags: [], in: bench.folder)
        let cases = (1...150).map { number in
            // Steps of their own, so that the plan is large.
            let steps = (1...200).map { #"{ "call": "m.count", "expect": { "result": \#($0) } }"# }
            return #"{ "name": "case \#(number)", "steps": [\#(steps.joined(separator: ", "))] }"#
        }
        let modules = #""m": { "library": "./count.so", "declarations": ["int count(void)"] }"#
        try bench.folder.write(
            "cases.json",
            #"{ "behaviour": 1, "modules": { \#(modules) }, "cases": [\#(cases.joined(separator: ", "))] }"#)
        let run = try bench.test("--json")
        #expect(run.status == 0)
        #expect(try run.outcomes == (1...150).map { "passed case \($0)" })
    }

    @Test(
        "also where loading starts threads, opens files, starts processes or shares memory",
        arguments: ["THREAD", "FILE", "PROCESS", "MEMORY"])
    func constructors(kind: String) throws {
        let leaks = LeakBench.leaks.filter { ["static", "loaded"].contains($0.kind) }
        try bench.write(
            leaks.flatMap { [$0.leaving.named("\($0.kind) leaves"), $0.looking.named("\($0.kind) looks")] })
        let run = try bench.test(["--json"], environment: [kind: "1"])
        #expect(run.status == 0)
        #expect(
            try run.outcomes == [
                "passed static leaves", "passed static looks", "passed loaded leaves", "passed loaded looks",
            ])
    }

    @Test("a thread of a case and its first one meet at locks of Heddle")
    func locks() throws {
        try BuiltModules.compile(Self.meeting, to: "meeting.so", flags: ["-pthread"], in: bench.folder)
        let step = #"{ "call": "m.meet", "with": [3000], "expect": { "result": 6000 } }"#
        try bench.folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./meeting.so" } },
              "hooks": [{ "on": "m.touch", "after": ["count", "log"] }],
              "cases": [{ "name": "a", "steps": [\(step)] }, { "name": "b", "steps": [\(step)] }] }
            """)
        let run = try bench.test("--json")
        #expect(run.status == 0)
        #expect(try run.outcomes == ["passed a", "passed b"])
    }

    private static let meeting = """
        #include <pthread.h>
        #include <heddle/module.h>
        HEDDLE_MODULE("meeting", "1.0.0")
        HEDDLE_ACTION(int32_t, touch, void)
        HEDDLE_ACTION(int32_t, meet, int32_t times)
        int32_t touch(void) { return 1; }
        static int32_t made;
        static void *touch_often(void *times) {
            heddle_action *touch = heddle->find("m.touch", "int32_t touch(void)");
            int32_t result = 0;
            for (int32_t left = *(int32_t *)times; left > 0; left--)
                if (heddle->call(touch, NULL, &result)) __atomic_add_fetch(&made, result, __ATOMIC_SEQ_CST);
            return NULL;
        }
        int32_t meet(int32_t times) {
            pthread_t thread;
            if (pthread_create(&thread, NULL, touch_often, &times) != 0) return -1;
            touch_often(&times);
            pthread_join(thread, NULL);
            return made;
        }
        """
}
