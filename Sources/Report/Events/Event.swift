// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Something that happened in a run. Every report is derived from the one stream of these and from nothing else.
///
/// ## Topics
/// - ``CallEvent``
/// - ``ExpectationEvent``
/// - ``EmittedEvent``
/// - ``FindingEvent``
/// - ``Summary``
/// - ``EventSink``
/// - ``EventStream``
public enum Event: Sendable {
    /// A step's call ended, or was skipped.
    case call(CallEvent)
    /// An expectation was checked, after the call that it belongs to.
    case expectation(ExpectationEvent)
    /// A module had something to say.
    case emitted(EmittedEvent)
    /// An aspect says at the end what it found out.
    case finding(FindingEvent)
    /// Something is wrong, or worth a look.
    case diagnostic(Diagnostic)
    /// The run is over; the last event.
    case summary(Summary)
}

/// Whoever takes the events of a run: a report, a recorder, a test.
///
/// Events come one at a time, in the order in which they happened.
public protocol EventSink: AnyObject {
    /// Takes the next event. It cannot fail: what a sink cannot do is its own affair and never the run's.
    func receive(_ event: Event)
}
