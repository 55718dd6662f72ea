// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The bits of a whole number of C, of up to 128 bits, extended by its sign.
struct WholeNumber: Hashable, Sendable {
    let bits: UInt128

    init(bits: UInt128) { self.bits = bits }

    init(_ number: Int128) { bits = UInt128(truncatingIfNeeded: number) }

    /// The number that a value is, if the type can hold it.
    init?(_ value: Value, of type: IntegerType) {
        switch value {
        case .number(.integer(let number)) where type.range.contains(number): self.init(number)
        case .number(let number):
            guard type == .unsignedInt128, case .decimal(let text) = number, let wide = UInt128(text) else {
                guard let whole = number.integer, type.range.contains(whole) else { return nil }
                self.init(whole)
                return
            }
            self.init(bits: wide)
        case .string(let text):
            guard let number = WholeRange(type).number(in: text) else { return nil }
            self.init(.number(number), of: type)
        default: return nil
        }
    }

    /// The number as a value of the type.
    func value(of type: IntegerType) -> Value {
        if type == .unsignedInt128, bits > UInt128(Int128.max) { return .number(.decimal(String(bits))) }
        return .number(.integer(integer))
    }

    /// The number, as far as 128 bits with a sign hold it.
    var integer: Int128 { Int128(truncatingIfNeeded: bits) }

    // MARK: Memory

    /// Reads a number of some bytes.
    init(_ memory: UnsafeRawPointer, _ type: IntegerType) {
        let integer: Int128 =
            switch (type.size, type.isSigned) {
            case (1, true): Int128(unsafe memory.load(as: Int8.self))
            case (1, false): Int128(unsafe memory.load(as: UInt8.self))
            case (2, true): Int128(unsafe memory.loadUnaligned(as: Int16.self))
            case (2, false): Int128(unsafe memory.loadUnaligned(as: UInt16.self))
            case (4, true): Int128(unsafe memory.loadUnaligned(as: Int32.self))
            case (4, false): Int128(unsafe memory.loadUnaligned(as: UInt32.self))
            case (8, true): Int128(unsafe memory.loadUnaligned(as: Int64.self))
            case (8, false): Int128(unsafe memory.loadUnaligned(as: UInt64.self))
            default: unsafe memory.loadUnaligned(as: Int128.self)
            }
        self.init(integer)
    }

    /// Writes so many bytes of the number.
    func store(size: Int, to memory: UnsafeMutableRawPointer) {
        switch size {
        case 1: unsafe memory.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
        case 2: unsafe memory.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
        case 4: unsafe memory.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
        case 8: unsafe memory.storeBytes(of: UInt64(truncatingIfNeeded: bits), as: UInt64.self)
        default: unsafe memory.storeBytes(of: bits, as: UInt128.self)
        }
    }
}
