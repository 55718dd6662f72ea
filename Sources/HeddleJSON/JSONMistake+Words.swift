// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension JSONMistake {
    /// The mistake as a person reads it.
    func diagnostic(in source: SourceText) -> Diagnostic {
        let range = SourceRange(source, bytes)
        return Diagnostic(
            code: .json(code), sentence(range.excerpt), at: range, suggestion: suggestion(range.text),
            notes: note(in: source))
    }

    private var code: DiagnosticCode.JSON {
        switch reason {
        case .tooLarge: .tooLarge
        case .tooDeep: .tooDeep
        case .byteOrderMark, .notUTF8: .encoding
        case .empty, .unexpected, .comment, .trailingComma, .leadingZero, .missingDigit, .openText, .controlCharacter,
            .escape, .unicodeEscape, .loneSurrogate:
            .syntax
        }
    }

    private func sentence(_ found: String) -> String {
        switch reason {
        case .tooLarge: "the text is larger than \(SourceText.largestSize >> 20) MiB, the most that is read"
        case .tooDeep: "arrays and objects are nested more than \(JSONReader.deepestNesting) deep"
        case .byteOrderMark: "the text begins with a byte order mark, JSON is plain UTF-8"
        case .notUTF8: "this byte does not belong to any UTF-8 character"
        case .empty: "the text is empty, expected a JSON value"
        case .unexpected(let expected):
            "found \(Self.quoted(found)), expected \(expected.rawValue)"
        case .comment: "found a comment, JSON has none"
        case .trailingComma: "found a comma behind the last value, JSON has commas only between values"
        case .leadingZero: "the number \(found) begins with a needless zero, expected none"
        case .missingDigit: "the number \(found) is not complete, expected a digit"
        case .openText: "found the end of the text, expected a double quote that ends this value"
        case .controlCharacter(let byte):
            "found the control character U+\(Self.hexadecimal(byte)) in a text, expected its escape"
        case .escape: "\(found) is no escape of JSON"
        case .unicodeEscape: "the escape \(found) is not complete, expected four hexadecimal digits"
        case .loneSurrogate: "the escape \(found) is half of a character, expected both halves"
        }
    }

    private func suggestion(_ found: String) -> String? {
        switch reason {
        case .byteOrderMark: "remove its three bytes"
        case .comment: "remarks can stand under the key \"description\""
        case .trailingComma: "remove the comma"
        case .controlCharacter(let byte): Self.mend(controlCharacter: byte)
        case .escape: "a backslash itself is written \\\\"
        case .empty: "the smallest behaviour is {\"behaviour\": 1}"
        case .unexpected(.value): Self.mend(value: found)
        case .unexpected(.commaOrBracket), .unexpected(.commaOrBrace): Self.mend(next: found)
        case .unexpected(.key), .unexpected(.keyOrBrace): found.hasPrefix("'") ? Self.quotes : nil
        default: nil
        }
    }

    private func note(in source: SourceText) -> [Diagnostic.Note] {
        guard let opening, bytes.lowerBound == source.bytes.count else { return [] }
        let what =
            switch source.bytes[opening] {
            case UInt8(ascii: "["): "the array"
            case UInt8(ascii: "{"): "the object"
            default: "the text"
            }
        return [Diagnostic.Note("\(what) that is not closed begins", at: SourceRange(source, opening..<opening + 1))]
    }

    /// A mark in quotes, so that it does not look like the sentence's own; nothing is the end of the text.
    private static func quoted(_ token: String) -> String {
        if token.isEmpty { return "the end of the text" }
        return token.count == 1 && !token.allSatisfy(\.isNumber) ? "\"\(token)\"" : token
    }

    private static let quotes = "JSON writes text between double quotes"

    /// The mend of a token that stands where a comma or a bracket is expected.
    private static func mend(next found: String) -> String? {
        if let first = found.first, "\"{[".contains(first) { return "write a comma before it" }
        guard found.lowercased().hasPrefix("x"), let number = UInt64(found.dropFirst(), radix: 16) else { return nil }
        return "JSON has no hexadecimal numbers: write \(number)"
    }

    private static func mend(value: String) -> String? {
        if value.hasPrefix("\u{201C}") || value.hasPrefix("\u{201D}") { return "write straight double quotes: \"" }
        if value.hasPrefix("'") { return quotes }
        if value.hasPrefix("+") || value.hasPrefix(".") { return "a number begins with a digit or with \"-\"" }
        let word = value.lowercased()
        if ["nan", "infinity", "inf"].contains(word) { return "write \"NaN\" or \"Infinity\", with the quotes" }
        return didYouMean(word, among: ["true", "false", "null"])
    }

    private static func mend(controlCharacter byte: UInt8) -> String {
        switch byte {
        case 0x0A: "write \\n, or end the text with a double quote on its own line"
        case 0x0D: "write \\r"
        case 0x09: "write \\t"
        default: "write \\u\(hexadecimal(byte))"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
