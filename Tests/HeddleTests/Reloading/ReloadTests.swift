// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Synchronization
import Testing
import Workbench

@Suite("A module that is reloaded")
struct ReloadTests {
    private static func answering(_ number: Int, _ extra: String = "") -> String {
        """
        HEDDLE_MODULE("m", "\(number).0")
        HEDDLE_ACTION(int32_t, answer, int32_t to)
        int32_t answer(int32_t to) { return to * 100 + \(number); }
        \(extra)
        """
    }

    @Test("makes each call in the new build: by name, prepared, typed, and on the quick way")
    func ways() throws {
        let bench = try ReloadBench(Self.answering(1))
        let prepared = try bench.host.prepare("m.answer", 5)
        let typed = try bench.host.function("m.answer", as: ((Int32) -> Int32).self)
        func all() throws -> [Int32] {
            prepared.invoke()
            return [
                try bench.host.call("m.answer", 5), try typed(5), try #require(prepared.result.flatMap(Int32.init)),
                try bench.host.call("m.answer", with: [.integer(5)]).get(),
            ]
        }
        #expect(try all() == [501, 501, 501, 501])
        try bench.build(Self.answering(2))
        #expect(try all() == [501, 501, 501, 501])
        #expect(try bench.host.reload("m"))
        #expect(try all() == [502, 502, 502, 502])
        try bench.build(Self.answering(3))
        #expect(try bench.host.reload("m"))
        #expect(try all() == [503, 503, 503, 503])
    }

    @Test("is the one that runs if its file has the same bytes, also those of an earlier build")
    func same() throws {
        let bench = try ReloadBench(Self.answering(1))
        #expect(try !bench.host.reload("m"))
        try bench.build(Self.answering(2))
        #expect(try bench.host.reload("m"))
        #expect(try !bench.host.reload("m"))
        try bench.build(Self.answering(1))
        #expect(try bench.host.reload("m"))
        #expect(try bench.host.call("m.answer", 0) == 1)
    }

    @Test("keeps its hooks, in their order, around calls that were prepared before and after")
    func hooks() throws {
        let bench = try ReloadBench(Self.answering(1))
        let trace = Trace()
        for letter in ["a", "b"] { try bench.host.hook("m.answer", .before) { _ in trace.note(letter) } }
        try bench.host.hook("m.*", .instead) { call in
            trace.note("(")
            call.proceed()
            trace.note(")")
        }
        let prepared = try bench.host.prepare("m.answer", 1)
        prepared.invoke()
        try bench.build(Self.answering(2))
        #expect(try bench.host.reload("m"))
        trace.note(" ")
        let token = try bench.host.hook("m.answer", .after) { call in
            if case .returned(.number(.integer(let number)))? = call.outcome { trace.note("\(number)") }
        }
        prepared.invoke()
        _ = try bench.host.call("m.answer", with: [.integer(1)])
        #expect(trace.text == "ab() ab()102ab()102")
        token.remove()
        prepared.invoke()
        #expect(trace.text == "ab() ab()102ab()102ab()")
    }

    @Test("has nothing of what an aspect has kept of calls of the former build")
    func aspects() throws {
        let bench = try ReloadBench(Self.answering(1))
        try bench.host.hook(CallHook(on: "m.answer").instead("cache"))
        let prepared = try bench.host.prepare("m.answer", 5)
        for _ in 0..<2 { prepared.invoke() }
        try bench.build(Self.answering(2))
        #expect(try bench.host.reload("m"))
        for _ in 0..<2 { prepared.invoke() }
        #expect(prepared.result == .integer(502))
        #expect(try bench.host.call("m.answer", 5) == 502)
    }

    @Test("has the actions that were added, and calls of those that are gone say so")
    func actions() throws {
        let bench = try ReloadBench(
            Self.answering(1, "HEDDLE_ACTION(int32_t, old, void)\nint32_t old(void) { return 7; }"))
        let old = try bench.host.prepare("m.old")
        #expect(old.invoke())
        try bench.build(Self.answering(2, "HEDDLE_ACTION(int32_t, young, void)\nint32_t young(void) { return 8; }"))
        #expect(try bench.host.reload("m"))
        #expect(try bench.host.call("m.young") == 8)
        #expect(
            message { _ = try bench.host.prepare("m.old") } == "the module m has no action \"old\"")
        #expect(!old.invoke())
        #expect(old.failure?.code == "superseded")
        #expect(
            old.failure?.message
                == "m.old cannot be called as it was prepared: m was reloaded, and has no such action any more")
    }

    @Test("takes no prepared call whose declaration, or a type of it, has changed")
    func declarations() throws {
        let point = "HEDDLE_TYPE(typedef struct { int32_t x, y; } point)\nHEDDLE_ACTION(int32_t, sum, point it)\n"
        let bench = try ReloadBench(Self.answering(1, point + "int32_t sum(point it) { return it.x + it.y; }"))
        let answer = try bench.host.prepare("m.answer", 1)
        let sum = try bench.host.prepare("m.sum", with: [.object([.init("x", .integer(1)), .init("y", .integer(2))])])
        #expect(sum.invoke())
        try bench.build(
            """
            HEDDLE_MODULE("m", "2.0")
            HEDDLE_ACTION(int64_t, answer, int32_t to)
            int64_t answer(int32_t to) { return to; }
            HEDDLE_TYPE(typedef struct { int32_t y, x; } point)
            HEDDLE_ACTION(int32_t, sum, point it)
            int32_t sum(point it) { return it.x * 10 + it.y; }
            """)
        let trace = Trace()
        try bench.host.hook("m.*", .before) { _ in trace.note("a") }
        #expect(try bench.host.reload("m"))
        for call in [answer, sum] {
            #expect(!call.invoke())
            #expect(call.failure?.code == "superseded")
        }
        #expect(
            answer.failure?.message
                == "m.answer cannot be called as it was prepared: m was reloaded, and it is declared as int64_t "
                + "answer(int32_t to) now; prepare the call again")
        #expect(trace.text.isEmpty, "nothing runs")
        #expect(try bench.host.call("m.answer", 9) == 9)
    }

    @Test("takes no handle of another build, neither in a prepared call nor in a new one")
    func handles() throws {
        let source = """
            HEDDLE_MODULE("m", "1.0")
            HEDDLE_TYPE(typedef struct thing thing)
            HEDDLE_ACTION(thing *, thing_new, void)
            HEDDLE_ACTION(int32_t, thing_size, const thing *it)
            struct thing { int32_t size; };
            thing *thing_new(void) { static thing it = {NUMBER}; return &it; }
            int32_t thing_size(const thing *it) { return it->size; }
            """
        let bench = try ReloadBench(source.replacing("NUMBER", with: "1"))
        let thing = try #require(try bench.host.call("m.thing_new", with: []).result)
        let size = try bench.host.prepare("m.thing_size", with: [thing])
        #expect(size.invoke())
        try bench.build(source.replacing("NUMBER", with: "2"))
        #expect(try bench.host.reload("m"))
        #expect(!size.invoke())
        #expect(
            size.failure?.message
                == "m.thing_size cannot be called as it was prepared: m was reloaded, and it takes or gives pointers, "
                + "which belong to the build that gave them out; prepare the call again")
        let refusal = try #require(message { _ = try bench.host.call("m.thing_size", with: [thing]) })
        #expect(refusal.contains("a handle of thing from \(bench.folder.path)/m.so (build 2)"), "\(refusal)")
        let young = try #require(try bench.host.call("m.thing_new", with: []).result)
        #expect(try bench.host.call("m.thing_size", with: [young]).result == .integer(2))
    }

    @Test("is called in its new build by modules that have found its actions before")
    func found() throws {
        let bench = try ReloadBench(Self.answering(1))
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("caller", "1.0")
            HEDDLE_ACTION(int32_t, ask, int32_t about)
            int32_t ask(int32_t about) {
                static heddle_action *answer;
                if (answer == NULL) answer = heddle->find("m.answer", "int32_t answer(int32_t)");
                int32_t result = -1;
                void *arguments[] = {&about};
                heddle->call(answer, arguments, &result);
                return result;
            }
            const char own_file[] = "\(bench.folder.path)";
            """, to: "caller.so", in: bench.folder)
        try bench.host.module("caller")
        #expect(try bench.host.call("caller.ask", 3) == 301)
        let trace = Trace()
        try bench.host.hook("m.answer", .before) { _ in trace.note("a") }
        for number in [2, 3] {
            try bench.build(Self.answering(number))
            #expect(try bench.host.reload("m"))
            #expect(try bench.host.call("caller.ask", 3) == 300 + number)
        }
        #expect(trace.text == "aa")
    }

    @Test("has its instance destroyed once the build is replaced, whoever has found its actions since")
    func foundInstances() throws {
        let bench = try ReloadBench(ReloadBench.counter(step: 1, state: false))
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("caller", "1.0")
            HEDDLE_ACTION(int64_t, ask, void)
            int64_t ask(void) {
                static heddle_action *add;
                if (add == NULL) add = heddle->find("m.add", "int64_t add(counter *self)");
                int64_t result = -1;
                void *self = NULL, *arguments[] = {&self};
                heddle->call(add, arguments, &result);
                return result;
            }
            const char own_file[] = "\(bench.folder.path)";
            """, to: "caller.so", in: bench.folder)
        try bench.host.module("caller")
        for step: Int64 in 1...4 {
            if step > 1 {
                try bench.build(ReloadBench.counter(step: Int(step), state: false))
                #expect(try bench.host.reload("m"))
            }
            #expect(try bench.host.call("caller.ask") == step)
        }
        // The first build is kept, since its action was found.
        #expect(bench.log == ["the end of 2", "the end of 3"])
    }

    @Test("has its prepared calls made behind the end of its host, too")
    func hostGone() throws {
        var bench: ReloadBench? = try ReloadBench(Self.answering(1))
        let prepared = try #require(try bench?.host.prepare("m.answer", 0))
        try bench?.build(Self.answering(2))
        #expect(try bench?.host.reload("m") == true)
        bench = nil
        #expect(prepared.invoke())
        #expect(prepared.result == .integer(2))
    }

    @Test("can be closed, after which prepared calls are made as before, and never in another module of the name")
    func closed() throws {
        let bench = try ReloadBench(Self.answering(1))
        let prepared = try bench.host.prepare("m.answer", 0)
        try bench.build(Self.answering(2))
        #expect(try bench.host.reload("m"))
        #expect(bench.host.close("m"))
        try bench.build(Self.answering(3))
        try bench.host.module("m")
        #expect(prepared.invoke())
        #expect(prepared.result == .integer(2))
        #expect(try bench.host.call("m.answer", 0) == 3)
    }

    @Test("gives what a call has handed over back to the build that made it")
    func releases() throws {
        func source(_ number: Int) -> String {
            """
            HEDDLE_MODULE("m", "1.0")
            HEDDLE_ACTION(_Free_(give_back) char *, take, void)
            char *take(void) { return strdup("text of \(number)"); }
            HEDDLE_EXPORT void give_back(char *text);
            void give_back(char *text) { heddle->log(HEDDLE_INFO, "\(number) gets back"); free(text); }
            """
        }
        let bench = try ReloadBench(source(1))
        let take = try bench.host.prepare("m.take")
        for number in 1...3 {
            if number > 1 {
                try bench.build(source(number))
                #expect(try bench.host.reload("m"))
            }
            #expect(take.invoke())
            #expect(take.result == .string("text of \(number)"))
            take.settleOwnership()
        }
        #expect(bench.log == ["1 gets back", "2 gets back", "3 gets back"])
    }

    @Test("ends a call that runs in the build that it began in, and the instance of that behind it")
    func running() throws {
        let waiting = """
            HEDDLE_ACTION(int64_t, wait_for, _Self_ counter *self)
            int64_t wait_for(counter *self) {
                heddle_action *hold = heddle->find("gate.hold", "void hold(void)");
                heddle->call(hold, NULL, NULL);
                return self->count;
            }
            """
        let bench = try ReloadBench(ReloadBench.counter(step: 1, state: false, extra: waiting))
        // While the first build runs, the second takes its place.
        let isHeld = Mutex(false)
        try bench.host.script(
            "gate",
            [
                ScriptedAction("void hold(void)") { _ in
                    guard
                        isHeld.withLock({ isHeld in
                            defer { isHeld = true }
                            return !isHeld
                        })
                    else { return nil }
                    try bench.build(ReloadBench.counter(step: 10, state: false, extra: waiting))
                    #expect(try bench.host.reload("m"))
                    #expect(try bench.host.call("m.add") == 10)
                    #expect(bench.log.isEmpty)
                    return nil
                }
            ])
        try bench.host.module("gate")
        #expect(try bench.host.call("m.add") == 1)
        do {
            let call = try bench.host.prepare("m.wait_for")
            #expect(call.invoke())
            #expect(call.result == .integer(1))
        }
        #expect(bench.log == ["the end of 1"])
        #expect(try bench.host.call("m.count") == 10)
    }
}
