// SPDX-License-Identifier: Apache-2.0

/// Text in the making: bytes cost a fraction of what it takes to append to a string again and again.
extension [UInt8] {
    /// Appends a text in UTF-8.
    package mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a whole number in decimal digits.
    package mutating func append(decimal number: Int128) {
        guard number.magnitude <= UInt64.max else { return append(number.description) }
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(truncatingIfNeeded: number.magnitude))
    }

    private mutating func append(digitsOf number: UInt64) {
        // Up to eight digits as the bytes of one number, the last digit uppermost.
        var digits: UInt64 = 0
        var count = 0
        var rest = number
        repeat {
            digits = digits << 8 | (UInt64(UInt8(ascii: "0")) + rest % 10)
            rest /= 10
            count += 1
        } while rest > 0 && count < 8
        if rest > 0 { append(digitsOf: rest) }
        for _ in 0..<count {
            append(UInt8(truncatingIfNeeded: digits))
            digits >>= 8
        }
    }
}
