// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// A test point: a case with all of its attempts, the last of which counts.
struct TAPPoint {
    let number: Int
    let attempts: [CaseRecord]

    /// The point's lines.
    var text: String {
        guard let last = attempts.last else { return "" }
        let status = last.outcome.isGood ? "ok" : "not ok"
        return "\(status) \(number) - \(last.name.tapDescription)\(skip(last))\n\(diagnostics(last))"
    }

    private func skip(_ last: CaseRecord) -> String {
        guard last.outcome == .skipped else { return "" }
        return " # SKIP " + (last.ending?.reason ?? "").tapDescription
    }

    private func diagnostics(_ last: CaseRecord) -> String {
        let isPlain = last.outcome == .passed || last.outcome == .skipped
        guard attempts.count > 1 || !isPlain || !last.warnings.isEmpty else {
            return last.isUnjudged ? "  ---\n  expectations: none\n  ...\n" : ""
        }
        let lines = facts(last) + attempts.flatMap(\.findings) + last.warningLines
        return "  ---\n" + lines.map { "  \($0)\n" }.joined() + "  ...\n"
    }

    private func facts(_ last: CaseRecord) -> [String] {
        var facts = [("outcome", last.outcome.rawValue), ("id", last.id)]
        if let sentence = last.sentence { facts.append(("message", sentence)) }
        if let event = last.event { facts.append(("at", event.range.location)) }
        return facts.map { "\($0): \($1.yaml)" } + [
            "duration_ms: \(attempts.nanoseconds.decimal(places: 6))", "attempts: \(attempts.count)",
        ]
    }
}

extension CaseRecord {
    /// The findings of an attempt that did not pass, as blocks of lines.
    fileprivate var findings: [String] {
        if outcome == .passed || outcome == .flaky { return [] }
        let suffix = event.map { "_\($0.attempt)" } ?? ""
        return Self.block("findings\(suffix)", account) + Self.block("output\(suffix)", output)
    }

    /// The warnings about an attempt that passed, as a block of lines.
    fileprivate var warningLines: [String] {
        Self.block("warnings", warnings.map(\.description).joined(separator: "\n\n"))
    }

    /// A literal block of YAML; none for an empty text.
    private static func block(_ key: String, _ text: String) -> [String] {
        let lines = text.printableLines.withoutNoncharacters.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        // The first line shows the indentation of the block, unless it begins with a space itself.
        let indicator = lines.first?.first == " " ? "2" : ""
        return lines.isEmpty ? [] : ["\(key): |\(indicator)"] + lines.map { "  \($0)" }
    }
}

extension String {
    /// On one line, with what would begin a directive escaped.
    fileprivate var tapDescription: String {
        withoutControls.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "#" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }

    /// In double quotes; what JSON escapes YAML takes as well.
    fileprivate var yaml: String { Value.string(excerpt(limit: 1000).withoutNoncharacters).json }

    /// YAML has all characters that are printable, and these two are not.
    fileprivate var withoutNoncharacters: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\u{FFFE}": text += "\\ufffe"
            case "\u{FFFF}": text += "\\uffff"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
