// SPDX-License-Identifier: Apache-2.0

/// A number that was written as a text, such as `"5"` or, as in C, `"0x1f"`.
struct QuotedNumber {
    let number: Number
    /// The correction.
    let mend: String

    /// - Parameter text: without the quotes. The result is nil where it is no number of JSON, nor a whole one of C.
    init?(_ text: String) {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        let hasNeedlessZero = digits.first == UInt8(ascii: "0") && digits.dropFirst().first?.isDigit == true
        if !hasNeedlessZero, DecimalNumber(text) != nil {
            (number, mend) = (Number(written: text), "write it without the quotes")
            return
        }
        guard let whole = Self.whole(text.lowercased()) else { return nil }
        (number, mend) = (.integer(whole), "JSON has only decimal numbers: write \(whole)")
    }

    /// The value of an octal, hexadecimal or binary number of C.
    private static func whole(_ text: String) -> Int128? {
        let prefixes = [("0x", 16), ("-0x", 16), ("0b", 2), ("0", 8), ("-0", 8)]
        guard let (prefix, radix) = prefixes.first(where: { text.hasPrefix($0.0) }) else { return nil }
        let digits = text.dropFirst(prefix.count)
        // A sign may stand before the prefix alone.
        guard digits.first != "-", digits.first != "+" else { return nil }
        return Int128(digits, radix: radix).map { prefix.hasPrefix("-") ? -$0 : $0 }
    }
}
