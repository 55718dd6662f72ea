// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A member that has bits of its own inside of a record.
struct BitField: Sendable {
    let scalar: Scalar
    /// The number of bits of the record before it.
    let offset: Int
    let width: Int

    /// The number of bytes from the start of the record to its end.
    var end: Int { (offset + width + 7) / 8 }

    /// Reads the member of a record that begins at an address.
    func read(from record: UnsafeRawPointer) -> Value { scalar.value(unsafe whole(from: record)) }

    /// The number that the member holds.
    func readInteger(from record: UnsafeRawPointer) -> Int128 {
        let number = unsafe whole(from: record)
        return scalar == .bool ? (number.bits == 0 ? 0 : 1) : number.integer
    }

    private func whole(from record: UnsafeRawPointer) -> WholeNumber {
        var bits: UInt128 = 0
        for index in 0..<width {
            let place = offset + index
            let byte = unsafe record.load(fromByteOffset: place / 8, as: UInt8.self)
            if byte & (1 << (place % 8)) != 0 { bits |= 1 << index }
        }
        return WholeNumber(bits: extended(bits))
    }

    /// Writes the member, and nothing beside it.
    func write(_ value: Value, to record: UnsafeMutableRawPointer) throws(Misfit) {
        let bits = try scalar.whole(value).bits
        guard extended(bits & mask) == bits else { throw Misfit(expected: expectation) }
        for index in 0..<width {
            let place = offset + index
            var byte = unsafe record.load(fromByteOffset: place / 8, as: UInt8.self)
            let bit: UInt8 = 1 << (place % 8)
            byte = bits & (1 << index) != 0 ? byte | bit : byte & ~bit
            unsafe record.storeBytes(of: byte, toByteOffset: place / 8, as: UInt8.self)
        }
    }

    private var isSigned: Bool { scalar != .bool && scalar.integerType?.isSigned ?? false }

    private var mask: UInt128 { width == 128 ? .max : (1 << width) - 1 }

    private func extended(_ bits: UInt128) -> UInt128 {
        isSigned && bits & (1 << (width - 1)) != 0 ? bits | ~mask : bits
    }

    private var expectation: String {
        let highest = isSigned ? mask >> 1 : mask
        return "a whole number from \(isSigned ? "-\(highest + 1)" : "0") to \(highest), as \(width) bits hold"
    }
}
