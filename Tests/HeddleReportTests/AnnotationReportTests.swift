// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Annotations")
struct AnnotationReportTests {
    private func annotations(_ events: [Event]) -> String { text(of: events) { AnnotationReport(write: $0) } }

    @Test("a case that passed has none")
    func passed() {
        #expect(annotations(Scene.attempt(Scene.attempt("a"), CaseEnding(.passed), Scene.call(0))) == "")
    }

    @Test("an expectation that failed stands at its place, with its facts")
    func failed() {
        let events = Scene.attempt(
            Scene.attempt("s/a", name: "a: b, 5 %"), CaseEnding(.failed), Scene.call(0),
            Scene.expectation(0, isHeld: false))
        let title = "a%3A b%2C 5 %25"
        let facts = "result of z.crc32 is not what was expected%0Aexpected: number 5%0Aactual:   number 1"
        #expect(annotations(events) == "::error file=cases.json,line=2,col=27,title=\(title)::\(facts)\n")
    }

    @Test("a case that crashed stands at its own place")
    func crashed() {
        let events = Scene.attempt(Scene.attempt("a"), CaseEnding(.crashed, reason: "SIGSEGV in z.crc32"))
        #expect(annotations(events) == "::error file=cases.json,line=2,col=3,title=a::SIGSEGV in z.crc32\n")
    }

    @Test("a warning of a case that passed is one")
    func warning() {
        #expect(
            annotations(Scene.leak)
                == "::warning file=cases.json,line=2,col=3,title=a::handle 1 was not released%0Acall del\n")
    }

    @Test("a warning or notice that belongs to no case is one")
    func remarks() {
        #expect(
            annotations(Scene.unfinished) == """
                ::notice title=outside of cases::5 cases were not run: a case failed, and --fail-fast stops there
                ::warning file=b.jsonl,line=1,col=1,title=outside of cases::part 3 of 3 is missing

                """)
    }

    @Test("only the last attempt counts")
    func retried() {
        let events =
            Scene.attempt(
                Scene.attempt("a"), CaseEnding(.failed, isRetried: true), Scene.call(0, .failed(Scene.failure)))
            + Scene.attempt(Scene.attempt("a", attempt: 2), CaseEnding(.flaky), Scene.call(0))
        #expect(annotations(events) == "")
    }

    @Test("each is one line, whatever names and messages have in them")
    func hostile() {
        let lines = annotations(Scene.everything).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count > 5)
        #expect(lines.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") })
        #expect(lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
