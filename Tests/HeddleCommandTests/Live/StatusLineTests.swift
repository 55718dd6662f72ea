// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The status line on a terminal")
struct StatusLineTests {
    private let bench: TestBench

    init() throws {
        bench = try TestBench()
        let source = """
            #include <stdio.h>
            #include <time.h>
            static void rest(void) { nanosleep(&(struct timespec){0, 900000000}, 0); }
            void halves(void); void halves(void) {
                printf("half"); fflush(stdout); rest(); printf(" line\\nnext line\\n"); fflush(stdout);
            }
            void crash(void); void crash(void) { rest(); *(volatile int *)8 = 0; }
            """
        try BuiltModules.compile(source, to: "libslow.so", flags: ["-Wno-array-bounds"], in: bench.folder)
    }

    private func session(
        _ arguments: String..., columns: UInt16 = 80, environment: [String: String] = [:]
    ) throws -> TerminalSession {
        try TerminalSession(
            [Program.built("heddle").path] + arguments, in: bench.folder.path, columns: columns,
            environment: environment)
    }

    private func writeSlow(_ call: String) throws {
        try bench.folder.write(
            "slow.json",
            """
            { "behaviour": 1,
              "modules": { "slow": { "library": "./libslow.so", "declarations": ["void halves(void)", "void crash(void)"] } },
              "steps": [{ "call": "slow.\(call)" }] }
            """)
    }

    private static func waiting(_ name: String, milliseconds: Int) -> String {
        #"{ "name": "\#(name)", "steps": [{ "call": "probe.wait_ms", "with": [\#(milliseconds)] }] }"#
    }

    /// The lines that were drawn, each without what it takes to draw it.
    private func drawn(_ output: String) -> [Substring] {
        output.split(separator: "\u{1B}[B\r").dropFirst().compactMap { $0.split(separator: "\u{1B}8").first }
    }

    @Test("shows how far a long run has come, counts the time of a case that goes on, and leaves nothing behind")
    func cases() throws {
        try bench.write("a.json", good("first"), Self.waiting("slow one", milliseconds: 2200), good("last"))
        let session = try session(
            "test", "-m", bench.bench.modules, "--no-color", "--in-process", "a.json", columns: 200)
        #expect(session.waits(untilOutputHas: "1/3 cases · now: slow one, in probe.wait_ms"))
        #expect(session.waits(untilOutputHas: "1/3 cases · now: slow one (1."))
        #expect(session.ended() == 0)
        let lines = Screen(session.output, columns: 200).lines
        #expect(lines.count == 6)
        #expect(lines[0] == "first" && lines[1].hasPrefix("  passed       first"))
        #expect(lines[2].hasPrefix("  passed       slow one") && lines[3] == "last")
        #expect(lines[5].hasPrefix("3 cases: 3 passed. 3 calls: 3 returned."))
    }

    @Test("shows what several processes are at")
    func jobs() throws {
        try bench.write("a.json", Self.waiting("one", milliseconds: 1800), Self.waiting("other", milliseconds: 1800))
        let session = try session(
            "test", "-m", bench.bench.modules, "--no-color", "--jobs", "2", "a.json", columns: 200)
        #expect(session.waits(untilOutputHas: "0/2 cases"))
        #expect(session.waits(untilOutputHas: "now: o"))
        #expect(session.ended() == 0)
        #expect(
            Screen(session.output, columns: 200).lines.last?.hasPrefix("2 cases: 2 passed. 2 calls: 2 returned.")
                == true)
    }

    @Test("shows the call of a run, and keeps what native code prints, half lines among it")
    func halves() throws {
        try writeSlow("halves")
        let session = try session("run", "--no-color", "slow.json")
        #expect(session.waits(untilOutputHas: "0/1 steps · now: slow.halves"))
        #expect(session.ended() == 0)
        let lines = Screen(session.output).lines
        #expect(lines.count == 4)
        // Two lines printed at once may run into the status line, never the other way round.
        #expect(lines.first == "half line")
        #expect(lines[1].hasPrefix("next line"))
        #expect(lines.last == "1 call: 1 returned.")
    }

    @Test("is cut to the width of the terminal, which may change")
    func width() throws {
        try bench.write("a.json", Self.waiting("a case with a name that is much too long", milliseconds: 1800))
        let session = try session("test", "-m", bench.bench.modules, "a.json", columns: 30)
        #expect(session.waits(untilOutputHas: "0/1 cases · now: a case with…\u{1B}8"))
        session.resize(columns: 20)
        #expect(session.waits(untilOutputHas: "0/1 cases · now: a…\u{1B}8"))
        #expect(session.ended() == 0)
        #expect(drawn(session.output).allSatisfy { $0.count < 30 })
    }

    @Test("a crash takes it away, and says what it has to say")
    func crash() throws {
        try writeSlow("crash")
        let session = try session("run", "slow.json")
        #expect(session.waits(untilOutputHas: "0/1 steps"))
        #expect(session.ended() == 5)
        let lines = Screen(session.output).lines
        #expect(
            lines == [
                "error: native code crashed with SIGSEGV in slow.crash",
                "  = the run ends here: what a crash leaves behind cannot be trusted",
            ])
    }

    @Test("Ctrl-C is answered at once, and the line goes with the run")
    func interrupt() throws {
        try bench.write("a.json", Self.waiting("slow one", milliseconds: 50_000), good("NOT REACHED"))
        let session = try session("test", "-m", bench.bench.modules, "--no-color", "a.json", "--tap", "r.tap")
        #expect(session.waits(untilOutputHas: "now: slow one"))
        session.type("\u{3}")
        #expect(session.ended() == 130)
        let lines = Screen(session.output).lines
        #expect(lines[0] == "^Cinterrupted: the run stops after the current call; once more stops it at once")
        #expect(lines[1].hasPrefix("  interrupted  slow one"))
        #expect(!lines.contains { $0.contains("now:") })
        #expect(bench.folder.text(of: "r.tap")?.hasSuffix("1..1\n") == true)
    }

    @Test("says that a file is being checked, and what it waits for there")
    func checking() throws {
        let source = """
            #include <time.h>
            __attribute__((constructor)) static void begin(void) { nanosleep(&(struct timespec){1, 0}, 0); }
            int one(void); int one(void) { return 1; }
            """
        try BuiltModules.compile(source, to: "liblate.so", in: bench.folder)
        try bench.folder.write(
            "late.json",
            #"{ "behaviour": 1, "modules": { "l": { "library": "./liblate.so", "declarations": ["int one(void)"] } } }"#
        )
        let session = try session("check", "late.json")
        #expect(session.waits(untilOutputHas: "checking late.json, in the loading of ./liblate.so"))
        #expect(session.ended() == 0)
        #expect(Screen(session.output).lines == ["late.json is right: 0 steps"])
    }

    @Test(
        "is not shown where it is in the way",
        arguments: [
            (["--json"], [:]), ([], ["TERM": "dumb"]), ([], ["TERM": ""]), ([], ["CI": "true"]),
        ])
    func absent(options: [String], environment: [String: String]) throws {
        try bench.write("a.json", Self.waiting("slow one", milliseconds: 900))
        let words = ["test", "-m", bench.bench.modules, "--no-color", "a.json"] + options
        let session = try TerminalSession(
            [Program.built("heddle").path] + words, in: bench.folder.path, environment: environment)
        #expect(session.ended() == 0)
        #expect(!session.output.contains("\u{1B}"))
    }

    @Test("is not shown where standard output is a pipe, and is where it is a file")
    func pipes() throws {
        try bench.write("a.json", Self.waiting("slow one", milliseconds: 900))
        let command = "'\(try Program.built("heddle").path)' test -m '\(bench.bench.modules)' a.json --json"
        for (rest, isShown) in [(" | cat > out.jsonl", false), (" > out.jsonl", true)] {
            let session = try TerminalSession(["sh", "-c", command + rest], in: bench.folder.path)
            #expect(session.ended() == 0)
            #expect(session.output.contains("now: slow one") == isShown)
            #expect(bench.folder.text(of: "out.jsonl")?.hasSuffix("}\n") == true)
            #expect(bench.folder.text(of: "out.jsonl")?.contains("\u{1B}") == false)
        }
    }
}
