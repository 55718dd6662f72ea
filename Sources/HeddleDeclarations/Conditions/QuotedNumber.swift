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
        guard let literal = try? Literal.integer(text) else { return nil }
        (number, mend) = (.integer(literal.value), "JSON has decimal numbers alone: write \(literal.value)")
    }
}
