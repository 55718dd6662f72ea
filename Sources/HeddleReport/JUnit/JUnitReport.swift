// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The report for continuous integration that reads JUnit's XML, in the form of Maven Surefire.
///
/// Each file is a suite and each case a test case, with the file and line where it was written. A case that passed only
/// at a later attempt has its earlier ones as `flakyFailure` or `flakyError`; one that never did has its last attempt,
/// which counts in all reports, as `failure` or `error` and the others as `rerunFailure` or `rerunError`. An expectation or a call that failed is a
/// failure; a crash, a time that ran out and a run that was stopped are errors.
///
/// A warning or notice that belongs to no case is a property of the suites: of that of its file, or of all of them.
///
/// A character that XML cannot hold is escaped, as in `\u001b`.
///
/// The numbers of a suite stand before its cases, so the document is written when the run is over. The text of the cases
/// waits in a store; in memory are the numbers of each suite, a megabyte of text, and where the rest of it is.
package final class JUnitReport: EventSink {
    /// The number of bytes of all suites that wait in memory, if there is a store.
    private static let room = 1 << 20

    private let write: (String) -> Void
    private var store: ReportStore?
    private var waiting = 0
    private let recorder = CaseRecorder()
    private var history = AttemptHistory()
    private var suites: [JUnitSuite] = []
    /// The places of the suites, by the names of their files.
    private var places: [String: Int] = [:]
    private var start: RunStartEvent?
    /// The warnings and notices that belong to no case.
    private var remarks: [Diagnostic] = []

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - store: holds the text of cases until the end; nil to hold it in memory.
    ///   - write: takes the document in parts, on the thread that sends the events.
    package init(store: ReportStore? = nil, write: @escaping (String) -> Void) {
        self.store = store
        self.write = write
    }

    /// Takes note of the event; with the summary the document is written.
    package func receive(_ event: Event) {
        if case .runStarted(let start) = event { self.start = self.start.map { $0.joined(with: start) } ?? start }
        for record in recorder.add(event) {
            remarks += record.runRemarks
            if let attempts = history.add(record) { add(JUnitCase(attempts)) }
        }
        if case .summary = event { writeDocument() }
    }

    private func add(_ testCase: JUnitCase) {
        if let index = places[testCase.file] {
            suites[index].add(testCase)
        } else {
            places[testCase.file] = suites.count
            suites.append(JUnitSuite(testCase))
        }
        waiting += testCase.text.utf8.count
        if waiting > Self.room, let store { moveText(into: store) }
    }

    private func moveText(into store: ReportStore) {
        for index in suites.indices where !suites[index].move(into: store) {
            // A suite that could not be moved keeps its text.
            waiting = .min
            return
        }
        waiting = 0
    }

    private func writeDocument() {
        let properties = (start ?? RunStartEvent(files: [])).properties
        var total = JUnitCounts()
        for suite in suites { total.add(suite.counts) }
        write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        write("<testsuites name=\"heddle\"\(total.attributes)>\n")
        for suite in suites {
            write("  <testsuite\(xml("name", suite.name))\(suite.counts.suiteAttributes)>\n")
            write("    <properties>\n\(properties)\(suite.counts.properties)\(remarks(on: suite))    </properties>\n")
            if let store { for place in suite.kept { write(String(decoding: store.bytes(place), as: UTF8.self)) } }
            write(String(decoding: suite.text, as: UTF8.self))
            write("  </testsuite>\n")
        }
        write("</testsuites>\n")
        (suites, places, waiting, remarks) = ([], [:], 0, [])
    }

    private func remarks(on suite: JUnitSuite) -> String {
        let own = remarks.filter { remark in
            guard let file = remark.range?.source.name, places[file] != nil else { return true }
            return file == suite.name
        }
        return own.map { property($0.severity.rawValue, $0.message.excerpt(limit: 1000)) }.joined()
    }
}

extension JUnitCounts {
    /// The facts for which the schema has no attribute.
    fileprivate var properties: String { unjudged == 0 ? "" : property("unjudged", "\(unjudged)") }
}

private func property(_ name: String, _ value: String) -> String {
    "      <property\(xml("name", name))\(xml("value", value))/>\n"
}

extension RunStartEvent {
    /// The facts needed to repeat the run.
    fileprivate var properties: String {
        let shard = shard.map { "\($0.index)/\($0.count)" }
        let facts = [("seed", seed.map { "\($0)" }), ("shard", shard), ("jobs", "\(jobs)")]
        return facts.compactMap { name, value in value.map { property(name, $0) } }.joined()
    }
}
