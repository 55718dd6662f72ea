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
        var length = 1
        var limit: UInt64 = 10
        while number >= limit, length < 19 { (length, limit) = (length + 1, limit &* 10) }
        if number >= 10_000_000_000_000_000_000 { length = 20 }
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: length))
        var rest = number
        for place in 1...length {
            self[count - place] += UInt8(rest % 10)
            rest /= 10
        }
    }
}
