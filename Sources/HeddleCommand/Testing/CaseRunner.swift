// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport

/// One attempt at a case, which somebody is to make.
struct CaseJob {
    let entry: CaseSchedule.Entry
    /// The number of the attempt, from 1.
    var attempt = 1
    /// The maximum number of attempts.
    let attempts: Int
    /// The number of the repetition, from 1.
    let repetition: Int

    /// True if another attempt follows where this one fails.
    var isRetried: Bool { attempt < attempts }

    func event(worker: Int) -> CaseEvent {
        entry.outline.event(attempt: attempt, repetition: repetition, worker: worker)
    }
}

/// A runner of attempts at cases, several at a time or one after the other. It reports them as events.
protocol CaseRunner: AnyObject {
    /// The number of cases that can run at the same time. Each runs on its own lane, numbered from 0.
    var lanes: Int { get }

    /// The maximum number of attempts that a lane can be given: one that runs, and others that follow it.
    var longestLine: Int { get }

    /// Begins an attempt on a lane, behind those that it was given before.
    func begin(_ job: CaseJob, on lane: Int)

    /// Waits until the first attempt of one of the lanes has ended; nil if none is running. Where the run was stopped,
    /// attempts that have not begun are left.
    func next() -> (lane: Int, outcome: CaseOutcome)?

    /// Ends what was made for running cases.
    ///
    /// - Returns: true if it ended without an error.
    func finish() -> Bool
}
