// SPDX-License-Identifier: Apache-2.0

extension Diagnostic {
    /// The text for people: the sentence, the place, the line with a caret, notes and the suggestion.
    ///
    /// - Parameter styled: true to colour it with terminal escapes.
    public func render(styled: Bool = false) -> String {
        let style = TerminalStyle(isOn: styled)
        var lines = ["\(style.severity(severity)): \(style.bold(message))"]
        let margin = String(repeating: " ", count: range.map { "\($0.start.line)".count } ?? 0)
        if let range { lines += excerpt(of: range, margin: margin, style: style) }
        lines += (notes + suggestionNote).map { note in
            "\(margin) = \(note.range.map { "\(note.text) at \($0.location)" } ?? note.text)"
        }
        return lines.joined(separator: "\n")
    }

    private var suggestionNote: [Note] { suggestion.map { [Note($0)] } ?? [] }

    private func excerpt(of range: SourceRange, margin: String, style: TerminalStyle) -> [String] {
        let excerpt = Excerpt(of: range)
        let caret = String(repeating: "^", count: excerpt.width)
        let pointer = style.caret(label.map { "\(caret) \($0)" } ?? caret)
        return [
            "\(margin)--> \(range.location)",
            "\(margin) |",
            excerpt.text.isEmpty ? "\(range.start.line) |" : "\(range.start.line) | \(excerpt.text)",
            "\(margin) | \(String(repeating: " ", count: excerpt.indent))\(pointer)",
        ]
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The text for people, without colour.
    public var description: String { render() }
}

extension Diagnostic: CustomDebugStringConvertible {
    /// The text for people: Swift shows this one of an error that nobody caught.
    public var debugDescription: String { render() }
}

extension Diagnostics: CustomStringConvertible, CustomDebugStringConvertible {
    /// The output of `heddle check`: the mistakes, of many the first hundred, and their number.
    public var description: String {
        let left = all.count - shown.count
        let lines = shown.map(\.description) + (left > 0 ? ["and \(left) more"] : [])
        return (lines + [countSentence]).joined(separator: "\n")
    }

    /// The same: Swift shows this one of an error that nobody caught.
    public var debugDescription: String { description }

    /// Their number: `2 errors, 1 warning`.
    package var countSentence: String {
        let warnings = all.count - errors.count
        let parts = [(errors.count, "error"), (warnings, "warning")].filter { $0.0 > 0 }
        return parts.map { counted($0, $1) }.joined(separator: ", ")
    }
}

extension TerminalStyle {
    fileprivate func bold(_ text: String) -> String { wrap(text, "1") }
    fileprivate func caret(_ text: String) -> String { wrap(text, "1;31") }
    fileprivate func severity(_ severity: Diagnostic.Severity) -> String {
        wrap(severity.rawValue, severity == .error ? "1;31" : "1;33")
    }
}
