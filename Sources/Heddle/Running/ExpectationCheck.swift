// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleReport

/// The check of a value against what is expected of it. The value is kept as the content of a golden file where that is
/// to be accepted, and the event of the expectation tells what came of it.
struct ExpectationCheck {
    let expected: WrittenStep.Expected
    /// The number of the step; that behind the last one where it belongs to none.
    let index: Int
    let golden: GoldenFiles
    let events: EventChannel

    /// Returns whether the value holds.
    ///
    /// - Parameters:
    ///   - value: nil where there is none.
    ///   - isSecret: whether nothing may be shown of it.
    ///   - obstacle: says why there is no value.
    ///   - written: finds the expectation as it was written.
    ///   - explain: says more of a value that does not hold, the differences first.
    func callAsFunction(
        _ value: Value?, isSecret: Bool = false, obstacle: () -> String?, written: () -> Step.Expectation?,
        explain: (Verdict, _ shown: Value?, Step.Expectation?) -> FailureContext
    ) -> Bool {
        var (verdict, shown) = (expected.judge(value), value)
        if isSecret { (verdict, shown) = (verdict.concealed, value.map { _ in .secret }) }
        let expectation = verdict.isHeld ? nil : written()
        if !isSecret, let acceptance = expectation?.acceptance(of: value, besides: expected, by: golden) {
            events.receive(.diagnostic(acceptance.diagnostic))
            if acceptance.isHeld { verdict = verdict.accepted }
        }
        var event = ExpectationEvent(
            index: index, path: expected.name, isHeld: verdict.isHeld, expected: verdict.expected,
            condition: verdict.words, actual: shown, range: expected.range, worker: events.worker)
        if !verdict.isHeld {
            var circumstances = explain(verdict, shown, expectation)
            if let expectation {
                circumstances.difference +=
                    expectation.elsewhere + expectation.goldenWords(of: shown, besides: expected, by: golden)
            }
            if value == nil, let obstacle = obstacle() { circumstances.difference.append(obstacle) }
            event.circumstances = circumstances
        }
        events.receive(.expectation(event))
        return verdict.isHeld
    }
}
