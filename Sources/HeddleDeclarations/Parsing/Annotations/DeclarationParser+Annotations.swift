// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

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

    /// Skips what stands in parentheses, with them.
    mutating func skipGroup() throws(Diagnostic) {
        var depth = 0
        repeat {
            if current.kind == .end || current.kind == .invalid || at(";") { throw expected("\")\"") }
            if at("(") { depth += 1 }
            if at(")") { depth -= 1 }
            advance()
        } while depth > 0
    }

    private mutating func readArgument(of word: AnnotationWord) throws(Diagnostic) -> AnnotationUse.Argument {
        guard word.traits.takesCount || [.success, .free, .tags, .fieldRange].contains(word) else { return .none }
        try expect("(", "after \"\(word.rawValue)\"")
        let argument: AnnotationUse.Argument =
            switch word {
            case .success: try readCondition()
            case .free: .symbol(try expectName("the function that releases the pointer").text)
            case .tags: .names(try readNames("a tag"))
            case .fieldRange: .range(try readRange())
            default: try readCounts(of: word)
            }
        try expect(")", "after the argument of \"\(word.rawValue)\"")
        return argument
    }

    /// One or more names with commas between them.
    private mutating func readNames(_ what: String) throws(Diagnostic) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        repeat {
            let name = try expectName(what)
            if !seen.insert(name.text).inserted {
                report(problem("annotation", "\(what) \"\(name.text)\" stands twice", at: name.range))
            }
            names.append(name.text)
        } while take(",") != nil
        return names
    }

    private mutating func readCounts(of word: AnnotationWord) throws(Diagnostic) -> AnnotationUse.Argument {
        let count = try readCount()
        guard word.traits.takesWritten else { return .count(count, written: nil) }
        try expect(",", "and how many are written, after the room")
        return .count(count, written: try readCount())
    }

    /// Notes annotations that stand where nobody reads them.
    mutating func reportMisplaced(_ annotations: [AnnotationUse]) {
        for use in annotations {
            report(
                problem(
                    "annotation", "\"\(use.word.rawValue)\" stands on a type", at: use.range,
                    suggestion: use.word.belonging))
        }
    }
}

extension AnnotationWord {
    /// The place where the annotation has a meaning, for a message.
    fileprivate var belonging: String {
        if self == .fieldRange { return "it belongs to a setting of a module" }
        return traits.isOfResult
            ? "it belongs before a function's declaration" : "it belongs to a parameter of a function"
    }
}
