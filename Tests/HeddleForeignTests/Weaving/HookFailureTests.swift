// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

@Suite("A failure around a call")
struct HookFailureTests {
    private let weaving: Fixture
    private let twice: Action
    private let trace = Trace()

    init() throws {
        weaving = try Fixture("Weaving")
        twice = try weaving.action("twice")
        trace.publish(twice)
    }

    @Test("names the hook that it came from, among several, in each position")
    func names() throws {
        try twice.hook(before: [weaving.hook("hook_a")], after: [weaving.hook("hook_a")])
        let failing = try weaving.hook("hook_fails")
        for (position, pieces) in [("before", ([failing], [])), ("after", ([], [failing]))] {
            let id = try twice.hook(before: pieces.0, after: pieces.1)
            #expect(try twice.call(1).failure?.hook == "the \(position) hook weaving.hook_fails (a test)")
            twice.remove(id)
        }
        try twice.hook(instead: [failing])
        #expect(try twice.call(1).failure?.hook == "the instead hook weaving.hook_fails (a test)")
    }

    @Test("of a closure names that one, and the earlier failures name theirs")
    func closures() throws {
        try twice.hook(after: [.closure(label: "late") { $0.fail(Failure(code: "late", message: "")) }])
        try twice.hook(before: [.closure(label: "early") { $0.fail(Failure(code: "early", message: "")) }])
        let failure = try #require(try twice.call(1).failure)
        #expect(failure.hook == "the after hook late (a test)")
        #expect(failure.suppressed.map(\.hook) == ["the before hook early (a test)"])
    }

    @Test("that is the action's own names no hook")
    func own() throws {
        let refuse = try weaving.action("refuse")
        trace.publish(refuse)
        try refuse.hook(before: [weaving.hook("hook_a")], instead: [weaving.hook("hook_a")])
        let failure = try #require(try refuse.call(1).failure)
        #expect(failure.code == "refused" && failure.hook == nil)
    }

    @Test("without a result names the instead hook that gave none, not those around it")
    func noResult() throws {
        try twice.hook(instead: [weaving.hook("hook_a")])
        try twice.hook(instead: [weaving.hook("hook_skips")])
        try twice.hook(instead: [weaving.hook("hook_b")])
        let failure = try #require(try twice.call(1).failure)
        #expect(failure.code == "noResult")
        #expect(failure.hook == "the instead hook weaving.hook_skips (a test)")
    }
}
