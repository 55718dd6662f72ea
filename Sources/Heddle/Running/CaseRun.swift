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
    private let attempt: Int
    private let worker: Int

    /// Creates a run of a case on the host on which its plan was made.
    ///
    /// - Parameters:
    ///   - attempt: which attempt at the case it is, from 1.
    ///   - worker: which worker runs it, from 0.
    public init(_ plan: CasePlan, on host: Host, events: EventStream, attempt: Int = 1, worker: Int = 0) {
        self.plan = plan
        self.host = host
        self.stream = events
        self.attempt = attempt
        self.worker = worker
    }

    /// Runs the case, and tells that it begins, all that happens, and how it ended.
    ///
    /// - Parameter isInterrupted: asked before each step; once it says so, the case stops in order.
    public func callAsFunction(until isInterrupted: () -> Bool = { false }) -> Run.Ending {
        var event = plan.event
        (event.attempt, event.worker) = (attempt, worker)
        stream.receive(.caseStarted(event))
        let start = MonotonicClock.now
        let ending = run(until: isInterrupted)
        let nanoseconds = MonotonicClock.now - start
        stream.receive(.caseEnded(event, CaseEnding(CaseOutcome(ending), nanoseconds: nanoseconds)))
        return ending
    }

    /// What happens in the case belongs to its worker.
    private var events: EventStream { EventStream(to: [WorkerEvents(worker, stream)]) }

    private func run(until isInterrupted: () -> Bool) -> Run.Ending {
        let events = events
        do {
            return try plan.woven(on: host) { hooks in
                StepsRun(plan.body, hooks, on: host, events: events).run(until: isInterrupted)
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
