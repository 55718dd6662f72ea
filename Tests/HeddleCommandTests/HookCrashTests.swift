// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A crash inside of a hook")
struct HookCrashTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdlib.h>
            HEDDLE_MODULE("h", "1.0.0")
            HEDDLE_ACTION(int32_t, half, int32_t n)
            HEDDLE_ACTION(int32_t, whole, int32_t n)
            HEDDLE_ACTION(void, dies, int32_t n)
            HEDDLE_HOOK(fine)
            HEDDLE_HOOK(bad)
            HEDDLE_HOOK(leaves)
            HEDDLE_HOOK(calls)
            int32_t half(int32_t n) { if (n == 99) abort(); return n / 2; }
            int32_t whole(int32_t n) { if (n == 98) abort(); return n; }
            void dies(int32_t n) { (void)n; abort(); }
            void fine(heddle_call *call) { if (call->position == HEDDLE_INSTEAD) heddle->proceed(call); }
            void bad(heddle_call *call) { (void)call; abort(); }
            void leaves(heddle_call *call) { (void)call; exit(0); }
            void calls(heddle_call *call) {
                int32_t n = 99;
                int64_t result;
                void *arguments[] = {&n};
                (void)call;
                heddle->call(heddle->find("h.half", "int32_t half(int32_t)"), arguments, &result);
            }
            """, to: "libh.so", flags: ["-fvisibility=hidden"], in: bench.folder)
    }

    /// The message about a run that ends inside hooks around `h.whole`.
    private func told(_ hooks: String, calledWith number: Int = 3) throws -> String {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "h": { "library": "./libh.so" } }, "hooks": [
                \(hooks)
                ], "steps": [{ "call": "h.whole", "with": [\(number)] }] }
                """)
        #expect(run.status == 5)
        return run.errors
    }

    @Test(
        "names the hook, its place and the action around which it stands, whichever piece of it has crashed",
        arguments: [
            (#""before": ["h.fine", "h.bad", "h.fine"]"#, "before hook h.bad"),
            (#""after": ["h.bad", "h.fine"]"#, "after hook h.bad"),
            (#""before": "h.fine", "after": "h.bad""#, "after hook h.bad"),
            (#""instead": ["h.fine", "h.bad"]"#, "instead hook h.bad"),
            (#""before": ["log", "h.fine", "h.dies"]"#, "before hook h.dies"),
            (#""once": true, "before": ["h.fine", "h.bad"]"#, "before hook h.bad"),
        ])
    func piece(hook: String, words: String) throws {
        let place = #"(stack.json:2:1 on "h.whole")"#
        #expect(
            try told(#"{ "on": "h.whole", \#(hook) }"#).contains(
                "error: native code crashed with SIGABRT in the \(words) \(place) around h.whole\n"))
    }

    @Test("is told of the action where a hook only proceeds to it, or has returned")
    func action() throws {
        let hook = #"{ "on": "h.whole", "before": "h.fine", "instead": "h.fine", "after": "h.fine" }"#
        #expect(try told(hook, calledWith: 98).hasPrefix("error: native code crashed with SIGABRT in h.whole\n"))
    }

    @Test("in what a hook calls is told of that, where it is woven, and of the hook in any case")
    func inner() throws {
        let calls = #"{ "on": "h.whole", "before": "h.calls" }"#
        let hook = #"the before hook h.calls (stack.json:2:1 on "h.whole") around h.whole"#
        #expect(try told(calls).contains("SIGABRT in \(hook)\n"))
        #expect(
            try told(calls + #", { "on": "h.half", "after": "h.fine" }"#).contains(
                "SIGABRT in h.half, called by \(hook)\n"))
        #expect(
            try told(calls + ",\n" + #"{ "on": "h.half", "before": "h.bad" }"#).contains(
                #"SIGABRT in the before hook h.bad (stack.json:3:1 on "h.half") around h.half"# + "\n"))
    }

    @Test("or its exit is told of the hook, too")
    func exit() throws {
        #expect(
            try told(#"{ "on": "h.whole", "before": "h.leaves" }"#).hasPrefix(
                "error: native code ended the process in the before hook h.leaves ("))
    }
}
