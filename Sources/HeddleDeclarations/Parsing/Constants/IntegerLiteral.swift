// SPDX-License-Identifier: Apache-2.0

/// Reads the integer and character literals of C.
enum Literal {
    /// Why a literal is none.
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

    /// A literal has the first type that holds it; only those that are not decimal may become unsigned by themselves.
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

/// What stands behind a number: `u`, `l` and `ll` in either order.
private struct Suffix {
    let isUnsigned: Bool
    let isLong: Bool

    init?(_ text: Substring) {
        guard ["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(text) else { return nil }
        self.isUnsigned = text.contains("u")
        self.isLong = text.contains("l")
    }
}
