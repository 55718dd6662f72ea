// SPDX-License-Identifier: Apache-2.0

/// Text in the making: bytes cost a fraction of what it takes to append to a string again and again.
extension [UInt8] {
    /// Appends the bytes of another array, or some of them, without counting a reference to it.
    package mutating func append(copying bytes: [UInt8], _ range: Range<Int>? = nil) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range ?? bytes.indices]))
        }
    }

    /// Appends a text in UTF-8.
    package mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a whole number in decimal digits.
    package mutating func append(decimal number: Int128) {
        append(addingCapacity: Int128.mostDigits) { $0.append(decimal: number) }
    }
}

extension Int128 {
    /// The maximum number of bytes of an integer as text, with its sign.
    package static var mostDigits: Int { 40 }
}

extension OutputSpan<UInt8> {
    /// Appends the bytes of an array.
    package mutating func append(copying bytes: [UInt8]) {
        precondition(bytes.count <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { memory, count in
            _ = unsafe memory[count...].initialize(fromContentsOf: bytes)
            count += bytes.count
        }
    }

    /// Appends a whole number in decimal digits.
    package mutating func append(decimal number: Int128) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        guard magnitude > UInt64.max else { return append(decimal: UInt64(magnitude)) }
        let (high, low) = magnitude.quotientAndRemainder(dividingBy: Self.nineteenDigits)
        append(decimal: Int128(high))
        append(decimal: UInt64(low), digits: 19)
    }

    /// Ten to the power of the number of digits that every 64-bit number has room for.
    private static var nineteenDigits: UInt128 { 10_000_000_000_000_000_000 }

    @inline(__always)
    private mutating func append(decimal number: UInt64) {
        var (digits, limit) = (1, UInt64(10))
        // Behind 20 digits there is none, and no power of ten in 64 bits.
        while digits < 20, number >= limit { (digits, limit) = (digits &+ 1, limit &* 10) }
        append(decimal: number, digits: digits)
    }

    /// Appends that many of the last digits of a number.
    private mutating func append(decimal number: UInt64, digits: Int) {
        append(repeating: UInt8(ascii: "0"), count: digits)
        var (rest, place) = (number, count)
        for _ in 0..<digits {
            let next = rest / 10
            place &-= 1
            self[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- next &* 10)
            rest = next
        }
    }
}
