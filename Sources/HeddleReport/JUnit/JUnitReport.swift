// SPDX-License-Identifier: Apache-2.0

/// The report for continuous integration that reads JUnit's XML, in the form of Maven Surefire.
///
/// Each file is a suite and each case a test case, with the file and line where it was written. A case that passed only
/// at a later attempt has its earlier ones as `flakyFailure` or `flakyError`; one that never did has its first attempt
/// as `failure` or `error` and the others as `rerunFailure` or `rerunError`. An expectation or a call that failed is a
/// failure; a crash, a time that ran out and a run that was stopped are errors.
///
/// A character that XML cannot hold is escaped, as in `\u001b`. The document is written when the run is over.
package final class JUnitReport: EventSink {
    private let write: (String) -> Void
    private var recorder = CaseRecorder()
    private var history = AttemptHistory()
    private var suites: [JUnitSuite] = []
    private var start: RunStartEvent?

    /// Creates a report.
    ///
    /// - Parameter write: takes the document in parts, on the thread that sends the events.
    package init(write: @escaping (String) -> Void) {
        self.write = write
    }

    /// Takes note of the event; with the summary the document is written.
    package func receive(_ event: Event) {
        if case .runStarted(let start) = event { self.start = self.start.map { $0.joined(with: start) } ?? start }
        for record in recorder.add(event) {
            if let attempts = history.add(record) { add(JUnitCase(attempts)) }
        }
        if case .summary = event { writeDocument() }
    }

    private func add(_ testCase: JUnitCase) {
        if let index = suites.firstIndex(where: { $0.name == testCase.file }) {
            suites[index].add(testCase)
        } else {
            suites.append(JUnitSuite(testCase))
        }
    }

    private func writeDocument() {
        let properties = (start ?? RunStartEvent(files: [])).properties
        var total = JUnitCounts()
        for suite in suites { total.add(suite.counts) }
        write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        write("<testsuites name=\"heddle\"\(total.attributes)>\n")
        for suite in suites {
            write("  <testsuite\(xml("name", suite.name))\(suite.counts.suiteAttributes)>\n\(properties)")
            for text in suite.cases { write(text) }
            write("  </testsuite>\n")
        }
        write("</testsuites>\n")
        suites = []
    }
}

extension RunStartEvent {
    /// The facts needed to repeat the run.
    fileprivate var properties: String {
        let shard = shard.map { "\($0.index)/\($0.count)" }
        let facts = [("seed", seed.map { "\($0)" }), ("shard", shard), ("jobs", "\(jobs)")]
        let lines = facts.compactMap { name, value in
            value.map { "      <property\(xml("name", name))\(xml("value", $0))/>\n" }
        }
        return "    <properties>\n\(lines.joined())    </properties>\n"
    }
}
