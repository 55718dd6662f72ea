// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// An event of a run. Every report is derived from the stream of events alone.
///
/// ## Topics
/// - ``RunStartEvent``
/// - ``CaseEvent``
/// - ``CallEvent``
/// - ``ExpectationEvent``
/// - ``EmittedEvent``
/// - ``LoggedEvent``
/// - ``OutputEvent``
/// - ``FindingEvent``
/// - ``Summary``
/// - ``EventSink``
/// - ``EventStream``
package enum Event: Sendable {
    /// A run of cases begins.
    case runStarted(RunStartEvent)
    /// An attempt at a case begins.
    case caseStarted(CaseEvent)
    /// An attempt at a case is over.
    case caseEnded(CaseEvent, CaseEnding)
    /// A step's call ended, or was skipped.
    case call(CallEvent)
    /// An expectation was checked, after the call that it belongs to.
    case expectation(ExpectationEvent)
    /// A module emitted an event.
    case emitted(EmittedEvent)
    /// A module or the `log` aspect has written to the log.
    case logged(LoggedEvent)
    /// Native code printed something.
    case output(OutputEvent)
    /// An aspect reported a finding at the end.
    case finding(FindingEvent)
    /// An error, a warning or a notice.
    case diagnostic(Diagnostic, worker: Int? = nil)
    /// The run is over; the last event.
    case summary(Summary)
}

extension Event {
    /// The worker of the case that the event belongs to; nil for what happens outside of cases.
    package var worker: Int? {
        switch self {
        case .caseStarted(let event), .caseEnded(let event, _): event.worker
        case .call(let event): event.worker
        case .expectation(let event): event.worker
        case .emitted(let event): event.worker
        case .logged(let event): event.worker
        case .output(let event): event.worker
        case .finding(let event): event.worker
        case .diagnostic(_, let worker): worker
        case .runStarted, .summary: nil
        }
    }

    /// The event as one of the case that a worker runs; what belongs to no case stays as it is.
    package func of(worker: Int) -> Event { replacing { _ in worker } }

    /// The event of a run whose workers follow those of others: numbers of workers grow, and what has none stays so.
    func adding(workers count: Int) -> Event {
        switch self {
        case .caseStarted(var event):
            event.worker += count
            return .caseStarted(event)
        case .caseEnded(var event, let ending):
            event.worker += count
            return .caseEnded(event, ending)
        default: return replacing { $0.map { $0 + count } }
        }
    }

    private func replacing(_ number: (Int?) -> Int?) -> Event {
        switch self {
        case .call(var event):
            event.worker = number(event.worker)
            return .call(event)
        case .expectation(var event):
            event.worker = number(event.worker)
            return .expectation(event)
        case .emitted(var event):
            event.worker = number(event.worker)
            return .emitted(event)
        case .logged(var event):
            event.worker = number(event.worker)
            return .logged(event)
        case .output(var event):
            event.worker = number(event.worker)
            return .output(event)
        case .finding(var event):
            event.worker = number(event.worker)
            return .finding(event)
        case .diagnostic(let diagnostic, let worker): return .diagnostic(diagnostic, worker: number(worker))
        case .runStarted, .caseStarted, .caseEnded, .summary: return self
        }
    }
}

/// A receiver of the events of a run: a report, a recorder, a test.
///
/// Events come one at a time, in the order in which they happened.
package protocol EventSink: AnyObject {
    /// Takes the next event. It cannot fail: what a sink cannot do is its own affair and never the run's.
    func receive(_ event: Event)
}
