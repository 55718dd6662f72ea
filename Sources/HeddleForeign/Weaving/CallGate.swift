// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleSystem

/// The gate that the calls of one build of a module pass, so that its state can be moved while none of them runs.
///
/// A call passes it with a few plain stores. A closed gate lets those calls through that other calls of the build make,
/// on their thread; all others wait.
@safe package final class CallGate: @unchecked Sendable {
    /// The way of a call to its function.
    enum Passage {
        case passed
        /// Another build has taken the place of this one.
        case retired
        /// The thread has passed as many gates as it can remember.
        case full
        /// It was closed for longer than the reload was to take.
        case late
    }

    /// The largest number of calls of different builds that can run inside of each other on one thread.
    static let most = Int(HEDDLE_MOST_GATES)

    private let gate: UnsafeMutablePointer<heddle_gate>

    /// Creates an open gate.
    package init() {
        unsafe gate = .allocate(capacity: 1)
        unsafe gate.initialize(to: heddle_gate(state: HEDDLE_GATE_OPEN.rawValue, deadline: 0))
    }

    deinit { unsafe gate.deallocate() }

    /// Lets a call of the calling thread through, or lets it wait.
    @inline(__always)
    func pass() -> Passage {
        if unsafe heddle_pass_gate(heddle_current_thread(), gate) { return .passed }
        return wait()
    }

    /// Leaves the gate that the calling thread has passed last.
    @inline(__always)
    static func leave() { unsafe heddle_leave_gate(heddle_current_thread()) }

    @inline(never)
    private func wait() -> Passage {
        let thread = unsafe heddle_current_thread()
        while true {
            if unsafe thread.pointee.passed >= UInt32(HEDDLE_MOST_GATES) { return .full }
            if unsafe !heddle_await_gate(gate) { return .late }
            if unsafe heddle_is_gate_retired(gate) { return .retired }
            if unsafe heddle_pass_gate(thread, gate) { return .passed }
        }
    }

    // MARK: Moving the state

    /// True if the calling thread is inside of a call that has passed it, so that it cannot wait for that call.
    package var isPassedHere: Bool { unsafe heddle_has_passed(heddle_current_thread(), gate) }

    /// Lets no new call through, and waits until those that have passed have left.
    ///
    /// - Parameter timeLimit: how long it waits.
    /// - Returns: nil if no call has it any more; otherwise the obstacle, and the gate is open again.
    package func close(within timeLimit: Duration) -> Obstacle? {
        // Calls wait for some time longer: the state moves, too.
        let wait = (timeLimit + .seconds(1)) / .nanoseconds(1)
        unsafe heddle_close_gate(gate, UInt64(min(max(wait, 0), 1e18)))
        guard heddle_barrier() else {
            open()
            return .noBarrier
        }
        let end = ContinuousClock.now + timeLimit
        var pause: UInt32 = 10
        while unsafe heddle_is_gate_passed(gate) {
            guard ContinuousClock.now < end else {
                open()
                return .timeLimit
            }
            System.pause(microseconds: pause)
            pause = min(pause * 2, 1000)
        }
        return nil
    }

    /// The obstacle to closing a gate.
    package enum Obstacle {
        /// Calls still run.
        case timeLimit
        /// The kernel has no `membarrier`, so that nobody knows which calls run.
        case noBarrier
    }

    /// Runs a body, on the thread that has closed the gate, whose calls go through.
    package func withPassage<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let hasPassed = unsafe heddle_pass_own_gate(heddle_current_thread(), gate)
        defer { if hasPassed { Self.leave() } }
        return try body()
    }

    /// Lets calls through again.
    package func open() { unsafe heddle_set_gate(gate, HEDDLE_GATE_OPEN) }

    /// Sends all calls to the build that has taken the place of this one.
    package func retire() { unsafe heddle_set_gate(gate, HEDDLE_GATE_RETIRED) }
}
