// SPDX-License-Identifier: Apache-2.0

/// The grammar of RFC 8259, where half of a character is none, to hold a reader against: it reads no values, says
/// nothing of mistakes, and shares no line with what it judges.
struct JSONGrammar {
    private let text: [UInt8]
    private var position = 0
    private(set) var depth = 0

    /// How deep a text is nested; nil where it is no JSON text in UTF-8, or too deep to be taken.
    static func depth(of bytes: [UInt8]) -> Int? {
        // Overlong forms, surrogates and what is beyond U+10FFFF are no UTF-8.
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var grammar = JSONGrammar(text: bytes)
        return grammar.isText() ? grammar.depth : nil
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    private mutating func isText() -> Bool {
        skipSpace()
        guard isValue(1) else { return false }
        skipSpace()
        return position == text.count
    }

    private mutating func isValue(_ level: Int) -> Bool {
        // A text as deep as that is refused in any case.
        if level > 1000 { return false }
        return switch next {
        case "[": isList(level, until: "]") { grammar in grammar.isValue(level + 1) }
        case "{": isList(level, until: "}") { grammar in grammar.isMember(level) }
        case "\"": isString()
        case "t": take("true")
        case "f": take("false")
        case "n": take("null")
        default: isNumber()
        }
    }

    private mutating func isList(
        _ level: Int, until end: Unicode.Scalar, _ element: (inout JSONGrammar) -> Bool
    ) -> Bool {
        depth = max(depth, level)
        position += 1
        skipSpace()
        if take(end) { return true }
        repeat {
            skipSpace()
            guard element(&self) else { return false }
            skipSpace()
        } while take(",")
        return take(end)
    }

    private mutating func isMember(_ level: Int) -> Bool {
        guard next == "\"", isString() else { return false }
        skipSpace()
        guard take(":") else { return false }
        skipSpace()
        return isValue(level + 1)
    }

    private mutating func isString() -> Bool {
        position += 1
        while let byte = next {
            switch byte {
            case "\"": return take("\"")
            case "\\":
                guard isEscape() else { return false }
            case "\0"..."\u{1F}": return false
            default: position += 1
            }
        }
        return false
    }

    private mutating func isEscape() -> Bool {
        position += 1
        guard let letter = next else { return false }
        position += 1
        guard letter == "u" else { return "\"\\/bfnrt".unicodeScalars.contains(letter) }
        guard let unit = hexadecimal() else { return false }
        guard 0xD800...0xDFFF ~= unit else { return true }
        guard unit < 0xDC00, take("\\u"), let second = hexadecimal() else { return false }
        return 0xDC00...0xDFFF ~= second
    }

    private mutating func hexadecimal() -> Int? {
        let digits = text.dropFirst(position).prefix(4)
        position += digits.count
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func isNumber() -> Bool {
        _ = take("-")
        guard take("0") || isDigits() else { return false }
        if take("."), !isDigits() { return false }
        guard take("e") || take("E") else { return true }
        _ = take("+") || take("-")
        return isDigits()
    }

    private mutating func isDigits() -> Bool {
        let start = position
        while takeAny({ "0"..."9" ~= $0 }) {}
        return position > start
    }

    // MARK: Characters

    private var next: Unicode.Scalar? { position < text.count ? Unicode.Scalar(text[position]) : nil }

    private mutating func takeAny(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        guard let next, isWanted(next) else { return false }
        position += 1
        return true
    }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool { takeAny { $0 == wanted } }

    private mutating func take(_ word: String) -> Bool { word.unicodeScalars.allSatisfy { take($0) } }

    private mutating func skipSpace() {
        while takeAny({ " \t\r\n".unicodeScalars.contains($0) }) {}
    }
}
