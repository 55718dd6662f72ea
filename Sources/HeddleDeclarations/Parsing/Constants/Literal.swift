// SPDX-License-Identifier: Apache-2.0

/// Reads the integer and character literals of C.
enum Literal {
    /// The reason why a literal is invalid.
    enum Flaw: Error {
        case isFloating
        case isMalformed
        case isTooLarge
        case hasSeveralCharacters
    }

    /// The value of a number in any form: decimal, octal, hexadecimal or binary, with suffixes and separators.
    static func integer(_ text: String) throws(Flaw) -> ConstantValue {
        let word = text.lowercased().filter { $0 != "'" }
        let (digits, radix) = split(word)
        let isHexadecimal = radix == 16
        let body = digits.prefix { $0.isHexDigit && (isHexadecimal || $0.isNumber) }
        guard let suffix = Suffix(digits.dropFirst(body.count)) else {
            let isFloating = digits.contains(".") || digits.contains(isHexadecimal ? "p" : "e")
            throw isFloating ? .isFloating : .isMalformed
        }
        guard !body.isEmpty, body.allSatisfy({ ($0.hexDigitValue ?? 16) < radix }) else { throw .isMalformed }
        guard let value = UInt64(body, radix: radix) else { throw .isTooLarge }
        return try typed(Int128(value), suffix, isDecimal: radix == 10)
    }

    private static func split(_ word: String) -> (digits: Substring, radix: Int) {
        if word.hasPrefix("0x") { return (word.dropFirst(2), 16) }
        if word.hasPrefix("0b") { return (word.dropFirst(2), 2) }
        return (word[...], word.hasPrefix("0") ? 8 : 10)
    }

    /// A literal has the first type that holds it. Only literals that are not decimal may be unsigned without a suffix.
    private static func typed(_ value: Int128, _ suffix: Suffix, isDecimal: Bool) throws(Flaw) -> ConstantValue {
        let types: [IntegerType] = [.int, .unsignedInt, .long, .unsignedLong]
        let type = types.first { type in
            let hasSign = suffix.isUnsigned ? !type.isSigned : type.isSigned || !isDecimal
            return hasSign && (!suffix.isLong || type.size == 8) && type.range.contains(value)
        }
        guard let type else { throw .isTooLarge }
        return ConstantValue(value, type)
    }
}

extension Literal {
    // MARK: Character literal

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

    /// The character of a simple escape such as `\n`; nil if there is none.
    static func simpleEscape(_ byte: UInt8) -> UInt8? { simpleEscapes[byte] }

    private static let simpleEscapes: [UInt8: UInt8] = {
        let escapes: [(Unicode.Scalar, UInt8)] = [
            ("a", 7), ("b", 8), ("t", 9), ("n", 10), ("v", 11), ("f", 12), ("r", 13), ("e", 27), ("\"", 34), ("'", 39),
            ("?", 63), ("\\", 92),
        ]
        return Dictionary(uniqueKeysWithValues: escapes.map { (UInt8(ascii: $0), $1) })
    }()

    // MARK: String literal

    /// The bytes of a text in quotes, its escapes decoded: `\n`, `\x41`, `\101`, `\u00e9` and their like.
    ///
    /// - Complexity: O(length of the text).
    static func string(_ text: String) throws(Flaw) -> [UInt8] {
        var rest = Array(text.utf8).dropFirst().dropLast()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let kind = rest.first else { throw .isMalformed }
            switch kind {
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                rest.removeFirst()
                bytes += try character(takenFrom: &rest, digits: kind == UInt8(ascii: "u") ? 4 : 8)
            case UInt8(ascii: "x"):
                rest.removeFirst()
                bytes.append(try byteValue(takenFrom: &rest, radix: 16, most: .max))
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                bytes.append(try byteValue(takenFrom: &rest, radix: 8, most: 3))
            default:
                guard let simple = simpleEscape(kind) else { throw .isMalformed }
                rest.removeFirst()
                bytes.append(simple)
            }
        }
        return bytes
    }

    private static func byteValue(
        takenFrom rest: inout ArraySlice<UInt8>, radix: Int, most: Int
    ) throws(Flaw) -> UInt8 {
        let digits = rest.prefix(most).prefix { (Character(Unicode.Scalar($0)).hexDigitValue ?? 16) < radix }
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { throw .isMalformed }
        guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: radix) else { throw .isTooLarge }
        return value
    }

    private static func character(takenFrom rest: inout ArraySlice<UInt8>, digits count: Int) throws(Flaw) -> [UInt8] {
        let digits = rest.prefix(count)
        rest = rest[digits.endIndex...]
        guard digits.count == count, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(code)
        else { throw .isMalformed }
        return Array(String(scalar).utf8)
    }
}

/// The suffix of a number: `u`, `l` and `ll` in either order.
private struct Suffix {
    let isUnsigned: Bool
    let isLong: Bool

    init?(_ text: Substring) {
        guard ["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(text) else { return nil }
        self.isUnsigned = text.contains("u")
        self.isLong = text.contains("l")
    }
}
