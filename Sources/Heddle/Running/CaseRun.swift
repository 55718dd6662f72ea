// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
public import Report

/// One run of one case: instances and hooks are made anew for it, and are gone when it ends.
///
/// Whatever runs cases, one behind the other or in some other way, does it by this alone. Calls are made on the calling
/// thread; of one host only one case may run at a time, and no ``Run``. The hooks of the plan that the case is of are
/// taken away for good, as those of the case come in their place.
public struct CaseRun {
    private let plan: CasePlan
    private let host: Host
    private let stream: EventStream
    private let event: CaseEvent
    private let attempts: Int
    private let clock: RunClock?

    /// Creates a run of a case on the host on which its plan was made.
    ///
    /// - Parameters:
    ///   - attempt: which attempt at the case it is, from 1; a case that passes at a later one is flaky.
    ///   - attempts: how many attempts there are; one that fails before the last one does not count.
    ///   - repetition: which time it is that a run comes to the case, from 1.
    ///   - worker: which worker runs it, from 0.
    ///   - clock: that of the run, by which events tell when something began.
    public init(
        _ plan: CasePlan, on host: Host, events: EventStream, attempt: Int = 1, of attempts: Int = 1,
        repetition: Int = 1, worker: Int = 0, clock: RunClock? = nil
    ) {
        self.plan = plan
        self.host = host
        self.stream = events
        self.attempts = attempts
        self.clock = clock
        var event = plan.event.repeated(repetition)
        (event.attempt, event.worker) = (attempt, worker)
        self.event = event
    }

    /// Runs the case, and tells that it begins, all that happens, and how it ended.
    ///
    /// - Parameter isInterrupted: asked before each step; once it says so, the case stops in order.
    public func callAsFunction(until isInterrupted: () -> Bool = { false }) -> Run.Ending {
        var event = event
        event.start = clock?.elapsed
        stream.receive(.caseStarted(event))
        let start = MonotonicClock.now
        let ending = run(until: isInterrupted)
        let nanoseconds = MonotonicClock.now - start
        stream.receive(.caseEnded(event, self.ending(ending, nanoseconds)))
        return ending
    }

    private func ending(_ ending: Run.Ending, _ nanoseconds: UInt64) -> CaseEnding {
        let outcome = ending == .held && event.attempt > 1 ? .flaky : CaseOutcome(ending)
        return CaseEnding(
            outcome, nanoseconds: nanoseconds, isRetried: ending == .failed && event.attempt < attempts)
    }

    /// What happens in the case belongs to its worker.
    private var events: EventStream { EventStream(to: [WorkerEvents(event.worker, stream)]) }

    private func run(until isInterrupted: () -> Bool) -> Run.Ending {
        let events = events
        do {
            return try plan.woven(on: host) { hooks in
                StepsRun(plan.body, hooks, on: host, events: events, clock: clock).run(until: isInterrupted)
            }
        } catch {
            for mistake in error.all { events.receive(.diagnostic(mistake)) }
            return .failed
        }
    }
}

extension CasePlan {
    /// The case as events tell of it.
    public var event: CaseEvent {
        CaseEvent(id: "\(range.source.name)/\(name)", name: name, tags: tags, range: range)
    }
}

extension CaseEvent {
    /// The event of a case that one run comes to several times; each time is a case of its own.
    public func repeated(_ repetition: Int) -> CaseEvent {
        if repetition == 1 { return self }
        var event = self
        event.id += " (run \(repetition))"
        event.name += " (run \(repetition))"
        return event
    }
}

extension CaseOutcome {
    fileprivate init(_ ending: Run.Ending) {
        self =
            switch ending {
            case .held: .passed
            case .failed: .failed
            case .interrupted: .interrupted
            }
    }
}

/// Hands events on as those of a worker's case.
private final class WorkerEvents: EventSink {
    private let worker: Int
    private let stream: EventStream

    init(_ worker: Int, _ stream: EventStream) {
        self.worker = worker
        self.stream = stream
    }

    func receive(_ event: Event) { stream.receive(event.of(worker: worker)) }
}
