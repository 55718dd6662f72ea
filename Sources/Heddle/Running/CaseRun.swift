// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleReport
internal import HeddleSystem

/// One run of one case: instances and hooks are made anew for it, and are gone when it ends.
///
/// Every runner of cases uses it. Calls are made on the calling thread; a host runs one case at a time, and no ``Run``
/// meanwhile. The hooks of the case's plan are removed for good, since the hooks of the case replace them.
package struct CaseRun {
    private let plan: CasePlan
    private let host: ModuleHost
    private let stream: EventStream
    private let event: CaseEvent
    private let attempts: Int
    private let clock: RunClock?
    private let folder: FolderOnDemand
    /// True if what its golden files hold may be of an attempt that failed. What an earlier repetition has written is of a
    /// case that may have passed.
    private let isTriedAgain: Bool

    /// Creates a run of a case on the host on which its plan was made.
    ///
    /// - Parameters:
    ///   - attempt: which attempt at the case it is, from 1; a case that passes at a later one is flaky.
    ///   - attempts: how many attempts there are; one that fails before the last one does not count.
    ///   - repetition: which time it is that a run comes to the case, from 1.
    ///   - worker: which worker runs it, from 0.
    ///   - clock: that of the run, by which events tell when something began.
    ///   - folder: the path at which the case may make its temporary folder; nil for one that nothing has yet.
    package init(
        _ plan: CasePlan, on host: ModuleHost, events: EventStream, attempt: Int = 1, of attempts: Int = 1,
        repetition: Int = 1, worker: Int = 0, clock: RunClock? = nil, folder: String? = nil
    ) {
        self.folder = FolderOnDemand(at: folder)
        self.plan = plan
        self.host = host
        self.stream = events
        self.attempts = attempts
        self.clock = clock
        isTriedAgain = attempt > 1 && repetition == 1
        event = plan.outline.event(attempt: attempt, repetition: repetition, worker: worker)
    }

    /// Runs the case, and tells that it begins, all that happens, and how it ended.
    ///
    /// - Parameters:
    ///   - isInterrupted: asked before each step; once it says so, the case stops in order.
    ///   - remarks: asked when all has run; the answers are told as those of the case.
    /// - Returns: the outcome: passed, flaky, failed, interrupted, or skipped where the behaviour gives a reason for leaving
    ///   out all of which something is expected.
    @discardableResult
    package func callAsFunction(
        until isInterrupted: () -> Bool = { false }, remarks: () -> [Diagnostic] = { [] }
    ) -> CaseOutcome {
        var event = event
        let start = MonotonicClock.now
        event.start = clock?.elapsed(at: start)
        stream.receive(.caseStarted(event))
        if isTriedAgain { plan.body.steps.calls.golden.beginFurtherAttempt(at: plan.body.part) }
        let run = run(until: isInterrupted)
        let outcome = run.skipReason == nil ? outcome(of: run.ending) : .skipped
        for remark in remarks() { stream.receive(.diagnostic(remark, worker: event.worker)) }
        let isRetried = outcome == .failed && event.attempt < attempts
        let reason = outcome == .interrupted ? "the run was interrupted" : run.skipReason
        let ending = CaseEnding(
            outcome, reason: reason, nanoseconds: MonotonicClock.now - start, isRetried: isRetried,
            isUnjudged: run.ending == .held && run.skipReason == nil && !run.isJudged)
        stream.receive(.caseEnded(event, ending))
        return outcome
    }

    private func outcome(of ending: Run.Ending) -> CaseOutcome {
        switch ending {
        case .held: event.attempt > 1 ? .flaky : .passed
        case .failed: .failed
        case .interrupted: .interrupted
        }
    }

    private func run(
        until isInterrupted: () -> Bool
    ) -> (ending: Run.Ending, isJudged: Bool, skipReason: String?) {
        // The events of the case belong to its worker.
        let events = EventChannel(stream, worker: event.worker)
        do {
            return try plan.woven(on: host) { hooks in
                let run = StepsRun(plan.body, hooks, on: host, events: events, clock: clock, in: folder)
                let ending = run.run(until: isInterrupted)
                return (ending, run.isJudged, ending == .held ? run.skipReason : nil)
            }
        } catch {
            for mistake in error.all { events.receive(.diagnostic(mistake)) }
            return (.failed, true, nil)
        }
    }
}
