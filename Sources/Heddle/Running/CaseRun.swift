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
    private let events: EventStream

    /// Creates a run of a case on the host on which its plan was made.
    public init(_ plan: CasePlan, on host: Host, events: EventStream) {
        self.plan = plan
        self.host = host
        self.events = events
    }

    /// Runs the case, and tells that it begins, all that happens, and how it ended.
    ///
    /// - Parameter isInterrupted: asked before each step; once it says so, the case stops in order.
    public func callAsFunction(until isInterrupted: () -> Bool = { false }) -> Run.Ending {
        let event = plan.event
        events.receive(.caseStarted(event))
        let start = MonotonicClock.now
        let ending = run(until: isInterrupted)
        let nanoseconds = MonotonicClock.now - start
        events.receive(.caseEnded(event, CaseEnding(CaseOutcome(ending), nanoseconds: nanoseconds)))
        return ending
    }

    private func run(until isInterrupted: () -> Bool) -> Run.Ending {
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
