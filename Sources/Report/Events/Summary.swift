// SPDX-License-Identifier: Apache-2.0

/// The numbers of a run.
public struct Summary: Hashable, Sendable {
    /// How many calls returned.
    public var returned = 0
    /// How many calls failed.
    public var failed = 0
    /// How many calls were not made.
    public var skipped = 0
    /// How many expectations held.
    public var expectationsHeld = 0
    /// How many expectations did not hold.
    public var expectationsFailed = 0

    /// The summary of a run in which nothing happened.
    public init() {}

    /// How many calls the run had, those that were skipped among them.
    public var calls: Int { returned + failed + skipped }
    /// How many expectations were checked.
    public var expectations: Int { expectationsHeld + expectationsFailed }
}

/// The one place that counts: it turns the events of a run into its summary.
///
/// The sum does not depend on the order of the events.
public struct Tally: Sendable {
    /// The numbers so far.
    public private(set) var summary = Summary()

    /// Creates a tally of no events.
    public init() {}

    /// Counts an event.
    public mutating func add(_ event: Event) {
        switch event {
        case .call(let call): add(call.status)
        case .expectation(let expectation) where expectation.isHeld: summary.expectationsHeld += 1
        case .expectation: summary.expectationsFailed += 1
        case .emitted, .finding, .diagnostic, .summary: break
        }
    }

    private mutating func add(_ status: CallEvent.Status) {
        switch status {
        case .returned: summary.returned += 1
        case .failed: summary.failed += 1
        case .skipped: summary.skipped += 1
        }
    }
}
