// SPDX-License-Identifier: Apache-2.0

extension Literal {
    /// The value of a character in quotes, which C gives the type int.
    static func character(_ text: String) throws(Flaw) -> ConstantValue {
        let bytes = Array(text.utf8).dropFirst().dropLast()
        guard let first = bytes.first else { throw .isMalformed }
        let value = first == UInt8(ascii: "\\") ? try escape(bytes.dropFirst()) : try plain(bytes)
        let isNegative = IntegerType.char.isSigned && value > 127
        return ConstantValue(Int128(value) - (isNegative ? 256 : 0), .int)
    }

    private static func plain(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> Int {
        guard bytes.count == 1, let byte = bytes.first else { throw .hasSeveralCharacters }
        return Int(byte)
    }

    private static func escape(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.count == 1, let byte = bytes.first, let simple = simpleEscape(byte) { return Int(simple) }
        let isHexadecimal = text.hasPrefix("x")
        let digits = text.dropFirst(isHexadecimal ? 1 : 0)
        guard let value = Int(digits, radix: isHexadecimal ? 16 : 8), digits.first?.isHexDigit == true,
            isHexadecimal || digits.count <= 3
        else { throw .isMalformed }
        guard value <= 255 else { throw .isTooLarge }
        return value
    }

    /// The character that a backslash and one more character stand for; nil where they stand for none.
    static func simpleEscape(_ byte: UInt8) -> UInt8? { simpleEscapes[byte] }

    private static let simpleEscapes: [UInt8: UInt8] = {
        let escapes: [(Unicode.Scalar, UInt8)] = [
            ("a", 7), ("b", 8), ("t", 9), ("n", 10), ("v", 11), ("f", 12), ("r", 13), ("e", 27), ("\"", 34), ("'", 39),
            ("?", 63), ("\\", 92),
        ]
        return Dictionary(uniqueKeysWithValues: escapes.map { (UInt8(ascii: $0), $1) })
    }()
}
