// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test --core: core dumps of cases that a signal ends")
struct CoreDumpTests {
    private let folder: ScratchFolder
    /// True if the system puts core dumps where a process is.
    private static let isKept =
        (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)).map {
            !$0.hasPrefix("|") && !$0.contains("/")
        } ?? false

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "dying.so", flags: ["-g", "-O0"], in: folder)
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "d": { "library": "./dying.so", "declarations": [
                "int outer(long address)", "int leave(void)"] } },
              "cases": [
                { "name": "reads/nothing", "steps": [{ "call": "d.outer", "with": [16] }] },
                { "name": "leaves", "steps": [{ "call": "d.leave" }] },
                { "name": "holds", "steps": [{ "call": "d.outer", "with": [0] }] } ] }
            """)
    }

    @Test("have the name of the case, and a debugger reads them", .enabled(if: isKept && Program.isInstalled("gdb")))
    func kept() throws {
        let run = try test("--core", "cores", "--retries", "1")
        #expect(run.status == 5)
        #expect(run.errors.contains("core dump: \(folder.path)/cores/reads-nothing.core\n"))
        #expect(try folder.names(in: "cores") == ["reads-nothing-2.core", "reads-nothing.core"])
        let gdb = try Program("gdb").run(
            ["-nx", "-batch", "-ex", "backtrace", Program.built("heddle").path, "cores/reads-nothing.core"],
            in: folder.path)
        #expect(gdb.output.contains("inner (place=0x10)"))
        #expect(gdb.output.contains("outer (address=16)"))
    }

    @Test("are in the report where the system puts them elsewhere", .enabled(if: !isKept))
    func elsewhere() throws {
        #expect(try test("--core", "cores").errors.contains("no core dump: the system puts them at "))
        #expect(try folder.names(in: "cores").isEmpty)
    }

    @Test(
        "are missing where the signal leaves none, or native code has taken it, which the report says",
        arguments: [
            (#"{ "call": "d.end", "with": [15] }"#, "no core dump: the signal leaves none (Terminated)"),
            (
                #"{ "call": "d.block" }, { "call": "d.outer", "with": [16] }"#,
                "no core dump: native code blocks the signal"
            ),
        ])
    func missing(steps: String, note: String) throws {
        try folder.write("core", "precious")
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "d": { "library": "./dying.so", "declarations": [
                "int outer(long address)", "void end(int number)", "void block(void)"] } },
              "cases": [{ "name": "dies", "steps": [\(steps)] }] }
            """)
        let run = try test("--core", "cores")
        #expect(run.errors.contains(note), "\(run.errors)")
        #expect(folder.text(of: "core") == "precious")
        #expect(try folder.names(in: "cores").isEmpty)
    }

    @Test("are not made where nobody asks for them")
    func unasked() throws {
        #expect(try test().status == 5)
        #expect(try folder.names() == ["cases.json", "dying.so", "dying.so.c"])
    }

    @Test(
        "need a folder that can be written, and processes that run one case",
        arguments: [
            (["--core", "cases.json"], "core dumps cannot be kept in cases.json"),
            (["--core", "none/cores"], "core dumps cannot be kept in none/cores: no such file or directory"),
            (["--core", "cores", "--share"], "--core keeps dumps of processes that run one case: give no --share"),
        ])
    func mistakes(options: [String], message: String) throws {
        let run = try Program.built("heddle").run(["test", "cases.json"] + options, in: folder.path)
        #expect(run.status != 0 && run.status != 5)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    private func test(_ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run(["test", "cases.json"] + options, in: folder.path)
    }

    private static let source = """
        #include <signal.h>
        #include <unistd.h>
        static int inner(volatile int *place) { return *place; }
        int outer(long address) { return address == 0 ? 0 : inner((volatile int *)address); }
        int leave(void) { _exit(3); }
        void end(int number) { raise(number); }
        void block(void) { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, NULL); }
        """
}
