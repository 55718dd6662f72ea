// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("The list of the slowest cases")
struct SlowestCasesReportTests {
    private func list(_ count: Int, _ events: Event...) -> String {
        let collector = Collector()
        let report = SlowestCasesReport(count: count, output: ReportOutput(write: collector.write))
        for event in events + [.summary(Summary())] { report.receive(event) }
        return collector.text
    }

    private func ended(_ name: String, _ nanoseconds: UInt64, _ outcome: CaseOutcome = .passed) -> Event {
        let range = SourceRange(SourceText(name: "a.json", "{}"), 0..<2)
        let event = CaseEvent(id: "a.json/\(name)", name: name, range: range)
        return .caseEnded(event, CaseEnding(outcome, nanoseconds: nanoseconds, isRetried: outcome == .failed))
    }

    @Test("has the longest first, and of equal ones the earlier")
    func order() {
        let text = list(3, ended("a", 10), ended("b", 2_000_000), ended("c", 10), ended("d", 9), ended("e", 10))
        #expect(text == "Slowest cases\n     2.0 ms  b\n      10 ns  a\n      10 ns  c\n")
    }

    @Test("adds the attempts at a case up, without overflow")
    func attempts() {
        #expect(list(5, ended("a", 10, .failed), ended("b", 15), ended("a", 10, .flaky)).contains("20 ns  a\n"))
        #expect(list(5, ended("a", .max, .failed), ended("a", 10)).hasPrefix("Slowest cases\n"))
    }

    @Test("has no case that was not run, and is nothing where none was")
    func skipped() {
        #expect(list(5, ended("a", 0, .skipped)) == "")
        #expect(list(5) == "")
    }

    @Test("shows a name as it can be printed")
    func names() {
        #expect(!list(1, ended("\u{1B}[31m\nx", 1)).contains("\u{1B}"))
    }
}
