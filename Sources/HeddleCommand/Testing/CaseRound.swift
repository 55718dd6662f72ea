// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// Runs each of some cases once.
struct CaseRound {
    private let runner: any CaseRunner
    private let options: TestRunOptions
    private let number: Int
    private let events: EventStream
    private let clock: RunClock
    private var queue: CaseQueue
    private var lines: [LaneLine]
    /// The outcomes of the cases of each behaviour.
    private var ledgers: [Int: CaseLedger] = [:]
    private(set) var ending = ExitStatus.held

    /// - Parameter number: the number of the repetition, from 1.
    init(
        _ schedule: CaseSchedule, number: Int, on runner: any CaseRunner, _ options: TestRunOptions,
        events: EventStream, clock: RunClock
    ) {
        self.runner = runner
        self.options = options
        self.number = number
        self.events = events
        self.clock = clock
        queue = CaseQueue(schedule, lanes: runner.lanes)
        lines = Array(repeating: LaneLine(), count: runner.lanes)
    }

    /// The number of cases that were not run.
    var left: Int { lines.reduce(queue.count) { $0 + $1.count } }

    mutating func callAsFunction() {
        repeat { fillLanes() } while waitForOne()
        if left > 0, Interrupts.isPending { ending = .interrupted }
    }

    /// True if no further case is begun.
    private var isOver: Bool { Interrupts.isPending || options.failFast && ending != .held }

    private mutating func fillLanes() {
        for lane in lines.indices {
            while !isOver, let next = queue.next(for: lane), lines[lane].takes(next, limit: longestLine),
                let entry = queue.take(for: lane)
            {
                begin(entry, on: lane)
            }
        }
    }

    /// The maximum number of attempts that are given to a lane at a time. Half of what is left is for the others to take
    /// where a case takes long, and none goes ahead where the outcome of one decides whether there is another one.
    private var longestLine: Int {
        options.failFast || options.attempts > 1
            ? 1 : min(runner.longestLine, max(1, queue.count / (2 * lines.count)))
    }

    private mutating func begin(_ entry: CaseSchedule.Entry, on lane: Int) {
        let job = CaseJob(entry: entry, attempts: options.attempts, repetition: number)
        if let reason = ledgers[entry.behaviour, default: CaseLedger()].obstacle(to: entry.outline) {
            return skip(job, on: lane, reason)
        }
        lines[lane].append(job)
        runner.begin(job, on: lane)
    }

    private func skip(_ job: CaseJob, on lane: Int, _ reason: String) {
        var event = job.event(worker: lane)
        event.start = clock.elapsed
        events.receive(.caseStarted(event))
        events.receive(.caseEnded(event, CaseEnding(.skipped, reason: reason)))
    }

    /// - Returns: true if one was running.
    private mutating func waitForOne() -> Bool {
        guard let (lane, outcome) = runner.next(), var job = lines[lane].first else { return false }
        if !outcome.isGood, outcome != .interrupted, job.isRetried {
            job.attempt += 1
            lines[lane].repeatFirst(job)
            runner.begin(job, on: lane)
        } else {
            lines[lane].removeFirst(at: clock.elapsed)
            ledgers[job.entry.behaviour, default: CaseLedger()].note(outcome, of: job.entry.outline)
            ending = .gravest(ending, outcome.status)
        }
        return true
    }
}
