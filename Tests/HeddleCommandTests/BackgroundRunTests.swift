// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Hooks in the background of a run")
struct BackgroundRunTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(Self.watcher, to: "watcher.so", in: bench.folder)
    }

    /// Hooks that print slowly what they see, so that calls would be over before, and some that misbehave.
    private static let watcher = #"""
        #include <heddle/module.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        HEDDLE_MODULE("watcher", "1.0.0")
        HEDDLE_NEEDS("heddle.host")
        HEDDLE_HOOK(see)
        HEDDLE_HOOK(refuse)
        HEDDLE_HOOK(stay)
        HEDDLE_HOOK(crash)
        HEDDLE_HOOK(leave)
        HEDDLE_ACTION(void, see_text, const char *text)
        HEDDLE_ACTION(void, fill, const char *name, _Out_writes_(size) char *into, size_t size)
        HEDDLE_TYPE(typedef struct person { const char *name; int32_t age; } person)
        HEDDLE_ACTION(_Ret_valid_ const person *, older, _Inout_ person *who,
                      _In_reads_(count) const char *const *titles, size_t count)
        HEDDLE_TYPE(typedef union either { const char *text; int64_t number; } either)
        HEDDLE_ACTION(void, union_of_texts, either value)
        HEDDLE_ACTION(void, plain_handle, const void *something)

        void see_text(const char *text) {
            usleep(2000);
            printf("sees text %s\n", text);
            fflush(stdout);
        }
        void fill(const char *name, char *into, size_t size) { snprintf(into, size, "<%s>", name); }
        const person *older(person *who, const char *const *titles, size_t count) {
            static char name[64];
            static person twin;
            snprintf(name, sizeof name, "%s %s", count > 0 ? titles[count - 1] : "", who->name);
            who->age += 1;
            who->name = name;
            twin = *who;
            return &twin;
        }
        void union_of_texts(either value) { (void)value; }
        void plain_handle(const void *something) { (void)something; }

        void see(heddle_call *call) {
            usleep(2000);
            const char *code = call->failure_code != NULL ? call->failure_code : "-";
            printf("sees %s %d %s", call->action->action, (int)call->status, code);
            if (strcmp(call->action->action, "fill") == 0) {
                printf(" %s %s", *(const char **)call->arguments[0], *(const char **)call->arguments[1]);
            } else if (strcmp(call->action->action, "older") == 0) {
                const person *who = *(person **)call->arguments[0], *twin = *(person **)call->result;
                const char **titles = *(const char ***)call->arguments[1];
                printf(" %s %d %s %d %s %s", who->name, who->age, twin->name, twin->age, titles[0], titles[1]);
            } else if (call->result != NULL && call->action->result.size == 4) {
                printf(" %d", *(int32_t *)call->result);
                *(int32_t *)call->result = 0;
                heddle->answer(call);
            }
            printf("\n");
            fflush(stdout);
        }
        void refuse(heddle_call *call) { (void)call; heddle->fail("no", "not with me"); }
        void stay(heddle_call *call) { (void)call; for (;;) pause(); }
        void crash(heddle_call *call) { (void)call; abort(); }
        void leave(heddle_call *call) { (void)call; exit(0); }
        """#

    private func text(_ hooks: String, _ steps: String) -> String {
        """
        { "behaviour": 1,
          "modules": { "probe": { "library": "probe" }, "watcher": { "library": "./watcher.so" } },
          "hooks": [\(hooks)],
          "steps": [\(steps)] }
        """
    }

    private func run(_ hooks: String, _ steps: String) throws -> Program.Ended {
        try bench.heddle("run", behaviour: text(hooks, steps))
    }

    private static let add = #"{ "call": "probe.add", "with": [3, 4], "expect": { "result": 7 } }"#

    @Test("A function of C sees copies of all that the call points to, and can change nothing of it")
    func copies() throws {
        let run = try run(
            #"""
            { "on": ["probe.add", "probe.divide", "watcher.fill", "watcher.older"], "after": "watcher.see",
              "background": true }
            """#,
            Self.add + #"""
                , { "call": "probe.divide", "with": [1, 0], "expect": { "failure": { "code": "byZero" } } },
                { "call": "watcher.fill", "with": ["ann", 10], "expect": { "out.into": "<ann>" } },
                { "call": "watcher.fill", "with": ["bob", 10] },
                { "call": "watcher.older", "with": [{ "name": "Eve", "age": 7 }, ["Ms", "Dr"], 2],
                  "expect": { "result": { "age": 8 } } },
                { "call": "watcher.older", "with": [{ "name": "Adam", "age": 1 }, ["x", "Mr"], 2] }
                """#)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.split(separator: "\n").filter { $0.hasPrefix("sees") } == [
                "sees add 1 - 7", "sees divide 2 byZero", "sees fill 1 - ann <ann>", "sees fill 1 - bob <bob>",
                "sees older 1 - Dr Eve 8 Dr Eve 8 Ms Dr", "sees older 1 - Mr Adam 2 Mr Adam 2 x Mr",
            ])
    }

    @Test("A plain function sees copies too, beside aspects that look, the innermost first")
    func plain() throws {
        let run = try run(
            #"""
            { "on": "probe.same_text", "after": [{ "log": { "level": "info" } }, "count", "watcher.see_text"],
              "background": true }
            """#,
            #"{ "call": "probe.same_text", "with": ["one"] }, { "call": "probe.same_text", "with": ["two"] }"#)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.split(separator: "\n").filter { $0.hasPrefix("sees") } == ["sees text one", "sees text two"])
        #expect(run.errors.contains("info: probe.same_text returned \"one\""))
        #expect(run.errors.contains("info: probe.same_text returned \"two\""))
    }

    @Test("What became of the calls is a finding, and what aspects in the background found out is complete")
    func findings() throws {
        let events = try bench.events(
            of: text(
                #"""
                { "name": "slow", "on": "probe.same_text", "after": ["count", "watcher.see_text"], "background": true },
                { "name": "track", "on": "probe.same_text", "background": true,
                  "after": { "track": { "label": "said", "data": { "text": "result" } } } }
                """#, #"{ "call": "probe.same_text", "with": ["one"] }, { "call": "probe.same_text", "with": ["two"] }"#
            ))
        let lines = events.map(\.line)
        #expect(
            lines.contains(
                #"{"event":"finding","aspect":"background","hook":"slow","action":"probe.same_text","facts":{"seen":2,"dropped":0,"failed":0}}"#
            ))
        #expect(
            lines.contains(
                #"{"event":"finding","aspect":"count","hook":"slow","action":"probe.same_text","facts":{"returned":2,"failed":0}}"#
            ))
        #expect(
            events.filter { $0.kind == "emitted" }.map(\.line)
                == ["one", "two"].map {
                    #"{"event":"emitted","name":"said","value":{"action":"probe.same_text","data":{"text":"\#($0)"}}}"#
                })
        #expect(events.last?.kind == "summary")
    }

    @Test("There may be many of them")
    func many() throws {
        let hook = #"{ "on": "probe.add", "after": "watcher.see", "background": true }"#
        let run = try run(Array(repeating: hook, count: 7).joined(separator: ","), Self.add)
        #expect(run.status == 0, "\(run.errors)")
        // Seven threads print at once, a line in two pieces.
        #expect(run.output.ranges(of: "sees add 1 -").count == 7)
    }

    @Test("What it dropped is told at the end, where it was asked for")
    func dropped() throws {
        let calls = Array(repeating: #"{ "call": "probe.same_text", "with": ["t"] }"#, count: 60)
        let run = try run(
            #"{ "on": "probe.same_text", "after": "watcher.see_text", "background": { "limit": 2 } }"#,
            calls.joined(separator: ","))
        #expect(run.status == 0)
        let seen = run.output.split(separator: "\n").count { $0 == "sees text t" }
        #expect((2..<60).contains(seen))
        #expect(
            run.errors.contains("warning: the background hook did not see \(60 - seen) calls of probe.same_text\n"))
        #expect(run.errors.contains("--> stack.json:3:"))
        #expect(run.errors.contains("raise \"limit\""))
    }

    @Test("One that fails changes no outcome, and is told of")
    func failing() throws {
        let run = try run(
            #"{ "on": "probe.add", "after": ["watcher.see", "watcher.refuse"], "background": true }"#,
            Self.add + "," + Self.add)
        #expect(run.status == 0)
        #expect(
            run.errors.contains(
                "warning: the background hook failed after 2 calls of probe.add, first with no: not with me\n"))
        #expect(
            run.output.split(separator: "\n").filter { $0.hasPrefix("sees") } == ["sees add 1 - 7", "sees add 1 - 7"])
    }

    @Test("One that never returns does not hold the run up for ever")
    func stuck() throws {
        let run = try run(
            #"{ "on": "probe.add", "after": "watcher.stay", "background": { "seconds": 0.2 } }"#,
            Self.add + "," + Self.add)
        #expect(run.status == 1)
        #expect(run.errors.contains("error: the background hook took too long for one call"))
        #expect(run.errors.contains("warning: the background hook did not see 1 call of probe.add"))
        #expect(run.errors.contains("raise \"seconds\""))
    }

    @Test("A crash, or an exit, inside of it is attributed to it")
    func crash() throws {
        for (hook, words) in [
            ("crash", "native code crashed with SIGABRT"), ("leave", "native code ended the process"),
        ] {
            let run = try run(#"{ "on": "probe.add", "after": "watcher.\#(hook)", "background": true }"#, Self.add)
            #expect(run.status == 5)
            #expect(
                run.errors.hasPrefix("error: \(words) in the background hook watcher.\(hook) of probe.add\n"),
                "\(run.errors)")
        }
    }

    @Test(
        "What cannot look at a call that is over is refused where it stands",
        arguments: [
            (#""cache""#, "probe.add", "cache makes no sense as after"),
            (
                #"{ "rewrite": { "result": 1 } }"#, "probe.add",
                "rewrite cannot run in the background: it may change the call, which is over by then"
            ),
            (
                #""time""#, "probe.add",
                "time cannot run in the background: it looks at each call when it begins and when it ends"
            ),
            (#""trace""#, "probe.add", "trace cannot run in the background"),
            (
                #""watcher.see""#, "probe.box_make",
                "watcher.see cannot run in the background: the result of box_make is a handle of box, which may be gone by then"
            ),
            (
                #""watcher.see""#, "probe.box_value",
                "watcher.see cannot run in the background: it of box_value is a handle of box, which may be gone by then"
            ),
            (#""watcher.see""#, "probe.box_free", "watcher.see cannot run in the background: box_free releases it"),
            (
                #""watcher.see""#, "watcher.union_of_texts",
                "value of union_of_texts has a text in a union, which may be something else"
            ),
            (#""watcher.plain_handle""#, "probe.box_value", "it of box_value is a handle of box"),
            (#""watcher.see_text""#, "probe.add", "parameter 1 of the hook see_text is const char *"),
            (#""watcher.absent""#, "probe.add", "the module watcher has no action \"absent\""),
        ])
    func refused(hook: String, action: String, words: String) throws {
        let text = text(#"{ "on": "\#(action)", "after": \#(hook), "background": true }"#, #"{ "call": "\#(action)" }"#)
        let checked = try bench.heddle("check", behaviour: text)
        #expect(checked.status == 3 || checked.status == 4)
        #expect(checked.errors.contains(words), "\(checked.errors)")
        #expect(checked.errors.contains("--> stack.json:3:"))
    }

    @Test("The plan shows what runs in the background")
    func plan() throws {
        let plan = try bench.heddle(
            "plan",
            behaviour: text(#"{ "on": "probe.add", "after": ["count", "watcher.see"], "background": true }"#, Self.add))
        #expect(plan.output.contains("count, watcher.see in the background"), "\(plan.output)")
    }
}
