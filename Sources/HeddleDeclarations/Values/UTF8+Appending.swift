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
        let start = count
        var rest = number.magnitude
        while rest > UInt64.max { append(digit: &rest) }
        var word = UInt64(rest)
        repeat { append(digit: &word) } while word > 0
        reverse(from: start)
    }

    /// Appends the last digit of a number, and takes it away there.
    @inline(__always)
    private mutating func append<Number: FixedWidthInteger & UnsignedInteger>(digit number: inout Number) {
        let (rest, digit) = number.quotientAndRemainder(dividingBy: 10)
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
        number = rest
    }

    private mutating func reverse(from start: Int) {
        var (first, last) = (start, count - 1)
        while first < last {
            swapAt(first, last)
            (first, last) = (first + 1, last - 1)
        }
    }
}
