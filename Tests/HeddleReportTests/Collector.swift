// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Synchronization

/// Keeps what a report writes.
final class Collector: Sendable {
    private let written = Mutex<[String]>([])

    var lines: [String] { written.withLock { $0 } }
    var text: String { lines.joined() }

    func write(_ text: String) { written.withLock { $0.append(text) } }
}

/// The output of the JSON Lines report for events.
func jsonLines(_ events: Event...) -> String {
    let collector = Collector()
    let report = JSONLinesReport(write: collector.write)
    for event in events { report.receive(event) }
    return collector.text
}

/// The output of the console report for events, on each of its streams.
func console(_ events: [Event], isStyled: Bool = false, detail: ConsoleDetail = .usual) -> (
    data: String, messages: String
) {
    let (data, messages) = (Collector(), Collector())
    let report = ConsoleReport(
        data: ReportOutput(isStyled: isStyled, write: data.write),
        messages: ReportOutput(isStyled: isStyled, write: messages.write), detail: detail)
    for event in events { report.receive(event) }
    return (data.text, messages.text)
}

let crc32 = ActionName(module: "z", action: "crc32")

extension Value {
    static func integer(_ number: Int128) -> Value { .number(.integer(number)) }
}

/// The range of the first occurrence of a text in a source.
func place(of text: String, in source: SourceText) -> SourceRange {
    let needle = Array(text.utf8)
    let start = source.bytes.indices.first { source.bytes[$0...].starts(with: needle) } ?? 0
    return SourceRange(source, start..<start + needle.count)
}
