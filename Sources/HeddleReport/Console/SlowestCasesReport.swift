// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The cases that took longest, for people: one line each behind all else, all attempts at a case added up.
package final class SlowestCasesReport: EventSink {
    private let count: Int
    private let output: ReportOutput
    /// By what the cases are known by.
    private var times: [String: (number: Int, name: String, nanoseconds: UInt64)] = [:]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - count: how many cases are shown at most.
    ///   - output: is called on the thread that sends the events.
    package init(count: Int, output: ReportOutput) {
        self.count = count
        self.output = output
    }

    /// Takes note of the event; with the summary the list is written.
    package func receive(_ event: Event) {
        switch event {
        case .caseEnded(let event, let ending) where ending.outcome != .skipped: add(event, ending.nanoseconds)
        case .summary: writeList()
        default: break
        }
    }

    private func add(_ event: CaseEvent, _ nanoseconds: UInt64) {
        var time = times[event.id] ?? (times.count, event.name, 0)
        time.nanoseconds = time.nanoseconds.addingWithoutOverflow(nanoseconds)
        times[event.id] = time
    }

    private func writeList() {
        let slowest = times.values.sorted { ($1.nanoseconds, $0.number) < ($0.nanoseconds, $1.number) }.prefix(count)
        if slowest.isEmpty { return }
        output.write("\(output.style.heading("Slowest cases"))\n")
        for time in slowest {
            let text = timeText(nanoseconds: time.nanoseconds)
            let margin = String(repeating: " ", count: max(0, 9 - text.count))
            output.write("  \(output.style.aside(margin + text))  \(time.name.excerpt(limit: 300))\n")
        }
        times = [:]
    }
}
