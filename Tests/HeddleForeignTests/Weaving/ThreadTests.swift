// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Glibc
import Synchronization
import Testing
import HeddleWeave

@testable import HeddleForeign

@Suite("On many threads", .serialized)
struct ThreadTests {
    private static let threads = 8
    private static let rounds = 300
    private let same: Action
    private let rewrites: HookPiece

    init() throws {
        same = try Fixture("Numbers").action("same_int64_t")
        rewrites = try Fixture("Weaving").hook("hook_rewrites")
    }

    /// Replaces chains until those before are released: other tests may be inside of a call, on a busy machine for
    /// long.
    private func settle() throws {
        for _ in 0..<30_000 where EpochReclaimer.shared.count > 0 {
            same.remove(try same.hook(before: [rewrites]))
            usleep(1000)
        }
    }

    // T10, FG-05, SH-07
    @Test("each call has whole hooks while they come and go, and nothing is left behind")
    func wholeHooks() throws {
        let (torn, unpaired, alive) = (Counter(), Counter(), Counter())
        let isOver = Atomic(false)
        try onThreads(Self.threads) { [same] _ in
            let call = PreparedCall(same)
            guard call.encode([10]).isEmpty else { return torn.add(1) }
            while !isOver.load(ordering: .relaxed) {
                call.invoke()
                // Each of up to two hooks adds 1 before and 100 after.
                if ![10, 111, 212].contains(call.result) { torn.add(1) }
            }
        } meanwhile: {
            for _ in 0..<Self.rounds { try comeAndGo(unpaired, alive) }
            isOver.store(true, ordering: .relaxed)
        }
        try settle()
        #expect(torn.value == 0)
        #expect(unpaired.value == 0)
        #expect(alive.value == 0)
        #expect(EpochReclaimer.shared.count == 0)
    }

    private func comeAndGo(_ unpaired: Counter, _ alive: Counter) throws {
        alive.add(1)
        let witness = Witness { alive.add(-1) }
        let observer = HookPiece.observer(label: "pair") { call, state in
            withExtendedLifetime(witness) {}
            if call.outcome == nil { return 77 }
            if state != 77 { unpaired.add(1) }
            return 0
        }
        let ids = try [
            same.hook(before: [rewrites], after: [rewrites]), same.hook(before: [observer], after: [observer]),
            same.hook(before: [rewrites], after: [rewrites]),
        ]
        for id in ids.shuffled() { same.remove(id) }
    }

    @Test("each call has whole hooks while they are paused, resumed, replaced in one step and run once")
    func pausing() throws {
        let (torn, once) = (Counter(), Counter())
        let isOver = Atomic(false)
        try onThreads(Self.threads) { [same] _ in
            let call = PreparedCall(same)
            guard call.encode([10]).isEmpty else { return torn.add(1) }
            while !isOver.load(ordering: .relaxed) {
                call.invoke()
                if ![10, 111, 212, 313].contains(call.result) { torn.add(1) }
            }
        } meanwhile: {
            for _ in 0..<Self.rounds { try comeAndSleep(once) }
            // One that no call has reached meanwhile is reached by this one.
            try same.call(10)
            isOver.store(true, ordering: .relaxed)
        }
        #expect(torn.value == 0)
        #expect(once.value == Self.rounds)
        #expect(same.chain.isEmpty)
    }

    private func comeAndSleep(_ once: Counter) throws {
        let ids = try (0..<2).map { _ in try same.hook(before: [rewrites], after: [rewrites]) }
        try same.hookOnce(OneShot { once.add(1) }, before: [rewrites], after: [rewrites])
        for id in ids { same.pause(id) }
        try same.call(10)
        for id in ids.reversed() { same.resume(id) }
        same.remove(Set(ids))
    }

    @Test("hooks come and go on several threads, and none is lost or left")
    func manyWriters() throws {
        onThreads(Self.threads) { [same, rewrites] _ in
            for _ in 0..<200 {
                guard let id = try? same.hook(before: [rewrites], after: [rewrites]), same.remove(id) else { continue }
                _ = try? same.call(1)
            }
        } meanwhile: {
        }
        #expect(same.chain.isEmpty)
        #expect(try same.call(1).result == 1)
    }

    // T21
    @Test("a hook is removed while a call of it waits, which has it to its end")
    func removalDuringWait() throws {
        let (hasBegun, mayEnd, log) = (Counter(), Counter(), Counter())
        let id = try same.hook(
            before: [
                .closure { _ in
                    hasBegun.add(1)
                    while mayEnd.value == 0 { sched_yield() }
                }
            ], after: [.closure { _ in log.add(1) }])
        onThreads(1) { [same] _ in
            _ = try? same.call(1)
        } meanwhile: {
            while hasBegun.value == 0 { sched_yield() }
            let isRemoved = same.remove(id)
            #expect(isRemoved && same.chain.isEmpty)
            _ = try? same.call(1)
            #expect(log.value == 0)
            mayEnd.add(1)
        }
        #expect(log.value == 1)
    }

    /// If each replaced chain waited for the blocked thread, and were looked at again whenever another one is replaced,
    /// this would take minutes.
    @Test("one that blocks inside of a call keeps the chain of that call, and none that came later")
    func blockedThread() async {
        await #expect(processExitsWith: .success) {
            let action = try Fixture("Numbers").action("same_int64_t")
            let (hasBegun, mayEnd, log) = (Counter(), Counter(), Counter())
            let waits = try action.hook(before: [
                .closure { _ in
                    hasBegun.add(1)
                    while mayEnd.value == 0 { usleep(100) }
                }
            ])
            onThreads(1) { _ in
                _ = try? action.call(1)
            } meanwhile: {
                while hasBegun.value == 0 { sched_yield() }
                action.remove(waits)
                for _ in 0..<20_000 {
                    guard let id = try? action.hook(before: [.closure { _ in log.add(1) }]) else { break }
                    _ = try? action.call(1)
                    action.remove(id)
                }
                #expect(EpochReclaimer.shared.count <= 1)
                mayEnd.add(1)
            }
            #expect(log.value == 20_000)
            Action.releaseReplaced()
            #expect(EpochReclaimer.shared.count == 0)
        }
    }

    // T9, FG-04
    @Test("one that ends inside of a call holds nothing for ever, and its place is taken by another")
    func endingThread() async {
        await #expect(processExitsWith: .success) {
            let module = try Fixture("Weaving")
            let action = try module.action("end_thread")
            let alive = Counter()
            let id = try holdWitness(on: action, alive)
            runOnThread(action)
            action.remove(id)
            for _ in 0..<2 {
                let other = try holdWitness(on: action, alive)
                action.remove(other)
            }
            #expect(alive.value == 0)
            #expect(EpochReclaimer.shared.count == 0)
        }
    }
}

/// A number that threads add to.
final class Counter: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .acquiring) }
    func add(_ step: Int) { number.add(step, ordering: .acquiringAndReleasing) }
}

private func holdWitness(on action: Action, _ alive: Counter) throws -> UInt64 {
    alive.add(1)
    let witness = Witness { alive.add(-1) }
    return try action.hook(before: [.closure { _ in withExtendedLifetime(witness) {} }])
}

/// Makes one call on a thread of its own, which may end in it, and waits for the thread's end.
private func runOnThread(_ action: Action) {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(PreparedCall(action)).toOpaque()
    let status = unsafe pthread_create(
        &thread, nil,
        { context in
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<PreparedCall>.fromOpaque(context).takeUnretainedValue().invoke()
            return nil
        }, context)
    guard status == 0 else { return }
    pthread_join(thread, nil)
}
