// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// What native code returns, writes and passes to callbacks is copied where it is there.
@Suite("A pointer that leads nowhere comes back as a handle")
struct PointersToNowhereTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        let source = """
            #include <stdio.h>
            #include <stdlib.h>
            typedef struct wrapped { int number; const char *text; } wrapped;
            const char *text(long at) { return (const char *)at; }
            void give(long at, const char **out) { *out = (const char *)at; }
            wrapped *point(long at) { return (wrapped *)at; }
            wrapped wrap(long at) { return (wrapped){ 1, (const char *)at }; }
            void fill(long at, wrapped *out) { *out = wrap(at); }
            char **list(long at) { static char *all[3]; all[0] = "first", all[1] = (char *)at; return all; }
            char **lists(long at) { return (char **)at; }
            int pass(long at, int (*take)(const char *text)) { return take((const char *)at); }
            int count(long at, int (*take)(const char *text, int count), int n) { return take((const char *)at, n); }
            int refer(long at, int (*take)(const wrapped *it)) { return take((const wrapped *)at); }
            unsigned char *room(long *n) { *n = 8192; return malloc(8200); }
            int *numbers(int *n) { static int all[4]; *n = -1; return all; }
            void release(void *memory) { puts("released"); free(memory); }
            """
        try BuiltModules.compile(source, to: "libnowhere.so", in: bench.folder)
    }

    private static let declarations = """
        "typedef struct wrapped { int number; const char *text; } wrapped", "const char *text(long at)",
        "void give(long at, _Outptr_ const char **out)", "_Ret_valid_ wrapped *point(long at)", "wrapped wrap(long at)",
        "void fill(long at, _Out_ wrapped *out)", "_Null_terminated_ char **list(long at)",
        "_Null_terminated_ char **lists(long at)", "int pass(long at, int (*take)(const char *text))",
        "int count(long at, int (*take)(_In_reads_(count) const char *text, int count), int n)",
        "int refer(long at, int (*take)(_In_ const wrapped *it))", "void release(_Post_ptr_invalid_ void *memory)",
        "_Ret_writes_bytes_(*n * 65536) _Free_(release) unsigned char *room(_Out_ long *n)",
        "_Ret_writes_(*n) int *numbers(_Out_ int *n)"
        """

    private func run(_ steps: String) throws -> Program.Ended {
        try bench.folder.write(
            "nowhere.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./libnowhere.so", "declarations": [
            \(Self.declarations) ] } }, "steps": [
            \(steps) ] }
            """)
        return try Program.built("heddle").run(["run", "nowhere.json"], in: bench.folder.path)
    }

    @Test("as a result, from an out-parameter, in a structure and in a list", arguments: [-1, -8, 16, 1 << 60])
    func values(at address: Int) throws {
        let run = try run(
            """
            { "call": "m.text", "with": [\(address)] }, { "call": "m.give", "with": [\(address)] },
            { "call": "m.point", "with": [\(address)] }, { "call": "m.wrap", "with": [\(address)] },
            { "call": "m.fill", "with": [\(address)] }, { "call": "m.list", "with": [\(address)] },
            { "call": "m.lists", "with": [\(address)] }
            """)
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("m.text(\(address)) = <char #"), "\(run)")
        #expect(run.output.contains("m.point(\(address)) = <wrapped #"), "\(run)")
        #expect(run.output.contains("m.list(\(address)) = [\"first\", <char #"), "\(run)")
    }

    @Test("as the argument of a callback", arguments: [-1, 16])
    func callbacks(at address: Int) throws {
        let run = try run(
            """
            { "call": "m.pass", "with": [\(address), { "callback": { "returns": 5 } }], "expect": { "result": 5 } },
            { "call": "m.count", "with": [\(address), { "callback": { "returns": 6 } }, 3], "expect": { "result": 6 } },
            { "call": "m.refer", "with": [\(address), { "callback": { "returns": 7 } }], "expect": { "result": 7 } }
            """)
        #expect(run.status == 0, "\(run)")
    }

    @Test("but behind a pointer to no values nothing need be there")
    func none() throws {
        let run = try run(
            """
            { "call": "m.count", "with": [16, { "callback": { "returns": 6 } }, 0],
              "expect": { "out.take[0]": ["", 0] } }
            """)
        #expect(run.status == 0, "\(run)")
    }

    @Test("and where its count is more than there is, which is the caller's then, and released once")
    func room() throws {
        let run = try run(
            """
            { "call": "m.room", "save": "it" }
            """)
        #expect(run.output.split(separator: "\n").count { $0 == "released" } == 1, "\(run)")
        #expect(run.errors.contains("was not released: release has released it now"), "\(run)")
    }

    @Test("and where its count is negative")
    func negative() throws {
        let run = try run(#"{ "call": "m.numbers", "expect": { "out.n": -1 } }"#)
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("m.numbers() = <int #"), "\(run)")
    }
}
