// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What may follow a declarator.
struct Trailer {
    var annotations: [AnnotationUse] = []
    var attributes = Attributes()
    /// `asm("symbol")`
    var symbol: String?
}

extension DeclarationParser {
    /// Reads `asm("symbol")`, attributes and annotations behind a declarator.
    mutating func readTrailer() throws(Diagnostic) -> Trailer {
        var trailer = Trailer()
        while true {
            if current.meaning == .label {
                trailer.symbol = try readLabel()
            } else if current.meaning == .annotation {
                trailer.annotations += try readAnnotations()
            } else if try !readAttributes(into: &trailer.attributes) {
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
