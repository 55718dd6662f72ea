// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle record --stubs", .waiting)
struct StubTests {
    private let bench: Bench

    init() throws { bench = try Bench(modules: ScratchFolder().path) }

    /// Records a behaviour with modules that are then taken away.
    private func stubbed(_ behaviour: String, _ options: String..., modules: String) throws -> String {
        try bench.folder.write("stack.json", behaviour)
        let ended = try Program.built("heddle").run(
            ["record", "-m", modules, "stack.json", "-o", "stubbed.json"] + (options.isEmpty ? ["--stubs"] : options),
            in: bench.folder.path)
        try #require(ended.status == 0, "\(ended.errors)")
        for file in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) where file.hasSuffix(".so") {
            try FileManager.default.removeItem(atPath: bench.folder(file))
        }
        try bench.expectSound("stubbed.json")
        return try #require(bench.folder.text(of: "stubbed.json"))
    }

    private static let stack = #"""
        #include <errno.h>
        #include <stdlib.h>
        #include <string.h>
        typedef struct stack { int count; int values[8]; } stack;
        typedef struct { int top; const char *name; } state;
        int stack_open(stack **to) { *to = calloc(1, sizeof **to); return *to ? 0 : -1; }
        int stack_push(stack *s, int value) { if (s->count == 2) { errno = ENOSPC; return -1; } s->values[s->count++] = value; return 0; }
        state stack_state(const stack *s) { return (state){ s->count ? s->values[s->count - 1] : 0, "weft" }; }
        void stack_copy(const stack *s, int *to, int *count) { memcpy(to, s->values, sizeof(int) * s->count); *count = s->count; }
        const int *stack_values(stack *s) { return s->values; }
        const state *stack_last(void) { static state last = { 7, "last" }; return &last; }
        stack *stack_self(stack *s) { return s; }
        void stack_close(stack *s) { free(s); }
        """#
    private static let declarations = #"""
        "typedef struct stack stack", "typedef struct { int top; const char *name; } state",
        "int stack_open(_Outptr_ _Free_(stack_close) stack **to)", "_Success_(return == 0) int stack_push(stack *s, int value)",
        "state stack_state(const stack *s)", "void stack_copy(const stack *s, _Out_writes_to_(8, *count) int *to, _Out_ int *count)",
        "_Ret_writes_(2) const int *stack_values(stack *s)", "_Ret_valid_ const state *stack_last(void)", "stack *stack_self(stack *s)",
        "void stack_close(_Post_ptr_invalid_ stack *s)"
        """#

    @Test("leaves modules as they are of which nothing was called or declared, as those that release memory")
    func uncalled() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" }, "m": { "library": "libm.so.6" },
                "d": { "library": "libc.so.6", "declarations": ["_Free_(c.free) char *strdup(const char *text)"] } },
              "steps": [{ "call": "m.cos", "with": [0] }, { "call": "d.strdup", "with": ["weft"] }] }
            """#)
        let ended = try bench.heddle("record", "stack.json", "-o", "stubbed.json", "--stubs")
        #expect(ended.status == 0, "\(ended.errors)")
        try bench.expectSound("stubbed.json")
        let text = try #require(bench.folder.text(of: "stubbed.json"))
        #expect(
            text.contains(#""c": { "library": "libc.so.6" }"#) && text.contains(#""replaces": "libm.so.6""#), "\(text)")
    }

    @Test("answers with results, out-parameters, memory, handles, errno and failures, and needs no library")
    func whole() throws {
        try BuiltModules.compile(Self.stack, to: "stack.so", in: bench.folder)
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": { "s": { "library": "./stack.so", "declarations": [\#(Self.declarations)] } },
              "hooks": [{ "on": "s.*", "after": "count" }],
              "steps": [
                { "call": "s.stack_open", "save": { "s": "out.to" } }, { "call": "s.stack_open", "save": { "t": "out.to" } },
                { "call": "s.stack_push", "with": [{ "ref": "s" }, 3] }, { "call": "s.stack_push", "with": [{ "ref": "s" }, 5] },
                { "call": "s.stack_state", "with": [{ "ref": "s" }] }, { "call": "s.stack_state", "with": [{ "ref": "t" }] },
                { "call": "s.stack_copy", "with": [{ "ref": "s" }] }, { "call": "s.stack_values", "with": [{ "ref": "s" }] },
                { "call": "s.stack_last" }, { "call": "s.stack_self", "with": [{ "ref": "s" }] },
                { "call": "s.stack_push", "with": [{ "ref": "s" }, 7], "expect": { "failure.code": "unsuccessful" } },
                { "call": "s.stack_close", "with": [{ "ref": "s" }] }, { "call": "s.stack_close", "with": [{ "ref": "t" }] } ] }
            """#, modules: "none")
        #expect(!text.contains("library"))
        let again = try bench.heddle("record", "--stubs", "stubbed.json")
        #expect(again.output == text, "what has no library is left as it is")
        for expected in [
            #""out": { "to": { "handle": "stack 2" } }"#, #""result": { "top": 5, "name": "weft" }"#,
            #""out": { "to": [3, 5], "count": 2 }"#, #""result": { "top": 7, "name": "last" }"#,
            #""expect": { "result": { "ref": "s" } }"#, #""errno": 28"#,
            #""code": "unsuccessful""#,
        ] { #expect(text.contains(expected), "\(expected) in \(text)") }
    }

    @Test("answers with texts that are not UTF-8, and takes them")
    func bytes() throws {
        try BuiltModules.compile(
            #"""
            #include <string.h>
            const char *old(int n) { return n ? "gr\xfc\xdf" : "hello"; }
            int length(const char *text) { return strlen(text); }
            """#, to: "old.so", in: bench.folder)
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": { "o": { "library": "./old.so", "declarations": ["const char *old(int n)", "int length(const char *text)"] } },
              "steps": [{ "call": "o.old", "with": [1], "save": "word" }, { "call": "o.length", "with": [{ "ref": "word" }] },
                { "call": "o.length", "with": [{ "hex": "ff80ff" }] }, { "call": "o.old", "with": [0] }] }
            """#, modules: "none")
        for expected in [
            #"{ "call": "o.old", "with": [1], "result": { "bytes": "Z3L83w==" } }"#,
            #"{ "call": "o.length", "with": [{ "bytes": "Z3L83w==" }], "result": 4 }"#,
            #""with": [{ "bytes": "/4D/" }], "expect": { "result": 3 }"#,
        ] { #expect(text.contains(expected), "\(expected) in \(text)") }
    }

    @Test("answers with the bytes behind the text of a char[n], for the modules that stay")
    func keptBytes() throws {
        try BuiltModules.compile(
            #"""
            typedef struct { int number; char hidden[8], rows[2][2]; } opaque;
            opaque make(void) { return (opaque){ 1, { 'a', 0, 'b', 0, 0, 'c' }, { "x", { 0, 'y' } } }; }
            """#, to: "maker.so", in: bench.folder)
        let type = #""typedef struct { int number; char hidden[8], rows[2][2]; } opaque""#
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": {
                "m": { "library": "./maker.so", "declarations": [\#(type), "opaque make(void)"] },
                "c": { "library": "libc.so.6", "declarations": [\#(type),
                    "int memcmp(_In_ const opaque *left, _In_reads_bytes_(n) const void *right, size_t n)"] } },
              "steps": [{ "call": "m.make", "save": "made" },
                { "call": "c.memcmp", "with": [{ "ref": "made" }, { "hex": "01000000610062000063000078000079" }, 16] }] }
            """#, "--stub", "m", modules: "none")
        for expected in [
            #""hidden": { "bytes": "YQBiAABjAAA=" }"#, #""rows": [{ "bytes": "eAA=" }, { "bytes": "AHk=" }]"#,
        ] { #expect(text.contains(expected), "\(expected) in \(text)") }
        #expect(text.contains(#""expect": { "result": 0 }"#), "\(text)")
    }

    @Test("calls functions that it is given as the module called them")
    func callbacks() throws {
        try BuiltModules.compile(
            #"""
            int each(int count, int (*visit)(void *context, int index, const char *name), void *context) {
                int sum = 0;
                for (int index = 0; index < count; index++) sum += visit(context, index, index ? "weft" : "warp");
                return sum;
            }
            """#, to: "each.so", in: bench.folder)
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": { "e": { "library": "./each.so", "declarations": [
                "int each(int count, _In_opt_ int (*visit)(void *context, int index, const char *name), _In_opt_ void *context)"] } },
              "steps": [{ "call": "e.each", "with": [2, { "callback": { "answers": [3, 4] } }, null] }, { "call": "e.each", "with": [0, null, null] }] }
            """#, modules: "none")
        #expect(text.contains(#""out.visit": [[null, 0, "warp"], [null, 1, "weft"]]"#), "\(text)")
        #expect(text.contains(#""expect": { "result": 7"#))
    }

    @Test("works for a module that describes itself, with its instance, types and names")
    func described() throws {
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": { "probe": { "library": "probe" }, "c": { "library": "counter", "config": { "from": 4 } } },
              "steps": [
                { "call": "c.count", "expect": { "result": 5 } }, { "call": "c.count" },
                { "call": "probe.box_make", "with": [7], "save": "box" }, { "call": "probe.box_value", "with": [{ "ref": "box" }] },
                { "call": "probe.divide", "with": [17, 5] }, { "call": "probe.look_up", "with": ["not/there"], "expect": { "failure.code": "unsuccessful" } },
                { "call": "probe.sum_bytes", "with": ["abc", 3] }, { "call": "probe.box_free", "with": [{ "ref": "box" }] } ] }
            """#, modules: try BuiltModules.probes)
        #expect(!text.contains("library") && !text.contains("config"))
        #expect(text.contains(#""call": "c.count", "expect": { "result": 6 }"#))
        #expect(text.contains(#""out.quotient": 3, "out.rest": 2"#))
    }

    private static let caller = #"""
        #include <heddle/module.h>
        HEDDLE_MODULE("caller", "1.0.0")
        HEDDLE_ACTION(int32_t, twice, int32_t n)
        int32_t twice(int32_t n) {
            heddle_action *add = heddle->find("probe.add", "int32_t add(int32_t, int32_t)");
            void *arguments[] = {&n, &n};
            int64_t result = 0;
            return add != NULL && heddle->call(add, arguments, &result) ? (int32_t)result : -1;
        }
        """#

    @Test("answers the calls that other modules make through the host, and takes only the modules that are named")
    func throughTheHost() throws {
        let kept = try ScratchFolder()
        let caller = try BuiltModules.compile(Self.caller, to: "caller.so", in: kept)
        let behaviour = #"""
            { "behaviour": 1, "modules": { "probe": { "library": "probe" }, "caller": { "library": "\#(caller)" } },
              "steps": [{ "call": "caller.twice", "with": [21] }, { "call": "probe.add_by_host", "with": [20, 22] }] }
            """#
        let text = try stubbed(behaviour, "--stub", "probe", modules: BuiltModules.probes)
        #expect(text.contains("caller.so"))
        #expect(text.contains(#"{ "call": "probe.add", "with": [21, 21], "result": 42 }"#))
        #expect(text.contains(#"{ "call": "caller.twice", "with": [21], "expect": { "result": 42 } }"#))
        #expect(!text.contains(#""probe.add", "with": [20, 22]"#), "what a stubbed action calls is not called any more")
        let both = try stubbed(behaviour, modules: BuiltModules.probes)
        #expect(!both.contains(#""library""#) && !both.contains(#""call": "probe.add","#))
    }

    @Test("has answers of its own for each case and for the steps")
    func cases() throws {
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)", "char *tmpnam(_In_opt_ char *s)"] } },
              "hooks": [{ "on": "c.*", "before": "count", "order": 3 }],
              "steps": [{ "call": "c.abs", "with": [-9] }],
              "cases": [
                { "name": "one", "steps": [{ "call": "c.abs", "with": [-1] }], "hooks": [{ "on": "c.abs", "after": "time" }] },
                { "name": "two", "steps": [{ "call": "c.abs", "with": [-1] }, { "call": "c.abs", "with": [-2] }] },
                { "name": "none", "steps": [] }] }
            """#, modules: "none")
        #expect(text.contains(#""order": 5"#) && text.contains(#""order": 4"#))
        #expect(try bench.heddle("test", "stubbed.json", "--random", "--repeat", "3").status == 0)
    }

    @Test("leaves out what a call was made with where that differs or is secret")
    func arguments() throws {
        let text = try stubbed(
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int getpid(void)", "int kill(int pid, int signal)", "_Ret_maybenull_ char *getenv(const char *name)",
                "int setenv(const char *name, _Secret_ const char *value, int overwrite)"] } },
              "steps": [{ "call": "c.getpid", "save": "pid" }, { "call": "c.kill", "with": [{ "ref": "pid" }, 0] },
                { "call": "c.getenv", "with": ["PATH"], "save": "path" }, { "call": "c.setenv", "with": ["X", { "ref": "path" }, 1] }] }
            """#, modules: "none")
        #expect(text.contains(#"{ "call": "c.kill", "with": { "signal": 0 }, "result": 0 }"#))
        #expect(text.contains(#""with": { "name": "X", "overwrite": 1 }"#))
        #expect(text.contains(#"{ "call": "c.getpid", "save": "pid", "expect": { "result": "#))
    }

    @Test("says of a call that was not recorded which one is nearest, where it stands and what differs")
    func nearest() throws {
        func run(_ steps: String, ordered: Bool = true) throws -> Program.Ended {
            try bench.heddle(
                "run",
                behaviour: #"""
                    { "behaviour": 1, "modules": { "m": { "declarations": ["int add(int a, int b)", "int close(int a)"] } },
                      "hooks": [{ "on": "m.*", "instead": { "answer": { "ordered": \#(ordered), "calls": [
                        { "call": "m.add", "with": [1, 2], "result": 3 },
                        { "call": "m.add", "with": { "b": 4 }, "result": 7 },
                        { "call": "m.close", "result": 0 } ] } } }],
                      "steps": [\#(steps)] }
                    """#)
        }
        let add = #"{ "call": "m.add", "with": [1, 2] }"#
        let differing = try run(#"{ "call": "m.add", "with": [1, 3] }"#)
        #expect(differing.status == 1)
        #expect(
            differing.output.contains(
                "unexpectedCall: no recorded call fits m.add(1, 3); the nearest is call 1 at stack.json:3:5, not used yet: b is 3, not 2 (a as recorded)"
            ), "\(differing.output)")
        let early = try run(#"{ "call": "m.close", "with": [1] }"#)
        #expect(
            early.output.contains(
                "call 3 at stack.json:5:5, not used yet, would; next comes call 1 at stack.json:3:5, m.add"))
        let used = try run("\(add), \(add)", ordered: false)
        #expect(used.output.contains("call 1 at stack.json:3:5, used up already, would"))
        let all = try run(
            "\(add), \(#"{ "call": "m.add", "with": [9, 4] }, { "call": "m.close", "with": [1] }, { "call": "m.close", "with": [1] }"#)"
        )
        #expect(all.output.contains("all 3 recorded calls are used up"))
        let free = try run(
            #"{ "call": "m.close", "with": [1] }, { "call": "m.add", "with": [9, 4] }"# + ", \(add)", ordered: false)
        #expect(free.status == 0)
    }

    @Test("says which modules stay, and which of their functions is a hook")
    func leftModules() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] },
                "m": { "library": "libm.so.6", "declarations": ["double cos(double x)", "double sin(double x)"] } },
              "hooks": [{ "on": "m.cos", "instead": "m.sin" }],
              "steps": [{ "call": "c.abs", "with": [-3] }, { "call": "m.cos", "with": [0] }] }
            """#)
        let all = try bench.heddle("record", "stack.json", "--stubs", "-o", "stubbed.json")
        #expect(all.status == 0, "\(all.errors)")
        #expect(
            all.errors.contains(
                """
                warning: no answers replace m, which the recording needs: its function m.sin is a hook
                 --> stack.json:4:
                """), "\(all.errors)")
        #expect(bench.folder.text(of: "stubbed.json")?.contains(#""library": "libm.so.6""#) == true)
        let one = try bench.heddle("record", "stack.json", "--stub", "c", "-o", "one.json")
        #expect(!one.errors.contains("warning"), "\(one.errors)")
    }

    @Test("says where answers lead to something else than the modules did, and does not end well")
    func unsound() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1,
              "modules": {
                "set": { "library": "libc.so.6", "declarations": ["int setenv(const char *name, const char *value, int overwrite)"] },
                "get": { "library": "libc.so.6", "declarations": ["_Ret_maybenull_ char *getenv(const char *name)"] } },
              "steps": [{ "call": "set.setenv", "with": ["OF_A_TEST", "weft", 1] },
                { "call": "get.getenv", "with": ["OF_A_TEST"] }] }
            """#)
        let ended = try bench.heddle("record", "stack.json", "--stub", "set", "-o", "stubbed.json")
        #expect(ended.status == 1)
        let mistake =
            #"error: the recording does not hold: with answers result of get.getenv is null, with the modules "weft""#
        #expect(ended.errors.contains(mistake), "\(ended.errors)")
        #expect(ended.errors.contains(" --> stack.json:6:"), "\(ended.errors)")
        #expect(!ended.errors.contains("with stubs"), "\(ended.errors)")
    }

    @Test("is refused for one of two modules that share handles")
    func sharedHandles() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1,
              "modules": {
                "db": { "library": "libsqlite3.so.0", "declarations": ["typedef struct sqlite3 sqlite3",
                    "_Success_(return == 0) int sqlite3_open(const char *name, _Outptr_ sqlite3 **db)"] },
                "sql": { "library": "libsqlite3.so.0", "declarations": ["typedef struct sqlite3 sqlite3",
                    "int sqlite3_total_changes(sqlite3 *db)"] } },
              "steps": [{ "call": "db.sqlite3_open", "with": [":memory:"], "save": { "db": "out.db" } },
                { "call": "sql.sqlite3_total_changes", "with": [{ "ref": "db" }] }] }
            """#)
        let ended = try bench.heddle("record", "stack.json", "--stub", "db", "-o", "stubbed.json")
        #expect(ended.status == 4)
        #expect(
            ended.errors.contains(
                "error: answers cannot stand for the modules: argument 1 (db) of sql.sqlite3_total_changes is \"db\""),
            "\(ended.errors)")
        #expect(!ended.errors.contains("with stubs"), "\(ended.errors)")
    }

    @Test("says that the calls of the replaced modules were others in some runs")
    func otherCalls() throws {
        let built = try BuiltModules.compile(
            """
            #include <fcntl.h>
            #include <unistd.h>
            int late(void) { if (access("made", F_OK) == 0) return 1; close(creat("made", 0600)); return 0; }
            """, to: "late.so",
            in: bench.folder)
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1,
              "modules": { "late": { "library": "\#(built)", "declarations": ["_Success_(return == 0) int late(void)"] },
                "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "steps": [{ "call": "late.late" }, { "call": "c.abs", "with": [3] }] }
            """#)
        let ended = try bench.heddle("record", "stack.json", "--stubs", "-o", "stubbed.json")
        #expect(
            ended.errors.contains(
                "warning: the calls of the replaced modules were others in 1 of 2 runs, which was left out"),
            "\(ended.errors)")
    }

    @Test("is refused for what answers cannot stand for")
    func refused() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int abs(int n)", "int getentropy(_Secret_ _Out_writes_(n) uint8_t *to, size_t n)"] },
                "m": { "library": "libm.so.6", "declarations": ["double cos(double x)", "double sin(double x)"] } },
              "hooks": [{ "on": "m.cos", "instead": "m.sin" }], "steps": [{ "call": "c.getentropy", "with": [4] }] }
            """#)
        let unknown = try bench.heddle("record", "stack.json", "--stub", "cc")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("error: stubs cannot replace \"cc\": "))
        #expect(try bench.heddle("record", "stack.json", "--stub", "m").status == 2)
        let secret = try bench.heddle("record", "stack.json", "--stubs")
        #expect(secret.status == 3)
        #expect(secret.errors.contains("error: to of c.getentropy is secret, and a recording would copy it\n"))
    }
}
