// SPDX-License-Identifier: Apache-2.0

internal import Declarations

extension Scalar {
    /// Writes a value, checked against the type, into memory of at least the type's size.
    func write(_ value: Value, to memory: UnsafeMutableRawPointer) throws(Misfit) {
        switch self {
        case .bool:
            guard case .bool(let bool) = value else { throw Misfit(expected: "true or false") }
            unsafe memory.storeBytes(of: bool ? 1 : 0, as: UInt8.self)
        case .integer(let type):
            unsafe store(try integer(value, of: type), size: type.size, to: memory)
        case .enumeration(let type):
            unsafe store(try constant(value, of: type), size: type.underlying.size, to: memory)
        case .floating(let type):
            try unsafe writeFloating(value, type, to: memory)
        }
    }

    /// Reads the value back.
    func read(from memory: UnsafeRawPointer) -> Value {
        switch self {
        case .bool: .bool(unsafe memory.load(as: UInt8.self) != 0)
        case .integer(let type): .number(.integer(unsafe load(type, from: memory)))
        case .enumeration(let type): name(of: unsafe load(type.underlying, from: memory), in: type)
        case .floating(.float): Value(unsafe memory.load(as: Float.self))
        case .floating(.double): Value(unsafe memory.load(as: Double.self))
        case .floating(.longDouble): unsafe readLongDouble(from: memory)
        }
    }

    /// The number that an integer, enumeration or bool holds; nil for floating types.
    func readInteger(from memory: UnsafeRawPointer) -> Int128? {
        switch self {
        case .bool: unsafe memory.load(as: UInt8.self) != 0 ? 1 : 0
        case .integer(let type): unsafe load(type, from: memory)
        case .enumeration(let type): unsafe load(type.underlying, from: memory)
        case .floating: nil
        }
    }
}

// MARK: - Integers

extension Scalar {
    /// Numbers that JSON readers elsewhere would round may also be written as text.
    private func integer(_ value: Value, of type: IntegerType) throws(Misfit) -> Int128 {
        let range = type.range
        let number: Int128? =
            switch value {
            case .number(let number): number.integer
            case .string(let text): Int128(text).flatMap { $0.magnitude > 1 << 53 ? $0 : nil }
            default: nil
            }
        guard let number, range.contains(number) else {
            throw Misfit(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func constant(_ value: Value, of type: EnumerationType) throws(Misfit) -> Int128 {
        if case .string(let name) = value, let constant = type.constants.first(where: { $0.name == name }) {
            return Int128(constant.value)
        }
        if case .number = value { return try integer(value, of: type.underlying) }
        throw Misfit(expected: "one of \(type.constants.map(\.name).joined(separator: ", ")), or a number")
    }

    /// A number that no constant has stays a number.
    private func name(of number: Int128, in type: EnumerationType) -> Value {
        let constant = type.constants.first { Int128($0.value) == number }
        return constant.map { .string($0.name) } ?? .number(.integer(number))
    }

    private func store(_ number: Int128, size: Int, to memory: UnsafeMutableRawPointer) {
        let bits = UInt64(truncatingIfNeeded: number)
        switch size {
        case 1: unsafe memory.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
        case 2: unsafe memory.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
        case 4: unsafe memory.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
        default: unsafe memory.storeBytes(of: bits, as: UInt64.self)
        }
    }

    private func load(_ type: IntegerType, from memory: UnsafeRawPointer) -> Int128 {
        switch (type.size, type.isSigned) {
        case (1, true): Int128(unsafe memory.load(as: Int8.self))
        case (1, false): Int128(unsafe memory.load(as: UInt8.self))
        case (2, true): Int128(unsafe memory.load(as: Int16.self))
        case (2, false): Int128(unsafe memory.load(as: UInt16.self))
        case (4, true): Int128(unsafe memory.load(as: Int32.self))
        case (4, false): Int128(unsafe memory.load(as: UInt32.self))
        case (_, true): Int128(unsafe memory.load(as: Int64.self))
        case (_, false): Int128(unsafe memory.load(as: UInt64.self))
        }
    }
}

// MARK: - Floating point

extension Scalar {
    private func writeFloating(
        _ value: Value, _ type: FloatingType, to memory: UnsafeMutableRawPointer
    ) throws(Misfit) {
        switch type {
        case .float:
            unsafe memory.storeBytes(of: try floating(value, of: type, \.float), as: Float.self)
        case .double:
            unsafe memory.storeBytes(of: try floating(value, of: type, \.double), as: Double.self)
        case .longDouble:
            try unsafe writeLongDouble(value, to: memory)
        }
    }

    /// The number, rounded once from its text, or one of the three names for what JSON has no numbers for.
    private func floating<Float: BinaryFloatingPoint>(
        _ value: Value, of type: FloatingType, _ converted: (Number) -> Float?
    ) throws(Misfit) -> Float {
        switch value {
        case .number(let number): if let float = converted(number) { return float }
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        default: break
        }
        throw Misfit(expected: "a number that a \(type.rawValue) can hold, \"NaN\", \"Infinity\" or \"-Infinity\"")
    }

    #if arch(x86_64)
        private func writeLongDouble(_ value: Value, to memory: UnsafeMutableRawPointer) throws(Misfit) {
            unsafe memory.storeBytes(of: try floating(value, of: .longDouble, \.float80), as: Float80.self)
        }

        private func readLongDouble(from memory: UnsafeRawPointer) -> Value {
            Value(unsafe memory.load(as: Float80.self))
        }
    #else
        private func writeLongDouble(_ value: Value, to memory: UnsafeMutableRawPointer) throws(Misfit) {
            throw Misfit(expected: "nothing: long double is passed on x86-64 only")
        }

        private func readLongDouble(from memory: UnsafeRawPointer) -> Value { .null }
    #endif
}
