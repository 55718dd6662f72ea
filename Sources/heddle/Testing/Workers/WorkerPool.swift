// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foreign
import Heddle
import Report

/// Runs cases in processes of their own, several at a time: a case that crashes or takes too long ends its process and
/// nothing else.
final class WorkerPool: CaseRunner {
    private let workers: [Worker]
    private let events: EventStream
    private var hasAskedToStop = false

    /// - Parameter arguments: what each process is started with, behind the name of its command.
    init(
        _ count: Int, of behaviours: [BehaviourText], arguments: [String], limits: TimeLimits, events: EventStream,
        clock: RunClock
    ) {
        workers = (0..<count).map {
            Worker(
                $0, of: behaviours, arguments: [WorkerCommand.name, "--number", "\($0)"] + arguments,
                limits: limits, events: events, clock: clock)
        }
        self.events = events
    }

    var lanes: Int { workers.count }

    func begin(_ job: CaseJob, on lane: Int) { workers[lane].begin(job) }

    func next() -> (lane: Int, outcome: CaseOutcome)? {
        while workers.contains(where: \.isBusy) {
            for worker in workers {
                if let outcome = worker.advance() { return (worker.number, outcome) }
            }
            if Interrupts.isPending, !hasAskedToStop {
                hasAskedToStop = true
                for worker in workers where worker.isBusy { worker.process?.askToStop() }
            }
            wait()
        }
        return nil
    }

    func finish() -> Bool {
        for worker in workers { worker.process?.hangUp() }
        let end = RunClock()
        while workers.contains(where: { $0.process != nil }), end.elapsed < Self.patience {
            wait()
            for worker in workers { _ = worker.advance() }
        }
        for worker in workers { worker.endAtOnce() }
        return !workers.contains(where: \.hasEndedBadly)
    }

    /// How many nanoseconds a process has for ending when all cases have run.
    private static let patience: UInt64 = 5_000_000_000

    private func wait() {
        let nanoseconds = workers.compactMap(\.nanosecondsLeft).min() ?? .max
        ChildProcess.wait(for: workers.compactMap(\.process), nanoseconds: min(nanoseconds, 1_000_000_000))
    }
}
