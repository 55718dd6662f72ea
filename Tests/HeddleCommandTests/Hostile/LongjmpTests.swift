// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A longjmp of native code over a hooked call")
struct LongjmpTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <malloc.h>
            #include <pthread.h>
            #include <setjmp.h>
            #include <stdlib.h>
            HEDDLE_MODULE("jumping", "1.0.0")
            HEDDLE_ACTION(int32_t, attempt, int32_t times)
            HEDDLE_ACTION(int32_t, attempt_on_thread, int32_t times)
            HEDDLE_ACTION(int32_t, attempt_with, int32_t times, void (*act)(const char *text))
            HEDDLE_ACTION(void, give_up, const char *text)
            HEDDLE_ACTION(void, give_up_once, void)
            HEDDLE_ACTION(int32_t, attempt_once, void)
            HEDDLE_ACTION(int32_t, attempt_unseen, int32_t times)
            HEDDLE_ACTION(void, give_up_unseen, const char *text)
            HEDDLE_ACTION(void, say_and_give_up, const char *text)
            HEDDLE_ACTION(int32_t, attempt_saying, int32_t times)
            HEDDLE_ACTION(int32_t, attempt_and_fail, int32_t times)
            HEDDLE_ACTION(int32_t, pass, int32_t n)
            HEDDLE_ACTION(int64_t, growth, int32_t times)
            HEDDLE_HOOK(watch)
            static _Thread_local jmp_buf start;
            void give_up(const char *text) { (void)text; longjmp(start, 1); }
            void give_up_once(void) {
                static int calls;
                if (calls++ == 0) longjmp(start, 1);
            }
            int32_t attempt_once(void) {
                heddle_action *action = heddle->find("m.give_up_once", "void give_up_once(void)");
                return setjmp(start) == 0 && heddle->call(action, NULL, NULL);
            }
            static _Thread_local void *unseen[5];
            void give_up_unseen(const char *text) { (void)text; __builtin_longjmp(unseen, 1); }
            int32_t attempt_unseen(int32_t times) {
                heddle_action *action = heddle->find("m.give_up_unseen", "void give_up_unseen(const char *text)");
                const char *text = "a text";
                void *arguments[] = {&text};
                volatile int32_t n = 0;
                for (; n < times; n++)
                    if (__builtin_setjmp(unseen) == 0) heddle->call(action, arguments, NULL);
                return n;
            }
            void say_and_give_up(const char *text) { heddle->fail("said", text); longjmp(start, 1); }
            int32_t pass(int32_t n) { return n; }
            static int32_t jump(const char *name, const char *declaration, int32_t times) {
                heddle_action *action = heddle->find(name, declaration);
                const char *text = "a text";
                void *arguments[] = {&text};
                volatile int32_t n = 0;
                for (; n < times; n++)
                    if (setjmp(start) == 0) heddle->call(action, arguments, NULL);
                return n;
            }
            int32_t attempt(int32_t times) { return jump("m.give_up", "void give_up(const char *text)", times); }
            int32_t attempt_saying(int32_t times) {
                return jump("m.say_and_give_up", "void say_and_give_up(const char *text)", times);
            }
            /* Its frame reaches below that of the call that was left. */
            __attribute__((noinline)) static void fail_deeply(const char *code) {
                volatile char room[16384];
                room[0] = 'a';
                heddle->fail(code, room[0] == 'a' ? "it gave up" : NULL);
            }
            int32_t attempt_and_fail(int32_t times) {
                int32_t count = attempt(times);
                fail_deeply("caught");
                return count;
            }
            static void *run(void *times) { return (void *)(intptr_t)attempt((int32_t)(intptr_t)times); }
            int32_t attempt_on_thread(int32_t times) {
                pthread_t thread;
                void *result;
                pthread_create(&thread, NULL, run, (void *)(intptr_t)times);
                pthread_join(thread, &result);
                return (int32_t)(intptr_t)result;
            }
            int32_t attempt_with(int32_t times, void (*act)(const char *text)) {
                volatile int32_t n = 0;
                for (; n < times; n++)
                    if (setjmp(start) == 0) act("a text");
                return n;
            }
            int64_t growth(int32_t times) {
                attempt(100);
                size_t before = mallinfo2().uordblks;
                attempt(times);
                return (int64_t)mallinfo2().uordblks - (int64_t)before;
            }
            void watch(heddle_call *call) { (void)call; }
            """, to: "jumping.so", flags: ["-D_GNU_SOURCE", "-fvisibility=hidden", "-pthread"], in: bench.folder)
    }

    private func run(
        _ steps: String, hooks: String = Self.hooks, _ option: String = "--no-color"
    ) throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "./jumping.so" } }, "hooks": [\(hooks)],
                  "steps": [\(steps)] }
                """, option)
    }

    /// The facts of the aspect `count`, by actions.
    private func counts(_ run: Program.Ended) throws -> [String: [String: Int]] {
        try run.events.filter { $0.kind == "finding" && $0["aspect"] == "count" }.reduce(into: [:]) { counts, event in
            let (action, facts): (String?, [String: Int]?) = (event["action"], event["facts"])
            counts[action ?? ""] = facts
        }
    }

    private static let hooks =
        #"{ "on": "m.*", "before": "m.watch", "after": ["count", "m.watch"] }"#
    private static let sound = #"{ "call": "m.pass", "with": [7], "expect": { "result": 7 } }"#

    @Test(
        "gives after hooks their turn, with a failure of its own, and then goes on to where it leads",
        arguments: [
            #"{ "call": "m.attempt", "with": [3], "expect": { "result": 3 } }"#,
            #"{ "call": "m.attempt_on_thread", "with": [3], "expect": { "result": 3 } }"#,
            #"{ "call": "m.attempt_with", "with": [3, { "action": "m.give_up" }], "expect": { "result": 3 } }"#,
        ])
    func told(step: String) throws {
        let run = try run("\(step), \(Self.sound)")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(!run.errors.contains("left"), "\(run.errors)")
        let counted = try counts(self.run("\(step), \(Self.sound)", "--json"))
        #expect(counted["m.give_up"] == ["returned": 0, "failed": 3])
    }

    @Test("is a failure like others: where an aspect retries the call with success, it returns, and nothing jumps")
    func retried() throws {
        let retry = #""instead": { "retry": { "attempts": 3, "on": ["left"], "force": true } }, "after": "count""#
        let run = try run(
            #"{ "call": "m.attempt_once", "expect": { "result": 1 } }, "#
                + #"{ "call": "m.attempt", "with": [2], "expect": { "result": 2 } }"#,
            hooks: #"{ "on": ["m.give_up_once", "m.give_up"], \#(retry) }"#, "--json")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let counts = try counts(run)
        #expect(counts["m.give_up_once"] == ["returned": 1, "failed": 0])
        #expect(counts["m.give_up"] == ["returned": 0, "failed": 2])
    }

    @Test("by other means than that of the C library says which calls were left, and which hooks did not run")
    func unseen() throws {
        let run = try run(
            #"{ "call": "m.attempt_unseen", "with": [3], "expect": { "result": 3 } }, "#
                + #"{ "call": "m.attempt", "with": [3], "expect": { "result": 3 } }, \#(Self.sound)"#)
        #expect(run.status == 0)
        #expect(
            run.errors.contains(
                """
                warning: native code left 3 calls of m.give_up_unseen by longjmp, or by ending the thread: the after \
                hooks of the call did not run (count, m.watch)
                """), "\(run.errors)")
    }

    @Test("leaves nothing behind of hooks in Swift either")
    func growthOfAspects() throws {
        let run = try run(
            #"{ "call": "m.growth", "with": [20000], "expect": { "result": { "lt": 20000 } } }"#,
            hooks:
                #"{ "on": "m.give_up", "instead": { "retry": { "attempts": 2, "force": true } }, "after": "count" }"#)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test("is what an error of Lua is, for a function of C that Lua calls")
    func lua() throws {
        let run = try bench.heddle(
            "run",
            behaviour: #"""
                { "behaviour": 1, "modules": { "lua": { "library": "liblua5.4.so.0", "declarations": [
                    "typedef struct lua_State lua_State", "lua_State *luaL_newstate(void)", "int lua_error(lua_State *L)",
                    "void lua_close(_Post_ptr_invalid_ lua_State *L)",
                    "void lua_pushcclosure(lua_State *L, _Retained_ int (*function)(lua_State *L), int n)",
                    "const char *lua_pushstring(lua_State *L, const char *text)",
                    "int lua_pcallk(lua_State *L, int arguments, int results, int handler, long context, _In_opt_ void *k)",
                    "_Ret_maybenull_ const char *lua_tolstring(lua_State *L, int index, _Out_opt_ size_t *length)"] } },
                  "hooks": [{ "on": "lua.lua_error", "after": ["count", "log"] }],
                  "steps": [{ "call": "lua.luaL_newstate", "save": "L" },
                    { "call": "lua.lua_pushcclosure", "with": [{ "ref": "L" }, { "action": "lua.lua_error", "lifetime": "forever" }, 0] },
                    { "call": "lua.lua_pushstring", "with": [{ "ref": "L" }, "it gave up"] },
                    { "call": "lua.lua_pcallk", "with": [{ "ref": "L" }, 1, 0, 0, 0, null], "expect": { "result": 2 } },
                    { "call": "lua.lua_tolstring", "with": [{ "ref": "L" }, -1], "expect": { "result": "it gave up" } }],
                  "always": [{ "call": "lua.lua_close", "with": [{ "ref": "L" }] }] }
                """#, "--json")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(try counts(run) == ["lua.lua_error": ["returned": 0, "failed": 1]])
        #expect(try !run.events.contains { $0.kind == "diagnostic" })
    }

    @Test("is what errors of libpng and libjpeg are", arguments: ["gcc", "clang"])
    func pictures(compiler: String) throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <png.h>
            #include <setjmp.h>
            #include <stdio.h>
            #include <jpeglib.h>
            HEDDLE_MODULE("pictures", "1.0.0")
            HEDDLE_ACTION(int32_t, try_png, void)
            HEDDLE_ACTION(void, give_up_png, void)
            HEDDLE_ACTION(int32_t, try_jpeg, void)
            HEDDLE_ACTION(void, give_up_jpeg, void)
            static png_structp png;
            void give_up_png(void) { png_error(png, "no picture"); }
            int32_t try_png(void) {
                png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
                volatile int32_t jumps = 0;
                if (setjmp(png_jmpbuf(png)) == 0)
                    heddle->call(heddle->find("p.give_up_png", "void give_up_png(void)"), NULL, NULL);
                else
                    jumps++;
                png_destroy_read_struct(&png, NULL, NULL);
                return jumps;
            }
            static jmp_buf start;
            static struct jpeg_decompress_struct jpeg;
            static void jump(j_common_ptr common) { (void)common; longjmp(start, 1); }
            void give_up_jpeg(void) {
                static const unsigned char none[] = "no picture";
                jpeg_mem_src(&jpeg, (unsigned char *)none, sizeof none);
                jpeg_read_header(&jpeg, TRUE);
            }
            int32_t try_jpeg(void) {
                struct jpeg_error_mgr errors;
                jpeg.err = jpeg_std_error(&errors);
                errors.error_exit = jump;
                jpeg_create_decompress(&jpeg);
                volatile int32_t jumps = 0;
                if (setjmp(start) == 0)
                    heddle->call(heddle->find("p.give_up_jpeg", "void give_up_jpeg(void)"), NULL, NULL);
                else
                    jumps++;
                jpeg_destroy_decompress(&jpeg);
                return jumps;
            }
            """, to: "pictures.so", by: compiler, flags: ["-O2", "-lpng16", "-ljpeg"],
            in: bench.folder)
        let run = try bench.heddle(
            "run",
            behaviour: #"""
                { "behaviour": 1, "modules": { "p": { "library": "./pictures.so" } },
                  "hooks": [{ "on": "p.give_up*", "after": "count" }],
                  "steps": [{ "call": "p.try_png", "expect": { "result": 1 } }, { "call": "p.try_jpeg", "expect": { "result": 1 } }] }
                """#, "--json")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let once = ["returned": 0, "failed": 1]
        #expect(try counts(run) == ["p.give_up_png": once, "p.give_up_jpeg": once])
        #expect(try !run.events.contains { $0.kind == "diagnostic" })
    }

    @Test("says nothing of calls that have no hooks, or that returned")
    func untold() throws {
        let attempt = #"{ "call": "m.attempt", "with": [3], "expect": { "result": 3 } }"#
        #expect(!(try run(attempt, hooks: "").errors.contains("left")))
        #expect(!(try run(Self.sound).errors.contains("left")))
    }

    @Test("leaves nothing behind", arguments: ["", LongjmpTests.hooks])
    func growth(hooks: String) throws {
        let run = try run(
            #"{ "call": "m.growth", "with": [20000], "expect": { "result": { "lt": 20000 } } }"#, hooks: hooks)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test("loses no failure, neither that of the call that was left nor that of the function that it leads to")
    func said() throws {
        for (action, code) in [("attempt_saying", "said"), ("attempt_and_fail", "caught")] {
            let run = try run(
                #"{ "call": "m.\#(action)", "with": [3], "expect": { "failure": { "code": "\#(code)" } } }, \#(Self.sound)"#
            )
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }

    @Test("does not change what is hooked behind it, nor what a crash is told of")
    func behind() throws {
        let run = try run(#"{ "call": "m.attempt", "with": [3] }, \#(Self.sound), \#(Self.sound)"#, "--json")
        #expect(run.status == 0)
        #expect(run.output.contains(#""returned":2"#), "\(run.output)")
    }
}
