// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The output of a report for people.
package struct ReportOutput {
    /// True if terminal escapes may be written.
    package let isStyled: Bool
    /// Takes whole lines with their ends.
    package let write: (String) -> Void

    /// Creates an output.
    package init(isStyled: Bool = false, write: @escaping (String) -> Void) {
        self.isStyled = isStyled
        self.write = write
    }

    var style: TerminalStyle { TerminalStyle(isOn: isStyled) }
}

/// The report for people: a line a call, what did not hold with its place in the file, and the sum at the end.
///
///       z.crc32(0, "hello", 5) = 907060870   412 ns
///       shop.buy("x") failed: outOfStock: nothing left
///     4 calls: 3 returned, 1 failed. 2 expectations held.
///
/// A case that has ended is one line. If it did not pass, its mistakes and its output follow, otherwise its warnings.
///
///       passed       crc is incremental   3.1 µs
///       failed       the seat is free   1.2 ms   cases.json:4:7
///
/// Cases, calls outside of them, what modules emit and findings are data; diagnostics, what is logged, expectations
/// that failed, what a failed case printed or logged and the summary are messages. Its layout is free to change;
/// programs read ``JSONLinesReport``.
package final class ConsoleReport: EventSink {
    private let data: ReportOutput
    private let messages: ReportOutput
    private let detail: ConsoleDetail
    private var latestCall: CallEvent?
    private var findings: [FindingEvent] = []
    private let recorder: CaseRecorder

    /// Creates a report; both outputs are called on the thread that sends the events.
    package init(data: ReportOutput, messages: ReportOutput, detail: ConsoleDetail = .usual) {
        self.data = data
        self.messages = messages
        self.detail = detail
        recorder = CaseRecorder(keepsCalls: detail == .calls, keepsOutside: false)
    }

    /// Writes what the event has to say to people.
    package func receive(_ event: Event) {
        let isInCase = recorder.isInCase(event)
        for record in recorder.add(event) where record.event != nil { receive(record) }
        if !isInCase { receiveOutside(event) }
    }

    private func receiveOutside(_ event: Event) {
        switch event {
        case .call(let call): receive(call)
        case .expectation(let expectation): receive(expectation)
        case .emitted(let emitted): if detail != .problems { data.write(emitted.line) }
        case .logged(let logged): messages.write(logged.line)
        case .finding(let finding): findings.append(finding)
        case .diagnostic(let diagnostic, _): receive(diagnostic)
        case .summary(let summary): receive(summary)
        case .runStarted(let start): receive(start)
        case .output(let output): data.write(output.text.printableLines)
        case .caseStarted, .caseEnded: break
        }
    }

    /// A seed is what one needs to see the same again.
    private func receive(_ start: RunStartEvent) {
        if let seed = start.seed { messages.write("seed \(seed)\n") }
    }

    private func receive(_ record: CaseRecord) {
        let isTold = detail != .problems || !record.outcome.isGood || !record.warnings.isEmpty
        if isTold { data.write(record.line(data.style, showsUnjudged: detail == .calls)) }
        if detail == .calls {
            for line in record.calls.compactMap({ $0.line(data.style) }) { data.write("  \(line)") }
            for emitted in record.emitted { data.write("    \(emitted.line)") }
            if record.outcome.isGood { data.write(record.output.printableLines) }
        }
        if record.outcome == .passed || record.outcome == .skipped {
            for warning in record.warnings { receive(warning) }
            return
        }
        if !record.outcome.isGood, let reason = record.ending?.reason {
            messages.write("\(reason.excerpt(limit: 1000))\n")
        }
        for remark in record.remarks { receive(remark) }
        guard !record.outcome.isGood else { return }
        messages.write(record.output.printableLines)
        if let row = record.rowLine { messages.write("\(row.excerpt(limit: 2000))\n") }
        if let advice = record.advice { messages.write("\(advice.excerpt(limit: .max))\n") }
        for table in FindingTable.tables(of: record.findingEvents) { data.write(table.text(data.style)) }
    }

    private func receive(_ call: CallEvent) {
        latestCall = call
        if detail == .problems, !call.hasFailedUnexpectedly { return }
        if let line = call.line(data.style) { data.write(line) }
    }

    private func receive(_ expectation: ExpectationEvent) {
        if expectation.isHeld { return }
        receive(expectation.failure(of: latestCall?.index == expectation.index ? latestCall : nil))
    }

    private func receive(_ diagnostic: Diagnostic) {
        messages.write(diagnostic.printable.render(styled: messages.isStyled) + "\n")
    }

    private func receive(_ summary: Summary) {
        for table in FindingTable.tables(of: findings) { data.write(table.text(data.style)) }
        findings = []
        let style = messages.style
        messages.write((summary.isClean ? style.success : style.failure)(summary.sentence) + "\n")
    }
}
