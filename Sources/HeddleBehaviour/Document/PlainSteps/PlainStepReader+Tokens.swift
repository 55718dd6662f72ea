// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension PlainStepReader {
    // MARK: Literals

    mutating func readLiteral() -> PlainLiteral? {
        skipWhitespace()
        switch bytes[position] {
        case UInt8(ascii: "\""): return readText().map(PlainLiteral.text)
        case UInt8(ascii: "t"): return take(.bool(true), length: 4)
        case UInt8(ascii: "f"): return take(.bool(false), length: 5)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber()
        default: return nil
        }
    }

    /// The text is known to be JSON, so that the first letter tells the word.
    private mutating func take(_ word: PlainLiteral, length: Int) -> PlainLiteral {
        position += length
        return word
    }

    private mutating func readNumber() -> PlainLiteral {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var magnitude: Int64 = 0
        while case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            magnitude = magnitude &* 10 &+ Int64(digit)
            position += 1
        }
        let isWhole = !Self.continuesNumber(bytes[position]) && position - start <= 18
        if isWhole, !isNegative || magnitude > 0 { return .integer(isNegative ? -magnitude : magnitude) }
        while Self.continuesNumber(bytes[position]) { position += 1 }
        return .decimal(start..<position)
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The bytes between the quotes of a text without escapes.
    mutating func readText() -> Range<Int>? {
        guard takes("\"") else { return nil }
        let start = position
        while bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") { return nil }
            position += 1
        }
        position += 1
        return start..<position - 1
    }

    /// The bytes of a name that can be saved and needs no decoding.
    mutating func readName() -> Range<Int>? {
        guard let name = readText(), !name.isEmpty else { return nil }
        for index in name where !Self.isOfName(bytes[index]) { return nil }
        return name
    }

    /// Whether a byte is in ASCII and leads into no value.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"): false
        default: byte < 0x80
        }
    }

    // MARK: Marks

    /// A key of at most 8 bytes with its colon, its bytes as one number; another number or nil for any other key.
    mutating func readWord() -> UInt64? {
        guard takes("\"") else { return nil }
        let start = position
        var name: UInt64 = 0
        // One with an escape is none that is known, wherever it seems to end.
        while bytes[position] != UInt8(ascii: "\"") {
            name = name << 8 | UInt64(bytes[position])
            position += 1
        }
        position += 1
        return position - start <= 9 && takes(":") ? name : nil
    }

    /// Steps over a mark and the whitespace before it; false where another stands there.
    mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        skipWhitespace()
        guard bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// Behind a step there always is a bracket, so that the text does not end here.
    mutating func skipWhitespace() {
        while bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }
}
