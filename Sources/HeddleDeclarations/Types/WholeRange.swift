// SPDX-License-Identifier: Apache-2.0

/// A range of signed or unsigned integers of a number of bits.
package struct WholeRange: Hashable, Sendable, CustomStringConvertible {
    let lowest: Int128
    let highest: UInt128

    /// Creates the range of 1 to 128 bits.
    package init(bits: Int, isSigned: Bool) {
        highest = UInt128.max >> UInt128(isSigned ? 129 - bits : 128 - bits)
        lowest = isSigned ? -Int128(highest) - 1 : 0
    }

    /// The numbers of a type.
    package init(_ type: IntegerType) {
        self.init(bits: type.size * 8, isSigned: type.isSigned)
    }

    /// True if it has numbers that other readers of JSON round, and that may be written as decimal text.
    package var isWide: Bool { highest > 1 << 53 }

    /// The ends, the lower one first.
    var ends: [Number] { [.integer(lowest), Number(written: "\(highest)")] }

    /// The numbers of the range without its ends, as far as signed 128-bit numbers hold them.
    package var inner: Range<Int128> { lowest + 1..<Int128(clamping: highest) }

    /// The range in words: `a whole number from 0 to 255`.
    package var description: String { "a whole number from \(lowest) to \(highest)" }

    /// Returns whether a number is in the range, even if it is written with a fraction, as 5.0 is.
    package func contains(_ number: Number) -> Bool {
        if case .integer(let whole) = number { return whole >= lowest && (whole < 0 || UInt128(whole) <= highest) }
        guard let decimal = DecimalNumber(number.text), decimal.isWhole else { return false }
        return number.compare(ends[0]) != .less && number.compare(ends[1]) != .greater
    }

    /// The number of a decimal text. Only numbers that other JSON readers would round may be written as text.
    package func number(in text: String) -> Number? {
        guard let whole = Int128(text) else {
            return UInt128(text).flatMap { highest >= $0 ? Number(written: "\($0)") : nil }
        }
        return whole.magnitude > 1 << 53 && contains(.integer(whole)) ? .integer(whole) : nil
    }

    /// The numbers at a distance of at most two from another one, nearest first, and the ends of the
    /// range.
    func around(_ number: Number) -> [Number] {
        let middle =
            if case .integer = number { number } else {
                DecimalNumber(number.text)?.truncated.map { Number(written: $0.text) }
            }
        let near = [0, -1, 1, -2, 2].compactMap { step in middle?.plus(.integer(step)) }
        return near.filter(contains) + ends
    }

    /// Returns whether each of the numbers is among some values.
    func isCovered(by values: [Value]) -> Bool {
        let numbers = values.compactMap { value -> String? in
            guard case .number(let number) = value, contains(number) else { return nil }
            return DecimalNumber(number.text)?.text
        }
        // One less than the number of elements, so that it fits in 128 bits.
        return !numbers.isEmpty && UInt128(Set(numbers).count - 1) == highest &- UInt128(truncatingIfNeeded: lowest)
    }
}
