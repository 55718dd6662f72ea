// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The report for GitHub Actions, in its workflow commands: each error is shown beside the line of the file.
///
///     ::error file=shop.json,line=14,col=52,title=a shape is made::result of shop.make is not what was expected
///
/// Each error of a case that did not pass is one, and each warning of one that did, or that belongs to no case; a case that says nothing more than
/// how it ended stands at its own place. Only the last attempt at a case counts.
package final class AnnotationReport: EventSink {
    private let write: (String) -> Void
    private let recorder = CaseRecorder()
    private var history = AttemptHistory()

    /// Creates a report.
    ///
    /// - Parameter write: takes whole lines with their ends, on the thread that sends the events.
    package init(write: @escaping (String) -> Void) {
        self.write = write
    }

    /// Writes the annotations of a case that has ended.
    package func receive(_ event: Event) {
        for record in recorder.add(event) {
            for remark in record.remarksOfRun { write(remark.line) }
            guard let last = history.add(record)?.last else { continue }
            for annotation in last.annotations { write(annotation.line) }
        }
    }
}

/// A message at a place of a file.
private struct Annotation {
    let severity: Diagnostic.Severity
    let title: String
    let message: String
    let range: SourceRange?

    var line: String {
        var properties: [String] = []
        if let range {
            let start = range.start
            properties = ["file=\(range.source.name.property)", "line=\(start.line)", "col=\(start.column)"]
        }
        properties.append("title=\(title.excerpt(limit: 300).property)")
        return "::\(severity.rawValue) \(properties.joined(separator: ","))::\(message.data)\n"
    }
}

extension CaseRecord {
    fileprivate var annotations: [Annotation] {
        if outcome.isGood { return warnings.map(annotation) }
        let found = faults.map(annotation)
        let reason = ending?.reason.map { $0.excerpt(limit: 1000) } ?? (found.isEmpty ? sentence : nil)
        return (reason.map { [Annotation(severity: .error, title: name, message: $0, range: event?.range)] } ?? [])
            + found
    }

    fileprivate var remarksOfRun: [Annotation] { runRemarks.map(annotation) }

    private func annotation(_ diagnostic: Diagnostic) -> Annotation {
        let row = diagnostic.severity == .error ? rowLine : nil
        let facts = diagnostic.notes.map(\.text) + [diagnostic.suggestion, row].compactMap(\.self)
        return Annotation(
            severity: diagnostic.severity, title: name,
            message: ([diagnostic.message] + facts).joined(separator: "\n"), range: diagnostic.range ?? event?.range)
    }
}

extension String {
    /// The message of a command, on one line.
    fileprivate var data: String { escaping("%\r\n") }

    /// The value of a property, which a comma and a colon end.
    fileprivate var property: String { escaping("%\r\n:,") }

    /// With some characters as `%` and two digits, and without others that control a terminal.
    private func escaping(_ scalars: String) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if scalars.unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text.withoutControls
    }
}
