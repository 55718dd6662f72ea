// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    func problem(
        _ code: String, _ message: String, at range: Range<Int>, label: String? = nil, suggestion: String? = nil,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(
            code: "declaration.\(code)", message, at: SourceRange(source, range), label: label,
            suggestion: suggestion, notes: notes)
    }

    /// What was expected in place of the token that comes next.
    func expected(_ what: String) -> Diagnostic {
        if current.kind == .invalid { return invalid(current) }
        return problem("syntax", "expected \(what), found \(current.found)", at: current.range)
    }

    /// Something that C has and Heddle does not call.
    func unsupported(_ what: String, at range: Range<Int>, advice: String? = nil) -> Diagnostic {
        problem("unsupported", "Heddle does not call functions with \(what)", at: range, suggestion: advice)
    }

    func tooDeep(at range: Range<Int>) -> Diagnostic {
        problem("limit", "the declaration is nested deeper than \(Self.deepestNesting) levels", at: range)
    }

    /// A name that was declared before with another meaning.
    func redeclared(_ what: String, at range: Range<Int>, before: SourceRange?) -> Diagnostic {
        let note = before.map { Diagnostic.Note("declared before", at: $0) }
        return problem(
            "redeclared", "\(what) is already declared with another meaning", at: range,
            notes: [note ?? Diagnostic.Note("it is one of the standard types that Heddle knows")])
    }

    private func invalid(_ token: Token) -> Diagnostic {
        switch token.text.utf8.first {
        case UInt8(ascii: "/"): problem("syntax", "the comment does not end", at: token.range)
        case UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "\\") where token.text.hasPrefix("\\\""):
            problem("syntax", "the literal does not end", at: token.range)
        default: problem("syntax", "\(token.found) means nothing in a declaration", at: token.range)
        }
    }

    /// The range as diagnostics want it.
    func place(_ range: Range<Int>) -> SourceRange { SourceRange(source, range) }
}
