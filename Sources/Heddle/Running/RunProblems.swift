// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleReport

/// Tells of each event of a run what is wrong with it.
struct RunProblems {
    private var latestCall: CallEvent?

    /// The problem of the next event; nil if there is none.
    mutating func problem(of event: Event) -> Diagnostic? {
        switch event {
        case .diagnostic(let diagnostic, _): return diagnostic
        case .call(let call):
            latestCall = call
            return call.unexpectedFailure
        case .expectation(let expectation) where !expectation.isHeld:
            let call = latestCall.flatMap { $0.index == expectation.index ? $0 : nil }
            return expectation.failure(of: call)
        case .expectation, .runStarted, .caseStarted, .caseEnded, .emitted, .logged, .output, .finding, .summary:
            return nil
        }
    }
}
