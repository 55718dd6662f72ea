// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("JSON Lines that wait to be written")
struct ReservedOutputTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func library(_ source: String) throws -> String {
        try BuiltModules.compile(source, to: "ends.so", in: bench.folder)
    }

    /// Many quick calls of a library's `tick`, and one of another function behind them.
    private func behaviour(_ library: String, then last: String, ticks: Int = 50) -> String {
        let steps = (0..<ticks).map { #"{"call":"ends.tick","with":[\#($0)]}"# }.joined(separator: ",")
        return #"""
            {"behaviour":1,"modules":{"ends":{"library":"\#(library)",
            "declarations":["int tick(int n)","void last(void)"]}},"steps":[\#(steps),{"call":"ends.\#(last)"}]}
            """#
    }

    private static let tick = "int tick(int n) { return n; }\n"

    @Test(
        "are all there when native code crashes, aborts or exits behind them",
        arguments: ["*(volatile int *)8 = 0;", "abort();", "exit(0);"])
    func crash(body: String) throws {
        let library = try library("#include <stdlib.h>\n" + Self.tick + "void last(void) { \(body) }")
        let run = try bench.heddle("run", behaviour: behaviour(library, then: "last"), "--json")
        #expect(run.status == 5)
        #expect(try run.events.count { $0["call"] == "ends.tick" } == 50)
        #expect(run.output.hasSuffix("}\n"))
    }

    @Test("are seen while a call that takes long runs behind them")
    func slow() throws {
        let library = try library("#include <unistd.h>\n" + Self.tick + "void last(void) { sleep(50); }")
        let started = try bench.start("run", behaviour: behaviour(library, then: "last"), "--json")
        #expect(started.waits(untilOutputHas: #""with":[49]"#))
        started.signal(9)
        let run = started.ended()
        #expect(run.status == 137)
        #expect(try run.events.count == 50)
    }

    @Test("are whole lines from the first one on, but for the last, whenever the process is killed")
    func killed() throws {
        let library = try library(Self.tick + "void last(void) {}")
        let text = behaviour(library, then: "last", ticks: 200_000)
        for _ in 0..<5 {
            let started = try bench.start("run", behaviour: text, "--json")
            #expect(started.waits(untilOutputHas: "\n"))
            started.signal(9)
            let run = started.ended()
            #expect(run.status == 137)
            // The system cuts what it writes to a file where a page ends, if the process is killed right then.
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            for (index, line) in lines.enumerated() {
                #expect(line.hasPrefix(#"{"event":"call","index":\#(index),"#) && line.hasSuffix("}"))
            }
        }
    }

    @Test("are written once, also where native code forks a process that exits")
    func fork() throws {
        let library = try library(
            """
            #include <stdlib.h>
            #include <sys/wait.h>
            #include <unistd.h>
            \(Self.tick)void last(void) { if (fork() == 0) exit(0); wait(0); }
            """)
        let run = try bench.heddle("run", behaviour: behaviour(library, then: "last"), "--json")
        #expect(run.status == 0)
        #expect(try run.events.count { $0["call"] == "ends.tick" } == 50)
    }

    @Test("stay in order with what is printed, where both go to one file")
    func order() throws {
        let library = try library(
            "#include <stdio.h>\nint tick(int n) { printf(\"tick %d\\n\", n); return n; }\nvoid last(void) {}")
        try bench.folder.write("stack.json", behaviour(library, then: "last", ticks: 3))
        let heddle = try Program.built("heddle").path
        let run = try Program("sh").run(["-c", "'\(heddle)' run --json stack.json 2>&1"], in: bench.folder.path)
        let words = run.output.split(separator: "\n").map { $0.hasPrefix("{") ? "line" : String($0) }
        #expect(words == ["tick 0", "line", "tick 1", "line", "tick 2", "line", "line", "line"])
    }

    @Test("that cannot be written are no success")
    func full() throws {
        let library = try library(Self.tick + "void last(void) {}")
        try bench.folder.write("stack.json", behaviour(library, then: "last"))
        let heddle = try Program.built("heddle").path
        let run = try Program("sh").run(["-c", "'\(heddle)' run --json stack.json > /dev/full"], in: bench.folder.path)
        #expect(run.status == 1)
        #expect(run.errors == "error: the output cannot be written: no space left on device\n")
        let closed = try Program("sh").run(["-c", "'\(heddle)' run --json stack.json >&-"], in: bench.folder.path)
        #expect(closed.status == 1)
        #expect(closed.errors.hasPrefix("error: the output cannot be written: "), "\(closed)")
        let quiet = try Program("sh").run(["-c", "'\(heddle)' run --json stack.json 2>&-"], in: bench.folder.path)
        #expect(quiet.status == 0)
    }
}
