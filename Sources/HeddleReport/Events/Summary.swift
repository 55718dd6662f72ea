// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The numbers of a run.
package struct Summary: Hashable, Sendable {
    /// The number of calls that returned.
    package var returned = 0
    /// The number of calls that failed, expected or not.
    package var failed = 0
    /// The number of those whose steps have an expectation of the failure, held or not.
    package var judgedFailures = 0
    /// The number of calls that were not made.
    package var skipped = 0
    /// The number of expectations that held.
    package var expectationsHeld = 0
    /// The number of expectations that did not hold.
    package var expectationsFailed = 0

    /// The number of cases with each outcome; empty in a run without cases.
    package var cases: [CaseOutcome: Int] = [:]
    /// The number of cases that passed and in which nothing was expected.
    package var unjudgedCases = 0

    /// The exit status that the run gives a command; nil if no command ran it.
    package var status: ExitStatus?
    /// The exit status that its parts give, where some are missing, so that the run itself counts as interrupted: the
    /// missing ones may come.
    package var statusOfParts: ExitStatus?

    /// The summary of a run in which nothing happened.
    package init() {}

    /// The number of calls of the run, including skipped ones.
    package var calls: Int { returned + failed + skipped }
    /// True if the run had cases.
    package var hasCases: Bool { !cases.isEmpty }
    /// The number of checked expectations.
    package var expectations: Int { expectationsHeld + expectationsFailed }
}

/// The one place that counts: it turns the events of a run into its summary.
///
/// The sum does not depend on the order of the events.
package struct Tally: Sendable {
    private var counted = Summary()
    /// The number of cases that have begun and whose last attempt has not ended.
    private var unfinished = 0

    /// Creates a tally of no events.
    package init() {}

    /// The numbers so far; a case that has begun and not ended counts as interrupted.
    package var summary: Summary {
        var summary = counted
        if unfinished > 0 { summary.cases[.interrupted, default: 0] += unfinished }
        return summary
    }

    /// Counts an event.
    package mutating func add(_ event: Event) {
        switch event {
        case .call(let call): add(call)
        case .expectation(let expectation) where expectation.isHeld: counted.expectationsHeld += 1
        case .expectation: counted.expectationsFailed += 1
        case .caseStarted(let event): unfinished += event.attempt == 1 ? 1 : 0
        case .caseEnded(_, let ending): add(ending)
        case .runStarted, .emitted, .logged, .output, .finding, .diagnostic, .summary: break
        }
    }

    mutating func add(isReturned: Bool, mayFail: Bool, held: Int, failed: Int) {
        if isReturned { counted.returned += 1 } else { addFailure(isJudged: mayFail) }
        counted.expectationsHeld += held
        counted.expectationsFailed += failed
    }

    private mutating func add(_ call: CallEvent) {
        switch call.status {
        case .returned: counted.returned += 1
        case .failed: addFailure(isJudged: !call.hasFailedUnexpectedly)
        case .skipped: counted.skipped += 1
        }
    }

    private mutating func addFailure(isJudged: Bool) {
        counted.failed += 1
        if isJudged { counted.judgedFailures += 1 }
    }

    private mutating func add(_ ending: CaseEnding) {
        if ending.isRetried { return }
        unfinished -= 1
        counted.cases[ending.outcome, default: 0] += 1
        if ending.isUnjudged { counted.unjudgedCases += 1 }
    }
}
