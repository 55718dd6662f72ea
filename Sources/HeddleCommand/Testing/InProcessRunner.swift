// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleForeign
import HeddleReport
import HeddleSystem

/// Runs cases in this process, one behind the other: the fastest way, and that of debuggers. A crash ends the run.
final class InProcessRunner: CaseRunner {
    private let suites: [(cases: [String: CasePlan], host: ModuleHost)]
    private let events: EventStream
    private let clock: RunClock
    /// The step at which a debugger stops; nil for none.
    private let debugged: DebuggedStep?
    private var latest: CaseOutcome?

    init(
        _ suites: [(plan: Plan, host: ModuleHost)], events: EventStream, clock: RunClock,
        stoppingAt debugged: DebuggedStep?
    ) {
        self.debugged = debugged
        self.suites = suites.map { (Dictionary($0.plan.cases.map { ($0.name, $0) }) { first, _ in first }, $0.host) }
        self.events = events
        self.clock = clock
    }

    let lanes = 1
    let longestLine = 1

    func begin(_ job: CaseJob, on lane: Int) {
        let suite = suites[job.entry.behaviour]
        latest = suite.cases[job.entry.outline.name].map { plan in
            DebuggerStop.wait(for: debugged?.name == plan.name ? debugged?.number : nil)
            return CaseRun(
                plan, on: suite.host, events: events, attempt: job.attempt, of: job.attempts,
                repetition: job.repetition, worker: lane, clock: clock)(until: { Interrupts.isPending })
        }
    }

    func next() -> (lane: Int, outcome: CaseOutcome)? {
        defer { latest = nil }
        return latest.map { (0, $0) }
    }

    func finish() -> Bool { true }
}
