// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DeclarationParser {
    /// Reads one annotation; one that is not known is noted as a mistake and skipped.
    mutating func readAnnotations() throws(Diagnostic) -> [AnnotationUse] {
        let start = position
        let token = advance()
        guard let word = AnnotationWord(rawValue: token.text) else {
            report(unknownAnnotation(token))
            if at("(") { try skipGroup() }
            return []
        }
        let argument = try readArgument(of: word)
        return [AnnotationUse(word: word, argument: argument, range: range(from: start))]
    }

    private func unknownAnnotation(_ token: Token) -> Diagnostic {
        problem(
            "unknown-annotation", "unknown annotation \"\(token.text)\"", at: token.range,
            suggestion: didYouMean(token.text, among: AnnotationWord.allCases.map(\.rawValue)))
    }

    private mutating func skipGroup() throws(Diagnostic) {
        var depth = 0
        repeat {
            if current.kind == .end || at(";") { throw expected("\")\"") }
            if at("(") { depth += 1 }
            if at(")") { depth -= 1 }
            advance()
        } while depth > 0
    }

    private mutating func readArgument(of word: AnnotationWord) throws(Diagnostic) -> AnnotationUse.Argument {
        guard word.takesCount || word == .success || word == .free else { return .none }
        try expect("(", "after \"\(word.rawValue)\"")
        let argument: AnnotationUse.Argument =
            switch word {
            case .success: try readCondition()
            case .free: .name(try expectName("the function that releases the pointer"))
            default: try readCount()
            }
        try expect(")", "after the argument of \"\(word.rawValue)\"")
        return argument
    }

    /// The name of a parameter, which may come later, or a constant.
    private mutating func readCount() throws(Diagnostic) -> AnnotationUse.Argument {
        if isName(current), token(ahead: 1).text == ")" { return .name(advance()) }
        let start = position
        let value = try readConstant { parser, name in parser.unknownCount(name) }.value
        return .count(try count(value, at: range(from: start)))
    }

    private func unknownCount(_ name: Token) -> Diagnostic {
        problem(
            "count", "a count is the name of a parameter or a constant, not computed from \"\(name.text)\"",
            at: name.range)
    }

    func count(_ value: Int128, at range: Range<Int>) throws(Diagnostic) -> Int {
        guard value > 0, value <= Int128(TypeMeasure.mostBytes) else {
            throw problem("count", "a count is from 1 to \(TypeMeasure.mostBytes), not \(value)", at: range)
        }
        return Int(value)
    }

    /// Notes annotations that stand where nobody reads them.
    mutating func reportMisplaced(_ annotations: [AnnotationUse]) {
        for use in annotations {
            report(
                problem(
                    "annotation", "\"\(use.word.rawValue)\" stands on a type", at: use.range,
                    suggestion: use.word.isOfFunction
                        ? "it belongs before a function's declaration" : "it belongs to a parameter of a function"))
        }
    }
}
