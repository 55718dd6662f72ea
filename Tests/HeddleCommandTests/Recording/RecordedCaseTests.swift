// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle record keeps what a case promises", .waiting)
struct RecordedCaseTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func write(_ cases: String, to name: String = "stack.json") throws {
        try bench.folder.write(
            name,
            #"""
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int puts(const char *text)", "int abs(int number)", "int fflush(_In_opt_ FILE *stream)" ] } },
              "cases": [\#(cases)] }
            """#)
    }

    private func record(_ options: String...) throws -> Program.Ended { try record(options) }

    private func record(_ options: [String]) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["record", "stack.json", "-o", "recorded.json"] + options, in: bench.folder.path)
    }

    private var recorded: String { bench.folder.text(of: "recorded.json") ?? "" }

    private func expectHeldAndSteady() throws {
        let test = try bench.heddle("test", "recorded.json")
        #expect(test.status == 0, "\(test.output)\(test.errors)")
        let again = try bench.heddle("record", "recorded.json", "-o", "again.json")
        #expect(again.status == 0, "\(again.errors)")
        #expect(bench.folder.text(of: "again.json") == recorded)
    }

    @Test("its output and its time, with the values of its row")
    func promises() throws {
        try write(
            #"""
            { "name": "greets", "atMost": "1 h", "each": [{ "name": "weft" }, { "name": "warp" }],
              "expect": { "stdout": { "contains": { "ref": "row.name" } } },
              "steps": [{ "call": "c.puts", "with": [{ "ref": "row.name" }] }, { "call": "c.fflush", "with": [null] }] }
            """#)
        let ended = try record()
        #expect(ended.status == 0, "\(ended.errors)")
        for name in ["weft", "warp"] {
            #expect(recorded.contains(#""expect": { "stdout": { "contains": "\#(name)" } }"#), "\(recorded)")
        }
        #expect(recorded.matches(of: #/"atMost": "1 h"/#).count == 2)
        try expectHeldAndSteady()
    }

    @Test(
        "of those that have not died: such a case is told, and the others are recorded", arguments: [[], ["--stubs"]])
    func deaths(options: [String]) throws {
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            #include <unistd.h>
            static void wait_for_ever(void) { for (;;) pause(); }
            int one(void) { return 1; }
            int die(void) { abort(); }
            int die_at_exit(void) { return atexit(abort); }
            int stay(void) { return atexit(wait_for_ever); }
            int same(const char *text) { return text != 0; }
            """, to: "dying.so", in: bench.folder)
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1,
              "modules": { "d": { "library": "./dying.so", "declarations": [
                "int one(void)", "int die(void)", "int die_at_exit(void)", "int stay(void)",
                "int same(const char *text)" ] } },
              "cases": [
                { "name": "dies", "steps": [
                    { "call": "d.same", "with": [{ "ref": "temporary.folder" }] }, { "call": "d.die" }] },
                { "name": "dies late", "steps": [{ "call": "d.die_at_exit" }] },
                { "name": "never ends, and so dies", "steps": [{ "call": "d.stay" }] },
                { "name": "has a folder", "steps": [{ "call": "d.same", "with": [{ "ref": "temporary.folder" }] }] },
                { "name": "lives", "steps": [{ "call": "d.one" }] }] }
            """#)
        let ended = try record(options)
        #expect(ended.status == 5, "\(ended.errors)")
        #expect(
            ended.errors.contains(
                #"the case "dies" died and is not in the recording: native code crashed with SIGABRT"#))
        #expect(ended.errors.contains(#"the case "dies late" died and is not in the recording: native code crashed"#))
        #expect(ended.errors.contains("its process did not end within 5 s behind the case"))
        #expect(!recorded.contains("dies"), "\(recorded)")
        #expect(recorded.contains("has a folder") && recorded.contains("lives"), "\(recorded)")
        try expectHeldAndSteady()
    }

    @Test("apart from the state that another case leaves in a library, as heddle test runs them")
    func isolation() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } },
              "cases": [
                { "name": "a", "steps": [{ "call": "c.rand" }] }, { "name": "b", "steps": [{ "call": "c.rand" }] },
                { "name": "sets", "steps": [{ "call": "c.setenv", "with": ["HEDDLE_WEFT", "1", 1] }] },
                { "name": "needs it", "needs": ["sets"], "steps": [{ "call": "c.getenv", "with": ["HEDDLE_WEFT"] }] } ] }
            """#)
        #expect(try record().errors == "recorded.json: 4 calls recorded\n")
        let numbers = Set(recorded.matches(of: #/"c\.rand", "expect": \{ "result": (\d+)/#).map(\.1))
        #expect(numbers.count == 1, "\(recorded)")
        try expectHeldAndSteady()
    }

    @Test("and says which of its expectations did not hold in each run")
    func unsettled() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } }, "policy": { "onFailure": "continue" },
              "steps": [
                { "call": "c.system", "with": ["echo x >> grown.txt"], "expect": { "file:grown.txt": "x\n" } },
                { "call": "c.usleep", "with": [2000], "atMost": "1 us" } ] }
            """#)
        let ended = try record()
        #expect(
            ended.errors.ranges(of: "this did not hold in each run, and is not in the recording").count == 2, "\(ended)"
        )
        #expect(!recorded.contains("atMost") && !recorded.contains("grown.txt\":"), "\(recorded)")
    }

    @Test("and says what of a step answers cannot do")
    func answers() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } },
              "steps": [{ "call": "c.puts", "with": ["weft"], "expect": { "stdout": "weft\n" } }] }
            """#)
        let ended = try record("--stubs")
        #expect(
            ended.errors.contains("answers print nothing and write no files: this is not in the recording"), "\(ended)")
    }

    @Test("its setup as setup, that of its groups with it")
    func setup() throws {
        try write(
            #"""
            { "name": "group", "setup": [{ "call": "c.abs", "with": [-1], "save": "one" }],
              "cases": [{ "name": "own", "setup": [{ "call": "c.abs", "with": [-2] }],
                          "steps": [{ "call": "c.abs", "with": [{ "ref": "one" }] }] }] }
            """#)
        #expect(try record().status == 0)
        let parts = recorded.split(separator: #""steps""#, maxSplits: 1)
        #expect(parts.first?.contains(#""setup""#) == true && parts.first?.contains("[-2]") == true, "\(recorded)")
        #expect(parts.last?.contains(#"[{ "ref": "one" }]"#) == true)
        try expectHeldAndSteady()
    }

    @Test("a golden file by its path from the recording")
    func golden() throws {
        try bench.folder.write("golden.txt", "weft\n")
        try write(
            #"""
            { "name": "greets", "expect": { "stdout": { "golden": "golden.txt" } },
              "steps": [{ "call": "c.puts", "with": ["weft"], "expect": { "result": { "gt": 0 } } },
                        { "call": "c.fflush", "with": [null] }] }
            """#)
        try FileManager.default.createDirectory(atPath: bench.folder("sub"), withIntermediateDirectories: false)
        let ended = try bench.heddle("record", "stack.json", "-o", "sub/recorded.json")
        #expect(ended.status == 0, "\(ended.errors)")
        let text = try #require(bench.folder.text(of: "sub/recorded.json"))
        #expect(text.contains(#""golden": "../golden.txt""#), "\(text)")
    }

    @Test("or says that it does not: of a case that did not pass, and where answers replace its modules")
    func left() throws {
        try write(
            #"""
            { "name": "greets", "expect": { "stdout": "warp\n" },
              "steps": [{ "call": "c.puts", "with": ["weft"] }, { "call": "c.fflush", "with": [null] }] }
            """#)
        let failed = try record()
        #expect(failed.status == 1)
        let kept = #"the case "greets" did not pass in each run: what it expects of its steps together is not in the"#
        #expect(failed.errors.contains("warning: \(kept)"), "\(failed.errors)")
        #expect(!recorded.contains("stdout"))
        try write(
            #"""
            { "name": "greets", "expect": { "stdout": "weft\n" },
              "steps": [{ "call": "c.puts", "with": ["weft"] }, { "call": "c.fflush", "with": [null] }] }
            """#)
        let stubbed = try record("--stubs")
        #expect(stubbed.status == 0, "\(stubbed.errors)")
        let printed = #"answers print nothing and write no files: what the case "greets" expects of that is not in"#
        #expect(stubbed.errors.contains("warning: \(printed)"), "\(stubbed.errors)")
        #expect(!recorded.contains("stdout"))
    }
}
