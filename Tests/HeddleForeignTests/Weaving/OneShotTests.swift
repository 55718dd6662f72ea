// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing
import HeddleWeave
import Workbench

// T20, AS-23
@Suite("A hook that runs once")
struct OneShotTests {
    private let weaving: Fixture
    private let trace = Trace()
    private let twice: Action

    init() throws {
        weaving = try Fixture("Weaving")
        twice = try weaving.action("twice")
        trace.publish(twice)
    }

    private func log(_ action: Action? = nil) throws -> String {
        try trace.record { try (action ?? twice).call(1) }
    }

    private func letter(_ symbol: String) throws -> [HookPiece] { [try weaving.hook("hook_\(symbol)")] }

    @Test("has all its pieces in the first call, and is gone in the next")
    func firstCall() throws {
        let id = try twice.hookOnce(before: letter("a"), instead: letter("b"), after: letter("c"))
        #expect(try log() == "ab[(x)]c")
        #expect(twice.chain.isEmpty)
        #expect(!twice.remove(id))
        #expect(try log() == "(x)")
    }

    @Test("waits for a call that reaches it")
    func unreached() throws {
        let failing = try twice.hook(before: letter("fails"))
        try twice.hookOnce(before: letter("a"), after: letter("a"))
        #expect(try log() == "!")
        twice.remove(failing)
        #expect(try log() == "a(x)a")
    }

    @Test("waits for a call that ends as its after asks for")
    func condition() throws {
        let failed = Mutex(false)
        try twice.hookOnce(after: letter("a"), condition: .failed)
        try twice.hook(before: [.closure { if failed.withLock({ $0 }) { $0.fail(Failure(code: "no", message: "")) } }])
        #expect(try log() == "(x)")
        failed.withLock { $0 = true }
        #expect(try log() == "a")
        #expect(try log() == "")
    }

    @Test("runs one attempt where who stands outside of it proceeds twice")
    func attempts() throws {
        try twice.hook(instead: letter("proceeds_twice"))
        try twice.hookOnce(instead: letter("a"))
        #expect(try log() == "[a[(x)](x)]")
        #expect(try log() == "[(x)(x)]")
    }

    @Test("runs on one level of a recursion, the outermost, with its own after")
    func recursion() throws {
        let power = try weaving.action("power")
        trace.publish(power)
        try power.hookOnce(before: letter("a"), after: letter("b"))
        let log = try trace.record { () throws in #expect(try power.call(3).result == 8) }
        #expect(log == "ab")
    }

    @Test("does not run in a call that it makes itself")
    func reentry() throws {
        try twice.hookOnce(before: letter("calls_itself"))
        #expect(try log() == "<(x)>(x)")
        #expect(try log() == "(x)")
    }

    @Test("around several actions runs in one call of one of them, and says when it is over")
    func shared() throws {
        let (quiet, over) = (try weaving.action("quiet"), Counter())
        let shot = OneShot { over.add(1) }
        for action in [quiet, twice] { try action.hookOnce(shot, before: letter("a"), after: letter("b")) }
        #expect(try log() == "a(x)b")
        #expect(over.value == 1)
        #expect(quiet.chain.count == 1)
        let second = try trace.record { () throws in try quiet.call() }
        #expect(second == "(x)")
        #expect(over.value == 1)
    }

    @Test("that is removed or paused before its call does not run")
    func removed() throws {
        let id = try twice.hookOnce(before: letter("a"))
        twice.pause(id)
        #expect(try log() == "(x)")
        twice.resume(id)
        twice.remove(id)
        #expect(try log() == "(x)")
    }

    @Test("runs once, whole, whichever of many threads comes first")
    func threads() throws {
        let (begun, ended, over) = (Counter(), Counter(), Counter())
        let (rounds, threads) = (100, 8)
        for round in 1...rounds {
            try twice.hookOnce(
                OneShot { over.add(1) }, before: [.closure { _ in begun.add(1) }],
                after: [.closure { _ in ended.add(1) }])
            let waiting = Counter()
            onThreads(threads) { [twice] _ in
                waiting.add(1)
                while waiting.value < threads {}
                _ = try? twice.call(1)
            } meanwhile: {
            }
            guard begun.value == round, ended.value == round, over.value == round else { break }
        }
        #expect([begun.value, ended.value, over.value] == [rounds, rounds, rounds])
        #expect(twice.chain.isEmpty)
    }
}

private let lastOneShot = Atomic<UInt64>(1 << 40)

extension Action {
    /// Adds a hook that runs in one call only, and returns what it is removed by.
    @discardableResult
    func hookOnce(
        _ shot: OneShot = OneShot(), before: [HookPiece] = [], instead: [HookPiece] = [], after: [HookPiece] = [],
        condition: AfterCondition = .always
    ) throws -> UInt64 {
        let id = lastOneShot.add(1, ordering: .relaxed).newValue
        try add([
            ActionHook(
                name: nil, id: id, condition: condition, before: before, instead: instead, after: after, once: shot,
                origin: "a test")
        ])
        return id
    }
}
