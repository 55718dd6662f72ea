// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

@Suite("Calls inside of calls")
struct ReentryTests {
    private let weaving: Fixture
    private let trace = Trace()

    init() throws { weaving = try Fixture("Weaving") }

    private func published(_ name: String) throws -> Action {
        let action = try weaving.action(name)
        trace.publish(action)
        return action
    }

    // T2, T24, FG-02, FG-19
    @Test("have every level of a recursion hooked, and every hook its own state on each")
    func recursion() throws {
        let power = try published("power")
        for letter in ["a", "b", "c", "d", "a"] {
            let piece = try weaving.hook("stateful_\(letter)")
            try power.hook(before: [piece], after: [piece])
        }
        let log = try trace.record { () throws in #expect(try power.call(3).result == 8) }
        #expect(log == "a0 d0 c0 b0 a0 a1 d1 c1 b1 a1 a2 d2 c2 b2 a2 a3 d3 c3 b3 a3 ")
    }

    @Test("go deep")
    func depth() throws {
        let power = try published("power")
        let count = Mutex(0)
        try power.hook(instead: [
            .closure { call in
                count.withLock { $0 += 1 }
                call.proceed()
            }
        ])
        _ = try trace.record { () throws in #expect(try power.call(60).result == .whole(1 << 60)) }
        #expect(count.withLock { $0 } == 61)
    }

    // T1, FG-03, AJ-06
    @Test("that a hook makes of its own action pass it over, and meet the other hooks")
    func guarded() throws {
        let twice = try published("twice")
        let piece = try weaving.hook("hook_calls_itself")
        try twice.hook(before: [weaving.hook("hook_a")])
        try twice.hook(before: [piece], instead: [piece], after: [piece])
        try twice.hook(instead: [weaving.hook("hook_b")])
        let log = try trace.record { () throws in #expect(try twice.call(1).result == 2) }
        #expect(log == "a<ab[(x)]><ab[(x)]>b[(x)]<ab[(x)]>")
    }

    @Test("that a hook makes of its own action meet it where it asks to be met")
    func reentrant() throws {
        let twice = try published("twice")
        let depths = Mutex<[Int]>([])
        let calling = HookPiece.closure { call in
            depths.withLock { $0.append(call.depth) }
            if call.depth < 3 { _ = try? twice.call(1) }
        }
        try twice.add([ActionHook(name: nil, id: 77, before: [calling], isReentrant: true, origin: "a test")])
        #expect(try trace.record { try twice.call(1) } == "(x)(x)(x)(x)")
        #expect(depths.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test("that a hook makes past the hooks meet none, and it knows how deep it is")
    func bare() throws {
        let (twice, power) = try (published("twice"), published("power"))
        try twice.hook(before: [weaving.hook("hook_a"), weaving.hook("hook_calls_bare")])
        #expect(try trace.record { try twice.call(1) } == "a0<(x)>(x)")
        let callers = Mutex<[[ActionName]]>([])
        try power.hook(before: [.closure { call in callers.withLock { $0.append(call.callers) } }])
        _ = try trace.record { try power.call(2) }
        #expect(callers.withLock { $0 } == [[], [power.name], [power.name, power.name]])
    }

    @Test("that a closure makes of its own action pass it over")
    func guardedClosure() throws {
        let twice = try published("twice")
        let inner = Mutex<Value?>(nil)
        try twice.hook(instead: [
            .closure { call in
                let result = try? twice.call(100).result
                inner.withLock { $0 = result }
                call.proceed()
            }
        ])
        _ = try trace.record { () throws in #expect(try twice.call(1).result == 2) }
        #expect(inner.withLock { $0 } == 200)
    }

    // T3, AS-09
    @Test("that a hook makes of another action have all its hooks, those that it shares with its own among them")
    func otherAction() throws {
        let (twice, quiet) = try (weaving.action("twice"), weaving.action("quiet"))
        let shared = ActionHook(name: nil, id: 1 << 55, before: [trace.piece("s")], origin: "")
        for action in [twice, quiet] { try action.add([shared]) }
        try quiet.hook(before: [weaving.hook("hook_a")])
        try twice.hook(before: [.closure { _ in _ = try? quiet.call() }])
        let log = try trace.record { () throws in try twice.call(1) }
        #expect(log == "ssa(x)(x)")
    }

    // T23
    @Test("reach other actions by name and declaration, through their hooks")
    func reach() throws {
        let (reach, twice) = try (published("reach"), published("twice"))
        try twice.hook(before: [weaving.hook("hook_a")])
        func call(_ name: Value, _ declaration: Value) throws -> [Value?] {
            var values: [Value?] = []
            _ = try trace.record {
                let reply = try reach.call(name, declaration, 4)
                values = [reply.result, reply.out.first?.value]
            }
            return values
        }
        #expect(try call("weaving.twice", "int64_t twice(int64_t number)") == [1, 8])
        #expect(trace.text == "a(x)")
        #expect(try call("weaving.twice", "int32_t twice(int64_t)") == [-1, 0])
        #expect(try call("weaving.twice", "int64_t twice(int64_t, int)") == [-1, 0])
        #expect(try call("weaving.twice", "what is this") == [-1, 0])
        #expect(try call("weaving.nobody", "int64_t twice(int64_t)") == [-1, 0])
        #expect(trace.log.count == 4)
        #expect(trace.log.first?.contains("it is declared as int64_t twice(int64_t number)") == true)
        try twice.hook(before: [weaving.hook("hook_fails")])
        #expect(try call("weaving.twice", "int64_t twice(int64_t)") == [0, 77])
    }

    // T8
    @Test("that return do not swallow the failure of the outer one, and its failure does not touch them")
    func failures() throws {
        let (outer, inner) = try (published("fail_around"), published("twice"))
        let seen = Mutex<[Outcome?]>([])
        try inner.hook(after: [
            .closure { call in
                let outcome = call.outcome
                seen.withLock { $0.append(outcome) }
            }
        ])
        _ = try trace.record { () throws in #expect(try outer.call(3).failure?.code == "outer") }
        #expect(seen.withLock { $0 } == [.returned(6)])
    }

    // T9
    @Test("end the exceptions of the inner one")
    func exceptions() throws {
        let throwing = try Fixture("Throwing")
        let (outer, inner) = try (throwing.action("calls_thrower"), throwing.action("throw_one"))
        trace.publish(inner)
        _ = try trace.record { () throws in
            #expect(try outer.call(1).result == 0)
            #expect(try outer.call(0).result == 1)
        }
    }

    // T25
    @Test("read the errno that an instead hook has set, and the action's own where it ran later")
    func setErrno() throws {
        let twice = try published("twice")
        let answering = try twice.hook(instead: [weaving.hook("hook_answers_with_errno")])
        let reply = try twice.call(11)
        #expect((reply.result, reply.errno) == (7, 11))
        twice.remove(answering)
        let touch = try published("touch_errno")
        try touch.hook(before: [.closure { $0.setErrno(5) }])
        #expect(try touch.call(3).errno == 3)
        try touch.hook(after: [.closure { $0.setErrno($0.savedErrno + 1) }])
        #expect(try touch.call(3).errno == 4)
    }

    @Test("leave the errno of the outer one as the action left it, whatever hooks do")
    func errno() throws {
        let touch = try weaving.action("touch_errno")
        let piece = try weaving.hook("hook_breaks_errno")
        for number in [0, 7] as [Int64] {
            #expect(try touch.call(.whole(Int128(number))).errno == Int32(number))
        }
        try touch.hook(before: [piece], instead: [piece], after: [piece])
        try touch.hook(after: [.closure { _ = try? $0.setArgument(0, to: 1) }])
        for number in [0, 7] as [Int64] {
            #expect(try touch.call(.whole(Int128(number))).errno == Int32(number))
        }
    }
}
