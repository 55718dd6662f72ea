// SPDX-License-Identifier: Apache-2.0

internal import HeddleJSON
internal import HeddleDiagnostics

/// A line of a kept run, taken apart into the event that it was made of.
struct KeptEvent {
    let event: Event

    /// The values of `event`.
    private enum Kind: String, CaseIterable {
        case runStarted, caseStarted, caseEnded, call, expectation, emitted, log, output, finding, diagnostic, summary
    }

    init(_ node: JSONNode) throws(Diagnostic) {
        let object = try EventDecoder(node)
        event =
            switch try object.word("event", among: Kind.allCases) {
            case .runStarted: .runStarted(try object.runStart())
            case .caseStarted: .caseStarted(try object.caseEvent())
            case .caseEnded: .caseEnded(try object.caseEvent(), try object.caseEnding())
            case .call: .call(try object.call())
            case .expectation: .expectation(try object.expectation())
            case .emitted: .emitted(try object.emitted())
            case .log: .logged(try object.logged())
            case .output: .output(try object.output())
            case .finding: .finding(try object.finding())
            case .diagnostic: .diagnostic(try object.diagnostic(), worker: try object.worker)
            // A stream sends its own counts at its end.
            case .summary: .summary(Summary())
            }
    }
}
