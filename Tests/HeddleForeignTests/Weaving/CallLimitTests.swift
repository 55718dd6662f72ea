// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Foundation
import Synchronization
import Testing
import HeddleWeave
import Workbench

// AJ-05
@Suite("A hook that takes part in some calls only")
struct CallLimitTests {
    private let weaving: Fixture
    private let trace = Trace()
    private let twice: Action

    init() throws {
        weaving = try Fixture("Weaving")
        twice = try weaving.action("twice")
        trace.publish(twice)
    }

    private func condition(_ operation: String, _ operand: Value, on action: Action) throws -> BoundCallCondition {
        try CallCondition(.object([.init("argument.number", .object([.init(operation, operand)]))]), at: .before)
            .bound(to: action.signature)
    }

    private func add(_ limits: CallLimits, to action: Action) throws {
        let pieces = try ["a", "b", "c"].map { [try weaving.hook("hook_\($0)")] }
        try action.add([
            ActionHook(
                name: nil, id: .random(in: 1000 ... .max), before: pieces[0], instead: pieces[1], after: pieces[2],
                limits: limits, origin: "a test")
        ])
    }

    @Test("takes all of its turns where its condition holds, and none where it does not")
    func condition() throws {
        try add(CallLimits(condition: condition("gt", .whole(10), on: twice)), to: twice)
        #expect(try trace.record { try twice.call(11) } == "ab[(x)]c")
        #expect(try trace.record { try twice.call(10) } == "(x)")
    }

    @Test("goes by the arguments of the caller, also where a hook further out rewrites them")
    func originals() throws {
        try twice.hook(before: [.closure { call in try? call.setArgument(0, to: .whole(11)) }])
        try add(CallLimits(condition: condition("gt", .whole(10), on: twice)), to: twice)
        #expect(try trace.record { try twice.call(1) } == "(x)")
        #expect(try trace.record { try twice.call(12) } == "ab[(x)]c")
    }

    @Test("takes part in outermost calls only, if it is to")
    func outermost() throws {
        let power = try weaving.action("power")
        trace.publish(power)
        try add(CallLimits(isOutermost: true), to: power)
        try power.hook(before: [weaving.hook("hook_b")])
        #expect(try trace.record { try power.call(2) } == "abb[bb]c")
    }

    @Test("leaves the others where they are")
    func neighbours() throws {
        try add(CallLimits(condition: condition("eq", .whole(1), on: twice)), to: twice)
        try twice.hook(before: [weaving.hook("hook_c")])
        #expect(try trace.record { try twice.call(1) } == "acb[(x)]c")
        #expect(try trace.record { try twice.call(2) } == "c(x)")
    }

    @Test("takes part inside of a scope's calls only, however deep, and not in calls of the scope itself")
    func scope() throws {
        let (outer, middle) = (try weaving.action("refuse"), try weaving.action("text_size"))
        try outer.add([.scope(7, origin: "a test")])
        try add(CallLimits(scope: 7), to: twice)
        try outer.hook(before: [.closure { _ in _ = try? middle.call("x") }])
        try middle.hook(before: [.closure { [twice] _ in _ = try? twice.call(1) }])
        #expect(try trace.record { try twice.call(1) } == "(x)")
        #expect(try trace.record { try middle.call("x") } == "(x)")
        let log = try trace.record { try outer.call(1) }
        #expect(log == "ab[(x)]c(x)", "the last is the scope itself")
        #expect(try trace.record { try twice.call(1) } == "(x)")
    }

    @Test("counts recursion: the levels of a scope below its first are inside of it")
    func recursion() throws {
        let power = try weaving.action("power")
        trace.publish(power)
        try power.add([.scope(7, origin: "a test")])
        let levels = Mutex<[Value]>([])
        try power.add([
            ActionHook(
                name: nil, id: 8, before: [.closure { call in levels.withLock { $0 += call.arguments } }],
                limits: CallLimits(scope: 7), origin: "a test")
        ])
        _ = try trace.record { try power.call(3) }
        #expect(levels.withLock { $0 } == [.whole(2), .whole(1), .whole(0)])
    }

    @Test("does not take a call of another thread for one inside of a scope that runs meanwhile")
    func threads() throws {
        try twice.add([.scope(7, origin: "a test")])
        let size = try weaving.action("text_size")
        let count = Mutex(0)
        try size.add([
            ActionHook(
                name: nil, id: 8, before: [.closure { _ in count.withLock { $0 += 1 } }], limits: CallLimits(scope: 7),
                origin: "a test")
        ])
        try twice.hook(before: [
            .closure { _ in
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    _ = try? size.call("x")
                    isDone.signal()
                }
                isDone.wait()
            }
        ])
        try twice.call(1)
        #expect(count.withLock { $0 } == 0)
        _ = try size.call("x")
        #expect(count.withLock { $0 } == 0)
    }
}
