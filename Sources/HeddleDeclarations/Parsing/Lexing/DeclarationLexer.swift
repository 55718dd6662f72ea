// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Splits declarations into tokens.
///
/// The text may stand between the quotes of a JSON string as it was written there: `\n`, `\r` and `\t` are white
/// space, and `\"` is a quote.
///
/// - Complexity: O(length of the text).
struct DeclarationLexer {
    let bytes: [UInt8]
    let end: Int
    var position: Int
    /// Text of one line may have its line breaks escaped; they end a comment as line breaks do.
    let hasEscapedBreaks: Bool

    init(_ text: SourceRange) {
        let range = text.bytes.clamped(to: 0..<text.source.bytes.count)
        self.bytes = text.source.bytes
        self.position = range.lowerBound
        self.end = range.upperBound
        self.hasEscapedBreaks = !text.source.bytes[range].contains(UInt8(ascii: "\n"))
    }

    /// All tokens, the last one always ``Token/Kind/end``.
    var tokens: [Token] {
        var lexer = self
        var tokens: [Token] = []
        while let token = lexer.nextToken() { tokens.append(token) }
        return tokens + [Token(kind: .end, text: "", range: lexer.end..<lexer.end)]
    }

    /// The next token behind white space and comments; nil at the end.
    mutating func nextToken() -> Token? {
        while let skipped = skipSpace() ?? skipComment() {
            if !skipped { return takeInvalid(to: end) }
        }
        guard let byte = peek() else { return nil }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return takeNumber()
        case UInt8(ascii: "."): return peek(1).isDigit ? takeNumber() : takeSign()
        case UInt8(ascii: "'"): return takeQuoted(by: byte, as: .character)
        case UInt8(ascii: "\""): return takeQuoted(by: byte, as: .string)
        case UInt8(ascii: "\\") where peek(1) == UInt8(ascii: "\""): return takeEscapedString()
        default: return byte.isWordCharacter ? takeWord() : takeSign()
        }
    }

    func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < end ? bytes[position + distance] : nil
    }

    mutating func take(_ kind: Token.Kind, to stop: Int) -> Token {
        let range = position..<stop
        position = stop
        return Token(kind: kind, text: String(decoding: bytes[range], as: UTF8.self), range: range)
    }
}

extension DeclarationLexer {
    /// True where something was skipped, nil where nothing was.
    mutating func skipSpace() -> Bool? {
        let start = position
        while let byte = peek() {
            let isEscape = byte == UInt8(ascii: "\\") && "nrt\n\r".utf8.contains(peek(1) ?? 0)
            if isEscape { position += 2 } else if byte.isSpace { position += 1 } else { break }
        }
        return position > start ? true : nil
    }

    /// True where a comment was skipped, false where one does not end, nil where none begins.
    mutating func skipComment() -> Bool? {
        guard peek() == UInt8(ascii: "/") else { return nil }
        if peek(1) == UInt8(ascii: "/") { return skipLine() }
        guard peek(1) == UInt8(ascii: "*") else { return nil }
        var place = position + 2
        while place + 1 < end {
            if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") {
                position = place + 2
                return true
            }
            place += 1
        }
        return false
    }

    private mutating func skipLine() -> Bool {
        position = endOfLine(from: position)
        return true
    }

    /// The end of the line that holds a place.
    func endOfLine(from start: Int) -> Int {
        var place = start
        while place < end, bytes[place] != UInt8(ascii: "\n") {
            let isEscape = hasEscapedBreaks && bytes[place] == UInt8(ascii: "\\") && place + 1 < end
            if isEscape, bytes[place + 1] == UInt8(ascii: "n") { break }
            place += 1
        }
        return place
    }
}

extension UInt8 {
    /// Whether it may stand in a name of C, with the `$` of gcc and clang.
    var isWordCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

extension UInt8? {
    fileprivate var isDigit: Bool { map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
}
