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
            HEDDLE_ACTION(void, say_and_give_up, const char *text)
            HEDDLE_ACTION(int32_t, attempt_saying, int32_t times)
            HEDDLE_ACTION(int32_t, attempt_and_fail, int32_t times)
            HEDDLE_ACTION(int32_t, pass, int32_t n)
            HEDDLE_ACTION(int64_t, growth, int32_t times)
            HEDDLE_HOOK(watch)
            static _Thread_local jmp_buf start;
            void give_up(const char *text) { (void)text; longjmp(start, 1); }
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

    private static let hooks =
        #"{ "on": "m.*", "before": "m.watch", "after": ["count", "m.watch"] }"#
    private static let sound = #"{ "call": "m.pass", "with": [7], "expect": { "result": 7 } }"#

    @Test(
        "says which calls were left, how often, and which hooks did not run; the run goes on",
        arguments: [
            #"{ "call": "m.attempt", "with": [3], "expect": { "result": 3 } }"#,
            #"{ "call": "m.attempt_on_thread", "with": [3], "expect": { "result": 3 } }"#,
            #"{ "call": "m.attempt_with", "with": [3, { "action": "m.give_up" }], "expect": { "result": 3 } }"#,
        ])
    func told(step: String) throws {
        let run = try run("\(step), \(Self.sound)")
        #expect(run.status == 0)
        #expect(
            run.errors.contains(
                """
                warning: native code left 3 calls of m.give_up by longjmp, or by ending the thread: the after hooks of \
                the call did not run (count, m.watch)
                """), "\(run.errors)")
        let event = try #require(
            try self.run("\(step), \(Self.sound)", "--json").events.first { $0.kind == "diagnostic" })
        #expect(event["code"] == "call.left")
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
