// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The engine for calls")
struct CallEngineTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Two functions of libm, one of them declared wrongly: `plan` calls nothing.
    private static let behaviour = #"""
        { "behaviour": 1,
          "modules": { "m": { "library": "libm.so.6", "declarations": [
            "typedef union { double d; long l; } number;", "double cos(double x)", "double sin(number x)" ] } },
          "steps": [{ "call": "m.cos", "with": [0] }, { "call": "m.sin", "with": [{ "d": 0 }] }] }
        """#

    @Test("is Heddle's own transfer or libffi, and plan says which, and what libffi is told")
    func planned() throws {
        let own = try bench.heddle("plan", behaviour: Self.behaviour, "--calls", "own")
        #expect(
            own.output == """
                0  m.cos(0)
                     action  double cos(double x)         Heddle's own transfer
                1  m.sin({"d": 0})
                     action  double sin(number x)         Heddle's own transfer

                """)
        let libffi = try bench.heddle("plan", behaviour: Self.behaviour, "--calls", "libffi")
        #expect(
            libffi.output == """
                0  m.cos(0)
                     action  double cos(double x)         libffi, told of its types (--calls)
                1  m.sin({"d": 0})
                     action  double sin(number x)         libffi, told of registers and stack: it has no unions (--calls)

                """)
        let json = try bench.heddle("plan", behaviour: Self.behaviour, "--calls", "libffi", "--json")
        #expect(json.output.contains(#""calls":"libffi","chosen":"--calls","why":"libffi, told of its types""#))
    }

    @Test("is named by HEDDLE_CALLS where no option names it")
    func environment() throws {
        try bench.folder.write("stack.json", Self.behaviour)
        func plan(_ options: String...) throws -> String {
            try Program.built("heddle")
                .run(
                    ["plan", "stack.json"] + options, in: bench.folder.path, environment: ["HEDDLE_CALLS": "libffi"]
                )
                .output
        }
        #expect(try plan().contains("libffi, told of its types (HEDDLE_CALLS)"))
        #expect(try !plan("--calls", "own").contains("libffi"))
    }

    @Test("is refused by name where there is no such engine")
    func unknown() throws {
        let option = try bench.heddle("check", behaviour: Self.behaviour, "--calls", "libfi")
        #expect(option.status == 2)
        #expect(
            option.errors == """
                error: --calls: there is no engine "libfi" for calls; there are "own" and "libffi"
                 = did you mean "libffi"?
                1 error

                """)
        let variable = try bench.heddle(
            "call", "libm.so.6", "double cos(double x)", "0", environment: ["HEDDLE_CALLS": "fast"])
        #expect(variable.status == 2)
        #expect(try bench.heddle("inspect", "libm.so.6", environment: ["HEDDLE_CALLS": "fast"]).status == 2)
        #expect(variable.errors.hasPrefix("error: HEDDLE_CALLS: there is no engine \"fast\" for calls"))
    }

    @Test("is told in the plan where it cannot pass an argument, with the one that can")
    func refused() throws {
        let behaviour = #"""
            { "behaviour": 1,
              "modules": { "m": { "library": "libm.so.6", "declarations": [
                "typedef struct { double d[4]; } __attribute__((aligned(32))) wide;", "double sin(wide x)" ] } },
              "steps": [{ "call": "m.sin", "with": [{ "d": [0, 0, 0, 0] }] }] }
            """#
        #expect(try bench.heddle("check", behaviour: behaviour, "--calls", "own").status == 0)
        let libffi = try bench.heddle("check", behaviour: behaviour, "--calls", "libffi")
        #expect(libffi.status == 3)
        #expect(
            libffi.errors.contains(
                "m.sin cannot be called: its arguments on the stack are aligned to 32 bytes, and libffi aligns them to 16"
            ))
        #expect(libffi.errors.contains("= let Heddle itself make the calls: --calls own, or HEDDLE_CALLS=own"))
    }

    @Test("is told where it cannot call the action that a function pointer is to be")
    func calledBack() throws {
        let behaviour = #"""
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "typedef struct { double d[4]; } __attribute__((aligned(32))) wide;", "int abs(wide x)",
                "void qsort(_In_opt_ void *base, size_t count, size_t size, int (*compare)(wide x))" ] } },
              "steps": [{ "call": "c.qsort", "with": [null, 0, 0, { "action": "c.abs" }] }] }
            """#
        let check = try bench.heddle("check", behaviour: behaviour, "--calls", "libffi")
        #expect(check.status == 3)
        #expect(check.errors.contains("c.abs cannot be called: its arguments on the stack are aligned to 32 bytes"))
        #expect(try bench.heddle("check", behaviour: behaviour, "--calls", "own").status == 0)
    }

    @Test("is told of a variadic call as of any other: what its arguments are, and why they are refused")
    func variadic() throws {
        func behaviour(_ type: String) -> String {
            #"""
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "typedef union { double d; long l; } number;",
                "typedef struct { double d[4]; } __attribute__((aligned(32))) wide;",
                "int dprintf(int file, ...)" ] } },
              "steps": [{ "call": "c.dprintf", "with": [1, { "\#(type)": { "d": \#(
                type == "wide" ? "[1, 2, 3, 4]" : "1") } }] }] }
            """#
        }
        let plan = try bench.heddle("plan", behaviour: behaviour("number"), "--calls", "libffi")
        #expect(plan.output.contains("libffi, told of registers and stack: it has no unions"))
        let refused = try bench.heddle("plan", behaviour: behaviour("wide"), "--calls", "libffi")
        #expect(refused.errors.contains("c.dprintf cannot be called with these arguments: its arguments on the stack"))
        #expect(refused.errors.contains("= let Heddle itself make the calls: --calls own"))
        #expect(try bench.heddle("check", behaviour: behaviour("wide"), "--calls", "own").status == 0)
    }

    @Test(
        "makes no difference to the events of a run but their times",
        arguments: ["greeter", "libc", "pointcuts", "sqlite"])
    func same(example: String) throws {
        func run(_ engine: String) throws -> (status: Int32, events: String) {
            let run = try Program.built("heddle")
                .run(["run", "Examples/\(example).json", "-m", BuiltModules.plugins, "--json", "--calls", engine])
            return (run.status, run.output.replacing(#/"ns":[0-9]+|took [0-9]+ ns/#, with: ""))
        }
        let (own, libffi) = (try run("own"), try run("libffi"))
        #expect(own.events.contains(#""event":"call""#))
        #expect(own.status == libffi.status)
        #expect(own.events == libffi.events)
    }
}
