// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Splits declarations into tokens.
///
/// The text may be the raw contents of a JSON string: `\n`, `\r` and `\t` are white space, and `\"` is a quote.
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

    /// The next token after white space and comments; nil at the end.
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
    // MARK: Declaration lexer

    /// True if something was skipped; nil if nothing was.
    mutating func skipSpace() -> Bool? {
        let start = position
        while let byte = peek() {
            let isEscape = byte == UInt8(ascii: "\\") && "nrt\n\r".utf8.contains(peek(1) ?? 0)
            if isEscape { position += 2 } else if byte.isSpace { position += 1 } else { break }
        }
        return position > start ? true : nil
    }

    /// True if a comment was skipped, false if it does not end, nil if none begins.
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

    // MARK: Tokens

    mutating func takeWord() -> Token {
        take(.word, to: endOfWord(from: position))
    }

    /// A number in the widest sense of C's preprocessor, so that `0x1G` is one wrong number and not two tokens.
    mutating func takeNumber() -> Token {
        var place = position
        while place < end {
            let byte = bytes[place]
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            let isSeparator = byte == UInt8(ascii: "'") && place + 1 < end && bytes[place + 1].isWordCharacter
            let continues = byte.isWordCharacter || byte == UInt8(ascii: ".") || isSeparator
            if !continues && !(isSign && isExponent(at: place - 1)) { break }
            place += 1
        }
        return take(.number, to: place)
    }

    /// A literal on one line; one that does not end is invalid up to the end of its line.
    mutating func takeQuoted(by quote: UInt8, as kind: Token.Kind) -> Token {
        var place = position + 1
        while place < end, bytes[place] != UInt8(ascii: "\n") {
            if bytes[place] == quote { return take(kind, to: place + 1) }
            place += bytes[place] == UInt8(ascii: "\\") && place + 1 < end ? 2 : 1
        }
        return takeInvalid(to: place)
    }

    /// A string literal whose quotes are escaped for the enclosing JSON string.
    mutating func takeEscapedString() -> Token {
        var place = position + 2
        while place + 1 < end, bytes[place] != UInt8(ascii: "\n") {
            if bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "\"") {
                return take(.string, to: place + 2)
            }
            place += 1
        }
        return takeInvalid(to: end)
    }

    mutating func takeInvalid(to stop: Int) -> Token {
        take(.invalid, to: stop)
    }

    mutating func takeSign() -> Token {
        signLength.map { take(.sign, to: position + $0) } ?? takeInvalid(to: endOfCharacter)
    }

    private var signLength: Int? {
        let (first, second) = (bytes[position], peek(1))
        switch Unicode.Scalar(first) {
        case ".": return second == first && peek(2) == first ? 3 : 1
        case "<", ">": return second == first || second == UInt8(ascii: "=") ? 2 : 1
        case "=", "!": return second == UInt8(ascii: "=") ? 2 : 1
        case "&", "|": return second == first ? 2 : 1
        case "-": return second == UInt8(ascii: ">") ? 2 : 1
        case "(", ")", "[", "]", "{", "}", ";", ",", "*", ":", "+", "~", "/", "%", "^", "?", "#": return 1
        default: return nil
        }
    }

    private func endOfWord(from start: Int) -> Int {
        var place = start
        while place < end, bytes[place].isWordCharacter { place += 1 }
        return place
    }

    /// The end of the character at the position, however many bytes of UTF-8 it has.
    private var endOfCharacter: Int {
        var place = position + 1
        while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    private func isExponent(at place: Int) -> Bool {
        let isHexadecimal =
            bytes[position] == UInt8(ascii: "0") && position + 1 < end
            && bytes[position + 1] | 0x20 == UInt8(ascii: "x")
        return bytes[place] | 0x20 == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
    }

    // MARK: Headers

    /// A token of a preprocessed text.
    enum Piece {
        case token(Token)
        case comment(Range<Int>)
        /// A line that begins with `#`. The tokens of `#pragma pack` are among the others instead.
        case directive(Range<Int>)
    }

    /// The next piece; nil at the end.
    mutating func nextPiece() -> Piece? {
        _ = skipSpace()
        let start = position
        if let isWhole = skipComment() {
            return isWhole ? .comment(start..<position) : .token(takeInvalid(to: end))
        }
        if peek() == UInt8(ascii: "#"), !isPack {
            position = endOfLine(from: position)
            return .directive(start..<position)
        }
        return nextToken().map { .token($0) }
    }

    /// True if a line begins with `#pragma pack`.
    private var isPack: Bool {
        let line = String(decoding: bytes[position..<endOfLine(from: position)], as: UTF8.self)
        let words = line.dropFirst().split { $0 == " " || $0 == "\t" || $0 == "(" }
        return words.count > 2 && words[0] == "pragma" && words[1] == "pack"
    }
}

extension UInt8 {
    /// True if it may be part of a C name, including the `$` of gcc and clang.
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
