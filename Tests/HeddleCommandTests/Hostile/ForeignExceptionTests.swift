// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("An exception that is not of C++ and leaves a call")
struct ForeignExceptionTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            #include <string.h>
            #include <unwind.h>
            static void drop(_Unwind_Reason_Code code, struct _Unwind_Exception *it) { (void)code; (void)it; }
            static void refuse(_Unwind_Reason_Code code, struct _Unwind_Exception *it) { (void)code; (void)it; abort(); }
            static void raise_it(const char *kind, _Unwind_Exception_Cleanup_Fn cleanup, int fill) {
                char *memory = aligned_alloc(16, 512);
                memset(memory, fill, 512);
                struct _Unwind_Exception *exception = (struct _Unwind_Exception *)(memory + 256);
                memset(exception, 0, sizeof *exception);
                memcpy(&exception->exception_class, kind, 8);
                exception->exception_cleanup = cleanup;
                _Unwind_RaiseException(exception);
                abort();
            }
            int throws(int fill) { raise_it("OTHRLANG", drop, fill); return 0; }
            int panics(int n) { if (n > 0) raise_it("MOZ\\0RUST", refuse, 0); return n; }
            """, to: "other.so", flags: ["-fexceptions"], in: bench.folder)
    }

    private func run(_ steps: String) throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "./other.so", "declarations": [
                  "int throws(int fill)", "int panics(int n)"] } }, "steps": [\(steps)] }
                """)
    }

    @Test("is a failure of the call, whatever stands in memory ahead of it", arguments: [0, 1, 170, 255])
    func exception(fill: Int) throws {
        let step = """
            { "call": "m.throws", "with": [\(fill)], "expect": { "failure": {
              "code": "exception", "message": "an exception of another language left it" } } }
            """
        let run = try run("\(step), \(step)")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test("as a panic of Rust, which ends the process where somebody drops it, is one, too; the run goes on")
    func panic() throws {
        let step = """
            { "call": "m.panics", "with": [1], "expect": { "failure": {
              "code": "exception", "message": "a panic of Rust left it; std::panic::catch_unwind keeps it inside" } } }
            """
        let run = try run("\(step), \(step), " + #"{ "call": "m.panics", "with": [0], "expect": { "result": 0 } }"#)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test("A real panic of Rust", .enabled(if: Program.isInstalled("rustc")))
    func rust() throws {
        let source = try bench.folder.write(
            "panics.rs",
            """
            #[no_mangle]
            pub extern "C-unwind" fn panics(n: i32) -> i32 { if n > 0 { panic!("at {}", n) } n }
            """)
        let library = bench.folder("panics.so")
        try Program("rustc").succeed(["--crate-type", "cdylib", source, "-o", library])
        let call = try bench.heddle("call", library, "int panics(int n)", "1")
        #expect(call.status == 1)
        #expect(call.errors.contains("error: panics.panics failed: exception: a panic of Rust left it"))
    }
}
