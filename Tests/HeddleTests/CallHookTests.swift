// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import Synchronization
import Testing

@Suite("A hook that a program describes")
struct CallHookTests {
    private let bench: Bench
    private let trace = Trace()

    init() throws { bench = try Bench("probe") }

    private func add(_ a: Int = 3, _ b: Int = 4) throws -> CallResult {
        try bench.call("add", .integer(Int128(a)), .integer(Int128(b)))
    }

    private func note(_ text: String) -> @Sendable (borrowing HookedCall) -> Void {
        { [trace] _ in trace.note(text) }
    }

    private func messages(_ hook: CallHook) -> [String] {
        do throws(Diagnostics) {
            try bench.host.hook(hook)
            return []
        } catch {
            return error.all.map { "\($0.code): \($0.message)" }
        }
    }

    @Test("runs its code in its positions, at its place among the others")
    func positions() throws {
        try bench.host.hook(CallHook(on: "probe.add").named("in").before(note("b")).after(note("B")))
        try bench.host.hook(
            CallHook(on: "probe.*", "!probe.multiply").ordered(outside: ["in"]).before(note("a")).after(note("A"))
                .instead { [trace] call in
                    trace.note("[")
                    call.proceed()
                    trace.note("]")
                })
        #expect(try add().result == 7)
        #expect(trace.text == "ab[]BA")
        #expect(try bench.call("multiply", 3, 4).result == 12)
        #expect(trace.text == "ab[]BA")
    }

    @Test("keeps a value from before to after, in each call its own")
    func state() throws {
        try bench.host.hook(
            CallHook(on: "probe.add").around { call in
                call.arguments
            } after: { [trace] call, arguments in
                trace.note("\(arguments.map(\.json))=\(call.outcome.map { "\($0)" } ?? "")".filter { $0 != "\"" } + " ")
            })
        #expect(try add(1, 2).result == 3)
        #expect(try add(3, 4).result == 7)
        #expect(trace.text.hasPrefix("[1, 2]="))
        #expect(trace.text.contains(" [3, 4]="))
    }

    @Test("fails the call with what its code throws, and has no after then")
    func throwing() throws {
        struct Refused: Error, CustomStringConvertible { let description = "not on Sundays" }
        let token = try bench.host.hook(
            CallHook(on: "probe.add").around { _ in
                throw Refused()
            } after: { [trace] (_, _: Int) in
                trace.note("x")
            })
        let failure = try #require(try add().failure)
        #expect((failure.code, failure.message) == ("thrown", "not on Sundays"))
        #expect(failure.hook?.hasPrefix("the before hook closure (a hook of HeddleTests/CallHookTests.swift:") == true)
        #expect(trace.text == "")
        #expect(token.place.hasPrefix("HeddleTests/CallHookTests.swift:"))
        token.remove()
        try bench.host.hook("probe.add", .before) { _ in throw Failure(code: "own", message: "") }
        #expect(try add().failure?.code == "own")
    }

    @Test("selects calls by arguments, types, the calls around them and their depth")
    func selection() throws {
        try bench.host.hook(CallHook(on: "probe.*").where(["argument.a": ["gt": 5]]).returning("int").before(note("w")))
        try bench.host.hook(CallHook(on: "probe.*").taking("const char *").before(note("t")))
        try bench.host.hook(CallHook(on: "probe.add").during("probe.multiply").before(note("d")))
        try bench.host.hook(
            CallHook(on: "probe.multiply").before { [host = bench.host] _ in
                try host.call("probe.add", 1, 1)
            })
        try bench.host.hook(CallHook(on: "probe.add").once().before(note("1")))
        #expect(try add(6, 1).result == 7)
        #expect(try add(1, 1).result == 2)
        #expect(try bench.call("same_text", "t").result == "t")
        #expect(try bench.call("multiply", 1, 1).result == 1)
        #expect(trace.text == "w1td")
    }

    @Test("is an aspect with options, or a function of a module, by name")
    func named() throws {
        try bench.host.hook(CallHook(on: "probe.add").instead(.aspect("answer", ["result": 9])).before("log"))
        #expect(try add().result == 9)
        #expect(bench.log.contains { $0.contains("probe.add(3, 4)") })
        try bench.host.hook(CallHook(on: "probe.multiply").instead("probe.add"))
        #expect(try bench.call("multiply", 3, 5).result == 8)
    }

    @Test("that fails and is tolerated lets the call go on, and is paused in the end")
    func tolerated() throws {
        try bench.host.hook(
            CallHook(on: "probe.add").tolerated(pausingAfter: 2).before { [trace] _ in
                trace.note("!")
                throw Failure(code: "oops", message: "again")
            })
        for _ in 0..<3 { #expect(try add().result == 7) }
        #expect(trace.text == "!!")
        #expect(bench.log.count { $0.contains("failed around probe.add, which goes on: oops: again") } == 2)
        #expect(bench.log.contains { $0.contains("paused after 2 failures") })
    }

    @Test("lasts as long as a closure, or as its token")
    func scope() async throws {
        let hook = CallHook(on: "probe.add").before(note("a"))
        let result = try bench.host.withHook(hook) { try add().result }
        let later = try await bench.host.withHook(hook) {
            await Task.yield()
            return try add().result
        }
        #expect(result == 7 && later == 7)
        let thrown = message { try bench.host.withHook(hook) { throw Failure(code: "own", message: "") } }
        #expect(thrown?.contains("own") == true)
        #expect(try add().result == 7)
        #expect(trace.text == "aa")
        let both = try bench.host.hook([hook, CallHook(on: "probe.add").after(note("b"))])
        #expect(try add().result == 7)
        #expect(both.remove() && !both.remove())
        #expect(try add().result == 7)
        #expect(trace.text == "aaab")
    }

    @Test("is passed over where no hooks are asked for, on this thread and in this call alone")
    func withoutHooks() throws {
        try bench.host.hook(CallHook(on: "probe.add").before(note("a")))
        ModuleHost.withoutHooks { ModuleHost.withoutHooks { _ = try? add() } }
        #expect(trace.text == "")
        let call = try bench.host.prepare("probe.add", 1, 2)
        #expect(call.invokeWithoutHooks() && trace.text == "")
        #expect(call.invoke() && trace.text == "a")
    }

    @Test("is refused when it is added, with its place and every reason")
    func refused() throws {
        #expect(
            messages(CallHook(on: "probe.ad").before(note(""))) == [
                #"hook.matches-nothing: "probe.ad" matches no action"#
            ])
        #expect(messages(CallHook(on: "probe.ad").optional().before(note(""))) == [])
        #expect(messages(CallHook(on: "later.add").before(note(""))) == [])
        #expect(messages(CallHook(on: "probe", "!x").before("lgo")).count == 3)
        #expect(messages(CallHook(on: "probe.add")) == ["hook.shape: the hook has no code"])
        #expect(
            messages(CallHook(on: "probe.*").atMost(1).before(note(""))).first?.hasPrefix("hook.matches-too-much")
                == true)
        #expect(
            messages(CallHook(on: "probe.add").where(["argument.c": 1]).before(note(""))).first?.hasPrefix("hook.where")
                == true)
        #expect(messages(CallHook(on: "probe.add").before("probe.see_text")).first?.hasPrefix("hook.shape") == true)
        #expect(messages(CallHook(on: "probe.add").instead(note("")).tolerated()).count == 1)
        #expect(try add().result == 7)
        try bench.host.hook(CallHook(on: "probe.add").named("n").before(note("")))
        #expect(messages(CallHook(on: "probe.add").named("n").before(note(""))).first?.hasPrefix("hook.name") == true)
        do throws(Diagnostics) {
            try bench.host.hook(CallHook(on: "probe.ad").before(note("")))
        } catch {
            #expect(error.all[0].suggestion == "did you mean \"probe.add\"?")
            #expect(
                error.all[0].notes.last?.text.hasPrefix("the hook is added at HeddleTests/CallHookTests.swift:") == true
            )
        }
    }

    @Test("that may not be around an action is refused before anybody calls that, also if its module comes later")
    func unhookable() throws {
        let host = ModuleHost()
        let closed = ScriptedAction("_Unhookable_ int closed(void)") { _ in 1 }
        let seen = ScriptedAction("_ObserveOnly_ int seen(void)") { _ in 2 }
        try host.script("rules", [closed, seen])
        try host.module("rules")
        #expect(message { try host.hook("rules.closed", .before) { _ in } } == "rules.closed is declared _Unhookable_")
        #expect(message { try host.hook("rules.seen", .instead) { _ in } }?.contains("_ObserveOnly_") == true)
        #expect(try host.call("rules.closed") == 1)
        host.close("rules")
        try host.hook("rules.closed", .before) { _ in }
        #expect(message { try host.module("rules") } == "rules.closed is declared _Unhookable_")
        #expect(message { try host.call("rules.closed") } == "there is no module \"rules\"")
    }

    @Test("that is removed is gone from prepared calls of a module in whose place another one was loaded")
    func formerModule() throws {
        let call = try bench.host.prepare("probe.add", 1, 2)
        let token = try bench.host.hook(CallHook(on: "probe.add").before(note("a")))
        #expect(call.invoke() && trace.text == "a")
        _ = try bench.plan(#"{ "call": "probe.add", "with": [3, 4] }"#)
        #expect(call.invoke() && trace.text == "aa")
        #expect(token.remove())
        #expect(call.invoke() && trace.text == "aa")
    }

    @Test("is removed and waited for until no thread is in a call that has it, but not from inside of one")
    func waiting() throws {
        let isInside = Atomic(false)
        let mayEnd = Atomic(false)
        let token = try bench.host.hook(
            CallHook(on: "probe.add").before { [trace] _ in
                isInside.store(true, ordering: .releasing)
                while !mayEnd.load(ordering: .acquiring) {}
                trace.note("end ")
            })
        let host = bench.host
        let own = try host.hook(
            CallHook(on: "probe.multiply").before { [trace] _ in
                let inner = try host.hook("probe.add", .before) { _ in }
                trace.note(inner.removeAndWait() ? "waited " : "refused ")
            })
        try host.call("probe.multiply", 1, 1)
        own.remove()
        let caller = Task.detached { _ = try? host.call("probe.add", 1, 2) }
        while !isInside.load(ordering: .acquiring) {}
        #expect(!token.removeAndWait(atMost: .milliseconds(20)))
        mayEnd.store(true, ordering: .releasing)
        #expect(try host.hook("probe.add", .before) { _ in }.removeAndWait())
        #expect(trace.text == "refused end ")
        caller.cancel()
    }

    @Test("releases the value of calls that its after code is not for")
    func released() throws {
        final class Kept: Sendable {
            let trace: Trace
            init(_ trace: Trace) { self.trace = trace }
            deinit { trace.note("-") }
        }
        try bench.host.hook(
            CallHook(on: "probe.add").when(.failed).around { [trace] _ in
                Kept(trace)
            } after: { [trace] _, _ in
                trace.note("after")
            })
        #expect(try add().result == 7)
        #expect(trace.text == "-")
    }

    @Test("has patterns that each match something of the modules that they name")
    func eachPattern() {
        #expect(
            messages(CallHook(on: "probe.add", "probe.ad").before(note(""))) == [
                #"hook.matches-nothing: "probe.ad" matches no action"#
            ])
        #expect(
            messages(CallHook(on: "probe.*", "!probe.ad").before(note(""))) == [
                #"hook.matches-nothing: "!probe.ad" matches no action"#
            ])
        #expect(
            messages(CallHook(on: "probe.*").during("probe.ad").before(note(""))) == [
                #"hook.matches-nothing: "probe.ad" matches no action"#
            ])
        #expect(messages(CallHook(on: "probe.*", "other.x", "!other.y").before(note(""))) == [])
        #expect(
            messages(CallHook(on: "probe.add").returning("double").before(note("")))
                == [#"hook.matches-nothing: "probe.add" matches no action that the hook may be around"#])
    }

    @Test("has limits that are numbers, and possible")
    func limits() {
        #expect(
            messages(CallHook(on: "probe.add").ordered(.nan).before(note(""))) == [
                "hook.shape: the order of the hook is nan, expected a number"
            ])
        #expect(
            messages(CallHook(on: "probe.add").tolerated(pausingAfter: 0).before(note("")))
                == ["hook.shape: the number of failures to pause after of the hook is 0, expected at least 1"])
    }

    @Test("is named in the failures that come from it, and where it is paused")
    func naming() throws {
        let token = try bench.host.hook(
            CallHook(on: "probe.add").named("guard").before { _ in throw Failure(code: "own", message: "no") })
        #expect(
            try add().failure?.hook?.hasPrefix("the before hook closure (the hook \"guard\" of HeddleTests/") == true)
        token.remove()
        try bench.host.hook(
            CallHook(on: "probe.add").named("watch").tolerated(pausingAfter: 1).before { _ in
                throw Failure(code: "own", message: "no")
            })
        #expect(try add().result == 7)
        #expect(bench.log.last?.hasPrefix("warning: the hook \"watch\" of HeddleTests/CallHookTests.swift:") == true)
        #expect(bench.log.last?.hasSuffix(" is paused after 1 failure") == true)
    }
}
