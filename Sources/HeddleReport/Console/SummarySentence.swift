// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension Summary {
    /// The summary for people, such as `4 calls: 3 returned, 1 failed. 2 expectations held.`
    var sentence: String {
        [caseSentence, callSentence, expectationSentence, unjudgedSentence].compactMap { $0 }.joined(separator: " ")
    }

    /// True if nothing failed unexpectedly.
    var isClean: Bool {
        hasCases ? cases.keys.allSatisfy(\.isGood) : failed == judgedFailures && expectationsFailed == 0
    }

    private var caseSentence: String? {
        guard hasCases else { return nil }
        let parts = CaseOutcome.allCases.compactMap { outcome in
            cases[outcome].map { "\($0) \(outcome.words)" }
        }
        return "\(counted(cases.values.reduce(0, +), "case")): \(parts.joined(separator: ", "))."
    }

    private var callSentence: String? {
        // Cases end without a call that was told where native code ended their process.
        if calls == 0 { return hasCases ? nil : "No calls." }
        // An expectation that did not hold may be that of a failure.
        let expected = expectationsFailed == 0 ? judgedFailures : 0
        let parts = [
            (returned, "returned"), (failed - expected, "failed"), (expected, "failed as expected"),
            (skipped, "skipped"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "\(counted(calls, "call")): \(parts.joined(separator: ", "))."
    }

    private var expectationSentence: String? {
        if expectations == 0 { return nil }
        if expectationsFailed == 0 { return "\(counted(expectations, "expectation")) held." }
        return "\(expectationsFailed) of \(counted(expectations, "expectation")) failed."
    }
}

extension Summary {
    /// Cases that call and expect nothing may be meant so; somebody should know how many do.
    fileprivate var unjudgedSentence: String? {
        if unjudgedCases == 0 { return nil }
        return "\(counted(unjudgedCases, "case")) passed without expecting anything: --verbose shows which, "
            + "\"expect\" mends it."
    }
}

extension CaseOutcome {
    /// The outcome as a sentence has it.
    var words: String { self == .timedOut ? "timed out" : rawValue }
}
