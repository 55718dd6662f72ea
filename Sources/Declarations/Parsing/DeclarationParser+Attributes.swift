// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What may follow a declarator.
struct Trailer {
    var annotations: [AnnotationUse] = []
    /// `asm("symbol")`
    var symbol: String?
}

extension DeclarationParser {
    /// Skips `__attribute__((…))` and `[[…]]`; false where none comes.
    mutating func skipAttributes() throws(Diagnostic) -> Bool {
        if current.meaning == .attribute {
            advance()
            try expect("(", "after \"__attribute__\"")
            try skipAttributeList(until: ")")
            try expect(")", "after the attributes")
            return true
        }
        guard at("["), token(ahead: 1).text == "[" else { return false }
        advance()
        try skipAttributeList(until: "]")
        try expect("]", "after the attributes")
        return true
    }

    /// Skips a list in its inner pair of brackets. Attributes say nothing about a call, but for a few that are refused.
    private mutating func skipAttributeList(until closing: String) throws(Diagnostic) {
        try expect(closing == ")" ? "(" : "[", "around the attributes")
        var depth = 0
        while depth > 0 || !at(closing) {
            if current.kind == .end || current.kind == .invalid || at(";") { throw expected("\"\(closing)\"") }
            if depth == 0 { try refuseLayoutAttribute() }
            if at("(") || at("[") { depth += 1 }
            if at(")") || at("]") { depth -= 1 }
            advance()
        }
        advance()
    }

    private func refuseLayoutAttribute() throws(Diagnostic) {
        let name = current.text.drop { $0 == "_" }.prefix { $0 != "_" }
        let isLayout = ["packed", "aligned", "mode", "transparent", "ms"].contains(name)
        guard current.kind == .word, isLayout || current.text.contains("vector_size") else { return }
        throw unsupported("the attribute \"\(current.text)\"", at: current.range)
    }

    /// Reads `asm("symbol")`, attributes and annotations behind a declarator.
    mutating func readTrailer() throws(Diagnostic) -> Trailer {
        var trailer = Trailer()
        while true {
            if current.meaning == .label {
                trailer.symbol = try readLabel()
            } else if current.meaning == .annotation {
                trailer.annotations += try readAnnotations()
            } else if try !skipAttributes() {
                return trailer
            }
        }
    }

    private mutating func readLabel() throws(Diagnostic) -> String {
        let word = advance()
        try expect("(", "after \"\(word.text)\"")
        guard current.kind == .string else { throw expected("the symbol in quotes") }
        let start = position
        var symbol = ""
        while current.kind == .string {
            symbol += advance().text.drop { $0 == "\\" }.dropFirst().prefix { $0 != "\"" && $0 != "\\" }
        }
        guard !symbol.isEmpty, symbol.utf8.allSatisfy({ $0.isWordCharacter || ".@".utf8.contains($0) }) else {
            throw problem("syntax", "this is no symbol", at: range(from: start))
        }
        try expect(")", "after the symbol")
        return symbol
    }
}
