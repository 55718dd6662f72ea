// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Scalar {
    /// Writes a value, checked against the type, into memory of at least the type's size.
    func write(_ value: Value, to memory: UnsafeMutableRawPointer) throws(Misfit) {
        switch self {
        case .bool, .integer, .enumeration: unsafe try whole(value).store(size: size, to: memory)
        case .floating(let type): try unsafe writeFloating(value, type, to: memory)
        case .complex(let type):
            guard case .array(let parts) = value, parts.count == 2 else { throw Misfit(expected: expectation) }
            try unsafe writeFloating(parts[0], type, to: memory)
            try unsafe writeFloating(parts[1], type, to: memory + type.size)
        }
    }

    /// Writes a whole number; a bool takes those that it can be.
    func write(number: Int128, to memory: UnsafeMutableRawPointer) throws(Misfit) {
        try unsafe write(value(number), to: memory)
    }

    /// The value that is given for a whole number.
    func value(_ number: Int128) -> Value {
        self == .bool && (0...1).contains(number) ? .bool(number == 1) : .number(.integer(number))
    }

    /// Reads the value back; the memory need not be aligned.
    func read(from memory: UnsafeRawPointer) -> Value {
        switch self {
        case .bool, .integer, .enumeration: value(unsafe WholeNumber(memory, integerType ?? .long))
        case .floating(let type): unsafe Self.readFloating(type, from: memory)
        case .complex(let type):
            unsafe .array([
                Self.readFloating(type, from: memory), Self.readFloating(type, from: memory + type.size),
            ])
        }
    }

    /// The number that an integer, enumeration or bool holds; nil for floating types.
    func readInteger(from memory: UnsafeRawPointer) -> Int128? {
        guard let integerType else { return nil }
        let number = unsafe WholeNumber(memory, integerType)
        if self == .bool { return number.bits != 0 ? 1 : 0 }
        return integerType == .unsignedInt128 ? Int128(clamping: number.bits) : number.integer
    }
}

// MARK: - Whole numbers

extension Scalar {
    /// The whole number that a value is.
    func whole(_ value: Value) throws(Misfit) -> WholeNumber {
        switch (self, value) {
        case (.bool, .bool(let bool)): return WholeNumber(bool ? 1 : 0)
        case (.integer(let type), _): if let number = WholeNumber(value, of: type) { return number }
        case (.enumeration(let type), .string(let name)):
            if let number = type.number(named: name) { return WholeNumber(number) }
        case (.enumeration(let type), .number):
            if let number = WholeNumber(value, of: type.underlying) { return number }
        default: break
        }
        throw Misfit(expected: expectation)
    }

    /// The value that a whole number is; one that no constant of an enumeration has stays a number.
    func value(_ number: WholeNumber) -> Value {
        switch self {
        case .bool: return .bool(number.bits != 0)
        case .enumeration(let type):
            return type.name(of: number.integer).map { .string($0) } ?? number.value(of: type.underlying)
        default: return number.value(of: integerType ?? .long)
        }
    }
}

// MARK: - Floating point

extension Scalar {
    private func writeFloating(
        _ value: Value, _ type: FloatingType, to memory: UnsafeMutableRawPointer
    ) throws(Misfit) {
        switch type {
        case .float: unsafe memory.storeBytes(of: try floating(value, \.float), as: Float.self)
        case .double: unsafe memory.storeBytes(of: try floating(value, \.double), as: Double.self)
        case .longDouble: unsafe memory.storeBytes(of: try floating(value, \.longDouble), as: LongDouble.self)
        }
    }

    /// The number, rounded once from its text, or one of the three names for what JSON has no numbers for.
    private func floating<Float: BinaryFloatingPoint>(
        _ value: Value, _ converted: (Number) -> Float?
    ) throws(Misfit) -> Float {
        switch value {
        case .number(let number): if let float = converted(number) { return float }
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        default: break
        }
        throw Misfit(expected: expectation)
    }

    private static func readFloating(_ type: FloatingType, from memory: UnsafeRawPointer) -> Value {
        switch type {
        case .float: Value(unsafe memory.loadUnaligned(as: Float.self))
        case .double: Value(unsafe memory.loadUnaligned(as: Double.self))
        case .longDouble: Value(longDouble: unsafe memory.loadUnaligned(as: LongDouble.self))
        }
    }
}
