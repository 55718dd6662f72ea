// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A module can be looked at by the tools of its author")
struct DebuggerTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let source = """
        static int inner(int number) {
            volatile int memory[2] = {number, number + 1};
            return memory[1];
        }
        int outer(int number) { return inner(number) + inner(number); }
        """

    private func build(_ source: String = Self.source) throws -> String {
        try BuiltModules.compile(source, to: "looked.so", flags: ["-g", "-O0"], in: bench.folder)
    }

    @Test("gdb stops in it, with its functions, lines and arguments", .enabled(if: Program.isInstalled("gdb")))
    func gdb() throws {
        let library = try build()
        let gdb = try Program("gdb").run([
            "-nx", "-batch", "-ex", "set breakpoint pending on", "-ex", "break inner", "-ex", "run", "-ex",
            "backtrace 2",
            "-ex", "info sharedlibrary looked", "-ex", "kill", "--args", Program.built("heddle").path, "call", library,
            "int outer(int number)", "20",
        ])
        #expect(gdb.status == 0)
        #expect(gdb.output.contains("inner (number=20) at \(library).c:2"))
        #expect(gdb.output.contains("in outer (number=20) at \(library).c:5"))
        #expect(gdb.output.contains(#/Yes .*/looked\.so/#))
    }

    @Test(
        "valgrind names its functions and lines",
        .enabled(if: Program.isInstalled("valgrind") && Program.isInstalled("strip")))
    func valgrind() throws {
        let library = try build(
            """
            #include <stdlib.h>
            int spoil(int place) {
                volatile char *memory = calloc(1, 8);
                return memory[place];
            }
            """)
        // The debug information of this command itself is more than some versions of valgrind can read.
        try Program("strip").succeed(["-g", "-o", bench.folder("heddle"), Program.built("heddle").path])
        let valgrind = try Program("valgrind").run([
            "-q", "--undef-value-errors=no", bench.folder("heddle"), "call", library, "int spoil(int place)", "9",
        ])
        #expect(valgrind.errors.contains("spoil (looked.so.c:4)"))
    }
}
