// SPDX-License-Identifier: Apache-2.0

/// A decimal number in normalised form for comparisons: ± 0.d₁d₂d₃… × 10^exponent, the first and last digit not 0.
///
/// It stores the digits of its text only, however large the exponent is.
package struct DecimalNumber {
    /// True if it is below zero.
    let isNegative: Bool
    /// The digits as ASCII, without zeros at either end; none for zero.
    let digits: ArraySlice<UInt8>
    /// The power of ten of the point before the first digit. Beyond ±10^36 it stays there.
    let exponent: Int128

    /// Parses a JSON number; nil if the text is not one.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let isSigned = bytes.first == UInt8(ascii: "-")
        let isPower = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
        let mantissaEnd = bytes.firstIndex(where: isPower) ?? bytes.endIndex
        let power = mantissaEnd < bytes.endIndex ? Self.power(bytes[(mantissaEnd + 1)...]) : 0
        let mantissa = bytes[..<mantissaEnd].dropFirst(isSigned ? 1 : 0)
        let parts = mantissa.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let power, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
        let all = ArraySlice(parts.joined())
        let significant = all.drop { $0 == UInt8(ascii: "0") }
        let leadingZeros = all.count - significant.count
        let last = significant.lastIndex { $0 != UInt8(ascii: "0") }
        self.digits = last.map { significant[...$0] } ?? []
        self.isNegative = isSigned && last != nil
        self.exponent = last == nil ? 0 : power + Int128(parts[0].count - leadingZeros)
    }

    /// The power of ten after the `e`; nil if there is none.
    private static func power(_ text: ArraySlice<UInt8>) -> Int128? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.dropFirst(isNegative || text.first == UInt8(ascii: "+") ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        let limit: Int128 = 1_000_000_000_000_000_000_000_000_000_000_000_000
        let magnitude = digits.reduce(Int128(0)) { min(limit, $0 * 10 + Int128($1 - UInt8(ascii: "0"))) }
        return isNegative ? -magnitude : magnitude
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
