// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Where a report for people writes to.
public struct ReportOutput {
    /// Whether terminal escapes may be written.
    public let isStyled: Bool
    /// Takes whole lines with their ends.
    public let write: (String) -> Void

    /// Creates an output.
    public init(isStyled: Bool = false, write: @escaping (String) -> Void) {
        self.isStyled = isStyled
        self.write = write
    }

    var style: Style { Style(isOn: isStyled) }
}

/// The report for people: a line a call, what did not hold with its place in the file, and the sum at the end.
///
///       z.crc32(0, "hello", 5) = 907060870   412 ns
///       shop.buy("x") failed: outOfStock: nothing left
///     4 calls: 3 returned, 1 failed. 2 expectations held.
///
/// Calls, what modules emit and findings are data; diagnostics, expectations that failed and the summary are messages.
/// Its layout is free to change; programs read ``JSONLinesReport``.
public final class ConsoleReport: EventSink {
    private let data: ReportOutput
    private let messages: ReportOutput
    private var latestCall: CallEvent?
    private var findings: [FindingEvent] = []

    /// Creates a report; both outputs are called on the thread that sends the events.
    public init(data: ReportOutput, messages: ReportOutput) {
        self.data = data
        self.messages = messages
    }

    /// Writes what the event has to say to people.
    public func receive(_ event: Event) {
        switch event {
        case .call(let call): receive(call)
        case .expectation(let expectation): receive(expectation)
        case .emitted(let emitted): data.write(emitted.line)
        case .finding(let finding): findings.append(finding)
        case .diagnostic(let diagnostic): receive(diagnostic)
        case .summary(let summary): receive(summary)
        }
    }

    private func receive(_ call: CallEvent) {
        latestCall = call
        if let line = call.line(data.style) { data.write(line) }
    }

    private func receive(_ expectation: ExpectationEvent) {
        if expectation.isHeld { return }
        receive(expectation.failure(of: latestCall?.index == expectation.index ? latestCall : nil))
    }

    private func receive(_ diagnostic: Diagnostic) {
        messages.write(diagnostic.render(styled: messages.isStyled) + "\n")
    }

    private func receive(_ summary: Summary) {
        for table in FindingTable.tables(of: findings) { data.write(table.text(data.style)) }
        findings = []
        let style = messages.style
        messages.write((summary.isClean ? style.success : style.failure)(summary.sentence) + "\n")
    }
}
