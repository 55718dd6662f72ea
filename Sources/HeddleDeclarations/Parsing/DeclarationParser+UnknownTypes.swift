// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// The type that the words make. Where it is not known, the mistake is noted and `int` stands in for it.
    mutating func finishType(_ words: SpecifierWords, from start: Int) throws(Diagnostic) -> CType {
        if let whole = words.whole { return whole }
        if words.arithmetic.isEmpty { return try reportUnknownType() }
        guard let type = words.arithmeticType else {
            let text = words.arithmetic.prefix(6).joined(separator: " ")
            throw problem("type", "\"\(text)\" is no type of C", at: range(from: start))
        }
        return type
    }

    private mutating func reportUnknownType() throws(Diagnostic) -> CType {
        guard isName(current) else { throw expected("a type") }
        let next = token(ahead: 1)
        if next.text == "(", !isInParameters { throw missingResult(current) }
        let problem = unknownType(advance())
        // Other items of a header must not take a stand-in for the type.
        if header != nil { throw problem }
        report(problem)
        return .integer(.int)
    }

    /// `f(int x)`, which old C took as a function that returns int.
    private func missingResult(_ name: Token) -> Diagnostic {
        problem(
            "syntax", "\"\(name.text)\" has no result type", at: name.range,
            suggestion: "write \"void \(name.text)(…)\" if it returns nothing")
    }

    private func unknownType(_ name: Token) -> Diagnostic {
        if let reason = header?.refused[name.text] {
            return problem("unknown-type", "the type \"\(name.text)\" was refused: \(reason)", at: name.range)
        }
        return problem(
            "unknown-type", "unknown type \"\(name.text)\"", at: name.range,
            suggestion: tagged(name.text) ?? didYouMean(name.text, among: knownTypes))
    }

    private func tagged(_ name: String) -> String? {
        names.tags[name]?.type.tagName.map { "did you mean \"\($0)\"?" }
    }

    private var knownTypes: [String] {
        Array(names.typedefs.keys) + WordMeaning.typeWords
    }
}
