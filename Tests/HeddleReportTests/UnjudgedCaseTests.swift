// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleReport
import Testing

@Suite("A case that passed and expected nothing is told")
struct UnjudgedCaseTests {
    private static let events =
        Scene.attempt(Scene.attempt("loads"), CaseEnding(.passed, isUnjudged: true), Scene.call(0))
        + Scene.attempt(Scene.attempt("adds"), CaseEnding(.passed), Scene.call(0), Scene.expectation(0, isHeld: true))

    private func summary(_ events: [Event]) -> Summary {
        var tally = Tally()
        for event in events { tally.add(event) }
        return tally.summary
    }

    @Test("by one sentence of the console's summary, and by name with --verbose alone")
    func people() {
        let events = Self.events + [.summary(summary(Self.events))]
        let usual = console(events)
        #expect(
            usual.messages.hasSuffix(
                "1 case passed without expecting anything: --verbose shows which, \"expect\" mends it.\n"))
        #expect(!usual.data.contains("nothing was expected"))
        let verbose = console(events, detail: .calls).data.split(separator: "\n").filter { $0.hasPrefix("  passed") }
        #expect(verbose.map { $0.hasSuffix("   nothing was expected") } == [true, false])
    }

    @Test("by JSON Lines at its end and in the summary, where there is one")
    func programs() throws {
        let line = jsonLines(Self.events[2])
        #expect(line.contains(#","ns":0,"unjudged":true}"#))
        #expect(!jsonLines(try #require(Self.events.last)).contains("unjudged"))
        #expect(jsonLines(.summary(summary(Self.events))).contains(#""interrupted":0},"unjudged":1}"#))
        #expect(!jsonLines(.summary(summary(Array(Self.events.dropFirst(3))))).contains("unjudged"))
    }

    @Test("by a block in TAP, a number of the suite in JUnit, and a row of the page")
    func reports() {
        let tap = text(of: Self.events) { TAPReport(write: $0) }
        #expect(tap.contains("ok 1 - loads\n  ---\n  expectations: none\n  ...\nok 2 - adds\n1..2\n"))
        let junit = text(of: Self.events) { JUnitReport(write: $0) }
        #expect(junit.contains(#"<property name="unjudged" value="1"/>"#))
        let page = text(of: Self.events) { HTMLReport(write: $0) }
        #expect(page.components(separatedBy: #""unjudged":true"#).count == 2)
    }

    @Test("once, however many attempts it took, and not for an attempt that does not count")
    func attempts() {
        let flaky =
            Scene.attempt(
                Scene.attempt("a"), CaseEnding(.failed, isRetried: true), Scene.call(0, .failed(Scene.failure)))
            + Scene.attempt(Scene.attempt("a", attempt: 2), CaseEnding(.flaky, isUnjudged: true), Scene.call(0))
        #expect(summary(flaky).unjudgedCases == 1)
    }
}
