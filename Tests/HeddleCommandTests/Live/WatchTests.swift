// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle watch")
struct WatchTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try make("modules")
        try build(1)
        try write(expecting: 1)
    }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }

    private func build(_ number: Int, in modules: String = "modules") throws {
        let source = """
            #include <heddle/module.h>
            HEDDLE_MODULE("number", "1")
            HEDDLE_ACTION(int, number, void)
            int number(void) { return \(number); }
            """
        try BuiltModules.compile(source, to: "\(modules)/number.so", in: folder)
    }

    private func write(expecting number: Int, to name: String = "a.json") throws {
        try folder.write(
            name,
            """
            { "behaviour": 1, "modules": { "n": { "library": "number" } }, "include": ["parts/more.json"],
              "cases": [{ "name": "one", "steps": [{ "call": "n.number", "expect": { "result": \(number) } }] }] }
            """)
        try make("parts")
        if folder.text(of: "parts/more.json") == nil { try folder.write("parts/more.json", #"{ "behaviour": 1 }"#) }
    }

    private func watch(_ arguments: String...) throws -> Started {
        try Program.built("heddle").start(["watch"] + arguments, in: folder.path)
    }

    private func shell(_ command: String...) throws {
        try Program(command[0]).succeed(Array(command.dropFirst()), in: folder.path)
    }

    /// Waits for the nth line that says what a run came to, and returns all such lines.
    private func results(of run: Started, _ count: Int) -> [Substring] {
        #expect(run.waits(untilErrorsHave: "; waiting for a change\n", times: count))
        return run.errorsSoFar.split(separator: "\n").filter { $0.hasSuffix("; waiting for a change") }
            .map { $0.dropFirst("--- 00:00:00 ".count).dropLast("; waiting for a change".count) }
    }

    private func end(_ run: Started) {
        run.signal(SIGINT)
        #expect(run.ended().status == 130)
    }

    @Test("runs the cases again when the file, what it includes or a module changes, and says why")
    func changes() throws {
        let run = try watch("a.json", "-m", "modules")
        #expect(results(of: run, 1) == ["all held"])
        try build(2)
        #expect(results(of: run, 2).last == "something failed")
        #expect(run.errorsSoFar.contains(" modules/number.so changed\n"))
        // By another file in its place, as editors do.
        try write(expecting: 2, to: "new")
        try shell("mv", "new", "a.json")
        #expect(results(of: run, 3).last == "all held")
        #expect(run.errorsSoFar.contains(" a.json changed\n"))
        try folder.write("parts/more.json", "{")
        #expect(results(of: run, 4).last == "a file is wrong")
        try folder.write("parts/more.json", #"{ "behaviour": 1 }"#)
        #expect(results(of: run, 5).last == "all held")
        #expect(run.errorsSoFar.contains(" parts/more.json changed\n"))
        end(run)
        #expect(run.outputSoFar.ranges(of: "  passed       one").count == 3)
    }

    @Test("says that native code has ended the run, with whatever status", arguments: [0, 1, 7])
    func endsItself(status: Int) throws {
        // exit_group, which nobody can be put in front of.
        try folder.write(
            "exits.json",
            """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": ["long syscall(long number, long status)"] } },
              "steps": [{ "call": "c.syscall", "with": [231, \(status)] }] }
            """)
        let run = try watch("exits.json")
        #expect(results(of: run, 1) == ["native code ended it early, with status \(status)"])
        end(run)
    }

    @Test("waits for what is missing: a module, its folder, the file itself")
    func missing() throws {
        let run = try watch("a.json", "-m", "later/modules")
        #expect(results(of: run, 1) == ["a module or symbol is missing or was refused"])
        try make("later/modules")
        try build(1, in: "later/modules")
        #expect(run.waits(untilErrorsHave: "all held; waiting"))
        let count = run.errorsSoFar.ranges(of: "waiting for a change").count
        try shell("rm", "a.json")
        #expect(results(of: run, count + 1).last == "a file is wrong")
        try write(expecting: 1)
        #expect(results(of: run, count + 2).last == "all held")
        try FileManager.default.removeItem(atPath: folder("later"))
        #expect(run.waits(untilErrorsHave: "a module or symbol is missing or was refused", times: 2))
        try make("later/modules")
        try build(1, in: "later/modules")
        #expect(run.waits(untilErrorsHave: "all held; waiting", times: 3))
        end(run)
    }

    @Test("follows links, and looks at nothing else")
    func links() throws {
        try make("versions")
        try shell("mv", "modules/number.so", "versions/one.so")
        try shell("ln", "-s", "../versions/one.so", "modules/number.so")
        let run = try watch("a.json", "-m", "modules")
        #expect(results(of: run, 1) == ["all held"])
        try folder.write("modules/other.so", "nothing")
        try folder.write("unrelated.json", "nothing")
        try build(3, in: "versions")
        try shell("mv", "versions/number.so", "versions/one.so")
        #expect(results(of: run, 2).last == "something failed")
        #expect(!run.errorsSoFar.contains("other.so") && !run.errorsSoFar.contains("unrelated"))
        end(run)
    }

    @Test("a crash does not end it, and a run in progress is ended by a change")
    func runs() throws {
        let source = """
            #include <stdlib.h>
            #include <unistd.h>
            #include <stdio.h>
            void crash(void); void crash(void) { abort(); }
            void wait(void); void wait(void) { puts("WAITS"); fflush(stdout); sleep(50); }
            """
        try BuiltModules.compile(source, to: "libother.so", in: folder)
        func write(_ call: String) throws {
            try folder.write(
                "b.json",
                """
                { "behaviour": 1,
                  "modules": { "o": { "library": "./libother.so", "declarations": ["void crash(void)", "void wait(void)"] } },
                  "steps": [\(call)] }
                """)
        }
        try write(#"{ "call": "o.crash" }"#)
        let run = try watch("b.json")
        #expect(results(of: run, 1) == ["native code crashed"])
        try write(#"{ "call": "o.wait" }"#)
        #expect(run.waits(untilOutputHas: "WAITS"))
        try write("")
        #expect(results(of: run, 2).last == "all held")
        end(run)
    }

    @Test("Ctrl-C ends it with the run in progress")
    func interrupt() throws {
        let probes = try BuiltModules.probes
        try folder.write("b.json", behaviour(#",{ "call": "probe.wait_ms", "with": [50000] }"#))
        let session = try TerminalSession(
            [Program.built("heddle").path, "watch", "b.json", "-m", probes], in: folder.path)
        #expect(session.waits(untilOutputHas: "CALLED"))
        session.type("\u{3}")
        #expect(session.ended() == 130)
        // It may come while the second call is made, or just before.
        #expect(session.output.contains("2 calls: 2 returned.") || session.output.contains("1 call: 1 returned."))
        let run = try watch("b.json", "-m", probes)
        #expect(run.waits(untilOutputHas: "CALLED"))
        run.signal(SIGTERM)
        #expect(run.ended().status == 130)
        let errors = run.errorsSoFar
        #expect(errors.contains("2 calls: 2 returned.") || errors.contains("1 call: 1 returned."))
    }

    @Test("hands options on, and takes folders")
    func options() throws {
        try make("cases")
        try write(expecting: 2, to: "cases/b.json")
        let run = try watch("cases", "--name", "on*", "-m", "modules", "--with", "--json", "--slowest", "1")
        // No change of a file mends the command line.
        #expect(run.ended().status == 2)
        let right = try watch("cases", "--name", "on*", "-m", "modules", "--with", "--json")
        #expect(results(of: right, 1) == ["a file is wrong"])
        try make("cases/parts")
        try folder.write("cases/parts/more.json", #"{ "behaviour": 1 }"#)
        #expect(results(of: right, 2).last == "something failed")
        #expect(right.outputSoFar.contains(#""event":"summary""#))
        try folder.write("cases/c.json", #"{ "behaviour": 1, "cases": [{ "name": "only", "steps": [] }] }"#)
        #expect(right.waits(untilErrorsHave: "cases/c.json changed"))
        end(right)
    }

    @Test(
        "what cannot be watched is refused",
        arguments: [("-", "standard input cannot be watched"), ("https://a.example/b.json", "cannot be watched")])
    func refused(word: String, message: String) throws {
        let ended = try Program.built("heddle").run(["watch", word], in: folder.path)
        #expect(ended.status == 2)
        #expect(ended.errors.contains(message))
    }
}
