// SPDX-License-Identifier: Apache-2.0

import HeddleReport
import Testing

@Suite("Tally of cases")
struct CaseTallyTests {
    private func cases(_ events: [Event]) -> [CaseOutcome: Int] {
        var tally = Tally()
        for event in events { tally.add(event) }
        return tally.summary.cases
    }

    @Test("counts each case once, by its last attempt, and one that did not end as interrupted")
    func lastAttempt() {
        #expect(
            cases(Scene.everything) == [
                .passed: 1, .flaky: 1, .failed: 2, .skipped: 1, .timedOut: 1, .crashed: 1, .interrupted: 1,
            ])
    }

    @Test("does not depend on the order of the events")
    func order() {
        let expected = cases(Scene.everything)
        for _ in 0..<50 { #expect(cases(Scene.everything.shuffled()) == expected) }
    }

    @Test("counts a case whose next attempt never began as interrupted")
    func notRetried() {
        let event = Scene.attempt("a")
        #expect(cases(Scene.attempt(event, CaseEnding(.failed, isRetried: true))) == [.interrupted: 1])
        #expect(
            cases(
                Scene.attempt(event, CaseEnding(.failed, isRetried: true))
                    + [.caseStarted(Scene.attempt("a", attempt: 2))]) == [.interrupted: 1])
    }

    @Test("a run without cases has none")
    func none() {
        #expect(cases([Scene.call(nil)]) == [:])
    }
}
