// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension JSONMistake {
    /// The mistake as a person reads it.
    func diagnostic(in source: SourceText) -> Diagnostic {
        let range = SourceRange(source, bytes)
        return Diagnostic(
            code: .json(code), sentence(range.excerpt), at: range, suggestion: suggestion(range.text, in: source),
            notes: note(in: source))
    }

    private var code: DiagnosticCode.JSON {
        switch reason {
        case .tooLarge: .tooLarge
        case .tooDeep: .tooDeep
        case .byteOrderMark, .utf16, .notUTF8: .encoding
        case .empty, .unexpected, .comment, .trailingComma, .leadingZero, .missingDigit, .openText, .controlCharacter,
            .openLine, .escape, .unicodeEscape, .loneSurrogate:
            .syntax
        }
    }

    private func sentence(_ found: String) -> String {
        switch reason {
        case .tooLarge: "the text is larger than \(SourceText.largestSize >> 20) MiB, the most that is read"
        case .tooDeep: "arrays and objects are nested more than \(JSONReader.deepestNesting) deep"
        case .byteOrderMark: "the text begins with a byte order mark, JSON is plain UTF-8"
        case .utf16: "the text is UTF-16, JSON is UTF-8"
        case .notUTF8: "this byte does not belong to any UTF-8 character"
        case .empty: "the text is empty, expected a JSON value"
        case .unexpected(let expected):
            "found \(Self.quoted(found)), expected \(expected.rawValue)"
        case .comment: "found a comment, JSON has none"
        case .trailingComma: "found a comma after the last value, JSON has commas only between values"
        case .leadingZero: "the number \(found) begins with a needless zero, expected none"
        case .missingDigit: "the number \(found) is not complete, expected a digit"
        case .openText: "found the end of the text, expected a double quote that ends this value"
        case .openLine: "found the end of the line, expected a double quote that ends this value"
        case .controlCharacter(let byte):
            "found the control character U+\(Self.hexadecimal(byte)) in a text, expected its escape"
        case .escape: "\(found) is not a JSON escape"
        case .unicodeEscape: "the escape \(found) is not complete, expected four hexadecimal digits"
        case .loneSurrogate: "the escape \(found) is half of a character, expected both halves"
        }
    }

    private func suggestion(_ found: String, in source: SourceText) -> String? {
        if let other = OtherFormat(source, before: bytes.lowerBound) {
            return "this looks like \(other.rawValue): write JSON, as in {\"behaviour\": 1}"
        }
        return switch reason {
        case .byteOrderMark: "remove its three bytes"
        case .utf16: "save it as UTF-8"
        case .comment: "put remarks under the key \"description\""
        case .trailingComma: "remove the comma"
        case .openLine: "write \\n for a line break inside of a text"
        case .controlCharacter(let byte): Self.mend(controlCharacter: byte)
        case .escape: "a backslash itself is written \\\\"
        case .empty: "the smallest behaviour is {\"behaviour\": 1}"
        case .unexpected(.value): Self.mend(value: found)
        case .unexpected(.commaOrBracket), .unexpected(.commaOrBrace): Self.mend(next: found)
        case .unexpected(.keyOrBrace) where found == "{" || found == "[": brackets(in: source)
        case .unexpected(.key), .unexpected(.keyOrBrace): Self.mend(name: found)
        case .unexpected(.end) where source.isKeptRun:
            "this is a run that was kept: heddle report --from \(source.name) makes reports of it"
        case .unexpected(.end): found == ":" || found == "," ? "an object stands between { and }" : nil
        case .leadingZero: Self.mend(leadingZero: found)
        case .unexpected(.colon), .tooLarge, .tooDeep, .notUTF8, .missingDigit, .openText, .unicodeEscape,
            .loneSurrogate:
            nil
        }
    }

    /// The mend of a number such as 0644, which C takes for an octal one.
    private static func mend(leadingZero found: String) -> String? {
        guard let decimal = UInt64(found), let octal = UInt64(found, radix: 8) else { return nil }
        return octal == decimal
            ? "write \(decimal)" : "JSON has no octal numbers: write \(octal), which is \(found) in C, or \(decimal)"
    }

    private func brackets(in source: SourceText) -> String? {
        guard let opening else { return nil }
        return
            "a list stands between [ and ]: write [ for the { at \(SourceRange(source, opening..<opening + 1).location)"
    }

    private func note(in source: SourceText) -> [Diagnostic.Note] {
        guard let opening, bytes.lowerBound == source.bytes.count || isOpenLine else { return [] }
        let what =
            switch source.bytes[opening] {
            case UInt8(ascii: "["): "the array"
            case UInt8(ascii: "{"): "the object"
            default: "the text"
            }
        return [Diagnostic.Note("\(what) that is not closed begins", at: SourceRange(source, opening..<opening + 1))]
    }

    private var isOpenLine: Bool { if case .openLine = reason { true } else { false } }

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

    /// The mend of a token that stands where a text is expected.
    private static func mend(text: String) -> String? {
        if text.hasPrefix("\u{201C}") || text.hasPrefix("\u{201D}") { return "write straight double quotes: \"" }
        return text.hasPrefix("'") ? quotes : nil
    }

    /// The mend of a token that stands where a name is expected.
    private static func mend(name: String) -> String? {
        if let mend = mend(text: name) { return mend }
        let isBare = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" || $0 == "-" }
        return isBare && !name.isEmpty ? "write \"\(name)\", with the quotes" : nil
    }

    /// The mend of a token that stands where a value is expected.
    private static func mend(value: String) -> String? {
        if let mend = mend(text: value) { return mend }
        if value.hasPrefix("+") || value.hasPrefix(".") { return "a number begins with a digit or with \"-\"" }
        let word = value.lowercased()
        if ["nan", "infinity", "inf"].contains(word) { return "write \"NaN\" or \"Infinity\", with the quotes" }
        return didYouMean(word, among: ["true", "false", "null"])
    }

    private static func mend(controlCharacter byte: UInt8) -> String {
        switch byte {
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

extension SourceText {
    /// True if the first line is an event of a run, as `--json` writes it.
    fileprivate var isKeptRun: Bool { bytes.starts(with: Array(#"{"event":"#.utf8)) }
}
