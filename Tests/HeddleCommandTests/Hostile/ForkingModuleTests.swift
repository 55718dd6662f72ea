// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A module that forks")
struct ForkingModuleTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(
        "in the end of its instance: each case is told once, and the one that fails has failed",
        arguments: ["fork()", "syscall(SYS_fork)"], [["--json"], ["--json", "--in-process"]])
    func destroy(call: String, options: [String]) throws {
        try write(destroy: call)
        let run = try test(options)
        #expect(run.status == 1)
        #expect(try run.outcomes == ["passed a", "failed b"])
    }

    @Test("in the end of its instance writes each report once")
    func report() throws {
        try write(destroy: "fork()")
        let run = try test(["--junit", "r.xml"])
        #expect(run.status == 1)
        let junit = try #require(folder.text(of: "r.xml"))
        #expect(junit.ranges(of: "<testcase").count == 2)
        #expect(junit.hasSuffix("</testsuites>\n"))
    }

    @Test("and whose child tells of the case that is over, does not answer for the next one")
    func stranger() throws {
        // Past all that notices a fork: it copies what its parent has said to whoever listens.
        try write(destroy: "echo()")
        let run = try test(["--json"])
        #expect(run.status != 0)
        let told = try run.events.filter { $0.kind == "caseEnded" }.compactMap { $0["name"] as String? }
        #expect(Set(told).count == told.count)
        #expect(!(try run.outcomes.contains("passed b")))
    }

    @Test("in a call: what Heddle says of the child is no output of the case")
    func message() throws {
        try BuiltModules.compile(
            """
            #include <sys/wait.h>
            #include <unistd.h>
            int spread(void) { int child = fork(); if (child > 0) waitpid(child, 0, 0); return 1; }
            """, to: "libspread.so", in: folder)
        try folder.write(
            "fork.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./libspread.so", "declarations": ["int spread(void)"] } },
              "cases": [{ "name": "a", "expect": { "stderr": "" },
                "steps": [{ "call": "m.spread", "expect": { "result": 1, "stderr": "" } }] }] }
            """)
        let run = try test(["--json"])
        #expect(run.status == 0, "\(run)")
        #expect(
            (run.output + run.errors).contains("native code forked a process that came back from its call"), "\(run)")
        #expect(
            run.output.contains("1 process that it forked came back from the call, and was ended")
                && run.output.contains("test.left-behind"), "\(run)")
    }

    private func test(_ options: [String]) throws -> Program.Ended {
        try Program.built("heddle").run(["test", "fork.json"] + options, in: folder.path)
    }

    private func write(destroy: String) throws {
        let source = """
            #define _GNU_SOURCE
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/socket.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            #include <heddle/module.h>
            HEDDLE_MODULE("forking", "1.0.0")
            struct forking { int unused; };
            HEDDLE_INSTANCE(forking, begin, end)
            HEDDLE_ACTION(int, one, _Self_ struct forking *self)
            static int echo(void) {
                static const char line[] =
                    "{\\"event\\":\\"caseEnded\\",\\"id\\":\\"fork.json/a\\",\\"name\\":\\"a\\",\\"at\\":\\"fork.json:3:14\\",\\"attempt\\":1,"
                    "\\"worker\\":0,\\"outcome\\":\\"passed\\",\\"ns\\":1}\\n";
                for (int file = 3; file < 200; file++) send(file, line, sizeof line - 1, MSG_NOSIGNAL);
                return 0;
            }
            struct forking *begin(const heddle_config *config) { (void)config; return malloc(sizeof(struct forking)); }
            void end(struct forking *self) { (void)echo; if (\(destroy) < 0) abort(); free(self); }
            int one(struct forking *self) { (void)self; return 1; }
            """
        try BuiltModules.compile(source, to: "forking.so", in: folder)
        try folder.write(
            "fork.json",
            """
            { "behaviour": 1, "modules": { "f": { "library": "./forking.so" } },
              "cases": [
                { "name": "a", "steps": [{ "call": "f.one", "expect": { "result": 1 } }] },
                { "name": "b", "steps": [{ "call": "f.one", "expect": { "result": 2 } }] }] }
            """)
    }
}
