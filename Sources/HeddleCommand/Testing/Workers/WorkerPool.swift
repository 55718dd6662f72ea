// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// Runs cases in processes of their own, several at a time: a case that crashes or takes too long ends its process and
/// nothing else.
///
/// Each process has the modules of one behaviour. For a case of another behaviour a lane uses another process, and
/// keeps the previous one for later cases.
final class WorkerPool: CaseRunner {
    let lanes: Int
    /// A process of its own follows each case, and takes no other one.
    var longestLine: Int { start.isShared ? LaneLine.longest : 1 }
    private let planned: [PlannedBehaviour]
    private let start: WorkerStart
    private let events: EventStream
    private let clock: RunClock
    /// In the order in which they were used, the latest one last.
    private var workers: [CaseWorker] = []
    /// The processes that were told that there are no further cases.
    private var leaving: [CaseWorker] = []
    private var hasEndedBadly = false
    private var hasAskedToStop = false

    /// The attempts that are not made, as the modules cannot be loaded.
    private var ended: [(lane: Int, outcome: CaseOutcome)] = []
    /// The behaviours of which it was told that a module died as it was loaded.
    private var told: Set<Int> = []

    /// - Parameters:
    ///   - planned: the behaviours; the processes that they have are used and ended here.
    ///   - start: how further processes are started.
    init(
        _ planned: [PlannedBehaviour], _ start: WorkerStart, lanes: Int, events: EventStream, clock: RunClock
    ) {
        (self.planned, self.start, self.lanes, self.events, self.clock) = (planned, start, lanes, events, clock)
        ChildProcess.adoptOrphans()
        for (number, behaviour) in planned.enumerated() where behaviour.process != nil {
            workers.append(CaseWorker((number, behaviour), start, events: events, clock: clock))
        }
    }

    /// The maximum number of processes, without those that are ending.
    static func capacity(lanes: Int) -> Int { max(2 * lanes, 8) }

    // MARK: Cases

    func begin(_ job: CaseJob, on lane: Int) {
        if let death = planned[job.entry.behaviour].death { return skip(job, on: lane, death) }
        worker(for: job.entry.behaviour, on: lane).begin(job, on: lane)
    }

    /// The worker that has run cases of the behaviour on the lane; else one that has run none; else another one.
    private func worker(for behaviour: Int, on lane: Int) -> CaseWorker {
        let own = workers.lastIndex { $0.behaviour == behaviour && $0.lane == lane }
        guard let index = own ?? workers.firstIndex(where: { $0.behaviour == behaviour && $0.lane == nil }) else {
            makeRoom()
            var planned = planned[behaviour]
            planned.process = nil
            workers.append(CaseWorker((behaviour, planned), start, events: events, clock: clock))
            return workers[workers.count - 1]
        }
        workers.append(workers.remove(at: index))
        return workers[workers.count - 1]
    }

    private func makeRoom() {
        while workers.count >= Self.capacity(lanes: lanes), let index = workers.firstIndex(where: { !$0.isBusy }) {
            leaving.append(workers.remove(at: index))
            leaving[leaving.count - 1].hangUp()
        }
    }

    /// Leaves a case whose modules cannot be loaded.
    private func skip(_ job: CaseJob, on lane: Int, _ death: LoadingDeath) {
        tell(death, of: job.entry.behaviour)
        var event = job.event(worker: lane)
        event.start = clock.elapsed
        events.receive(.caseStarted(event))
        events.receive(.caseEnded(event, CaseEnding(.skipped, reason: death.reason)))
        ended.append((lane, .skipped))
    }

    /// Tells of a death once, outside of all cases: it is that of none of them.
    private func tell(_ death: LoadingDeath, of behaviour: Int) {
        if told.insert(behaviour).inserted { events.receive(.diagnostic(death.diagnostic)) }
    }

    func next() -> (lane: Int, outcome: CaseOutcome)? {
        if !ended.isEmpty { return ended.removeFirst() }
        while workers.contains(where: \.isBusy) {
            for worker in workers {
                guard let outcome = worker.advance(), let lane = worker.lane else { continue }
                if worker.process == nil { endOrphans() }
                worker.beginNext()
                return (lane, outcome)
            }
            if Interrupts.isPending, !hasAskedToStop {
                hasAskedToStop = true
                for worker in workers where worker.isBusy { worker.process?.askToStop() }
            }
            advanceLeaving()
            wait()
        }
        return nil
    }

    // MARK: The end

    func finish() -> Bool {
        for worker in workers { worker.hangUp() }
        leaving += workers
        workers = []
        advanceLeaving()
        while !leaving.isEmpty {
            wait()
            advanceLeaving()
        }
        endOrphans()
        return tellDeaths() && !hasEndedBadly
    }

    /// Ends what a process has left behind that is gone.
    private func endOrphans() { ChildProcess.endOrphans(besides: (workers + leaving).compactMap(\.process)) }

    private func advanceLeaving() {
        for worker in leaving {
            _ = worker.advance()
            worker.endWhereLate()
            if worker.process == nil, worker.hasEndedBadly { hasEndedBadly = true }
        }
        leaving.removeAll { $0.process == nil }
    }

    /// Tells of the modules that died as they were loaded, also where no case of theirs was chosen.
    ///
    /// - Returns: true if there are none.
    private func tellDeaths() -> Bool {
        for (number, behaviour) in planned.enumerated() {
            if let death = behaviour.death { tell(death, of: number) }
        }
        return planned.allSatisfy { $0.death == nil }
    }

    private func wait() {
        let nanoseconds = workers.compactMap(\.nanosecondsLeft).min() ?? .max
        ChildProcess.wait(for: (workers + leaving).compactMap(\.process), nanoseconds: min(nanoseconds, 1_000_000_000))
    }
}
