// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock of Swift whose time passes as a test wants.
final class TestClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var naps: [Duration] = []
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let isManual: Bool
    private let state = Mutex(State())

    /// - Parameter isManual: whether who sleeps waits for ``advance(by:)``; otherwise sleeping takes no time.
    init(isManual: Bool = false) { self.isManual = isManual }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// For how long somebody slept, each time.
    var naps: [Duration] { state.withLock { $0.naps } }

    /// Lets time pass, and wakes those whose time has come.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits until so many sleep.
    func sleepers(_ count: Int) async {
        while state.withLock({ $0.sleepers.count }) < count { await Task.yield() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        guard isManual else { return skip(to: deadline) }
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { add(Sleeper(deadline: deadline, continuation: $0), id) }
        } onCancel: {
            cancel(id)
        }
    }

    private func skip(to deadline: Instant) {
        state.withLock { state in
            state.naps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }

    private func add(_ sleeper: Sleeper, _ id: Int) {
        let isCancelled = state.withLock { state in
            if state.cancelled.contains(id) { return true }
            state.sleepers[id] = sleeper
            return false
        }
        if isCancelled { sleeper.continuation.resume(throwing: CancellationError()) }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state in
            state.cancelled.insert(id)
            return state.sleepers.removeValue(forKey: id)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
