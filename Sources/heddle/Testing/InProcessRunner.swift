// SPDX-License-Identifier: Apache-2.0

import Foreign
import Heddle
import Report

/// Runs cases in this process, one behind the other: the fastest way, and that of debuggers. A crash ends the run.
final class InProcessRunner: CaseRunner {
    private let events: EventStream
    private let clock: RunClock
    private var latest: CaseOutcome?

    init(events: EventStream, clock: RunClock) {
        self.events = events
        self.clock = clock
    }

    let lanes = 1

    func begin(_ job: CaseJob, on lane: Int) {
        latest = CaseRun(job, worker: lane, events: events, clock: clock)(until: { Interrupts.isPending })
    }

    func next() -> (lane: Int, outcome: CaseOutcome)? {
        defer { latest = nil }
        return latest.map { (0, $0) }
    }

    func finish() -> Bool { true }
}

extension CaseRun {
    fileprivate init(_ job: CaseJob, worker: Int, events: EventStream, clock: RunClock) {
        self.init(
            job.entry.plan, on: job.entry.host, events: events, attempt: job.attempt, of: job.attempts,
            repetition: job.repetition, worker: worker, clock: clock)
    }
}
