// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The way in which a parameter takes a value that fits into a word, or points to bytes.
enum PackedPassing: Sendable {
    /// The instance, which no caller gives.
    case instance
    case bool
    case integer(IntegerType)
    case float
    case double
    /// A pointer to a text that ends with NUL.
    case text
    /// A pointer that only the module can follow. No literal stands for one but null, where that is allowed.
    case handle(mayBeNull: Bool)
    /// A pointer to so many bytes of a text.
    case run(Parameter.Count)
    /// A pointer to so many bytes that the action writes, which no caller gives.
    case out(Int)

    /// Creates the passing of a parameter; nil if it is secret, takes other values, or is kept by the callee.
    init?(_ passing: ParameterPassing, _ parameter: Parameter) {
        guard !parameter.isRetained, !parameter.isSecret else { return nil }
        switch passing {
        case .instance: self = .instance
        case .value(.scalar(let scalar)): self.init(scalar)
        case .value(.text): self = .text
        case .value(.handle): self = .handle(mayBeNull: parameter.isOptional)
        case .run(let run) where parameter.type.targetAlignment <= ArgumentArena.alignment: self.init(run)
        case .pointed(.scalar(let scalar), .out) where parameter.type.targetAlignment <= ArgumentArena.alignment:
            self = .out(scalar.size)
        case .value, .pointed, .run, .received: return nil
        }
    }

    /// Creates the passing of a number; nil if it is wider than a word, or has names.
    init?(_ scalar: Scalar) {
        switch scalar {
        case .bool: self = .bool
        case .integer(let type) where type.size <= 8: self = .integer(type)
        case .floating(.float): self = .float
        case .floating(.double): self = .double
        case .integer, .floating, .enumeration, .complex: return nil
        }
    }

    private init?(_ run: CountedBuffer) {
        guard run.direction == .in else { return nil }
        switch (run.content, run.count) {
        case (.elements, _), (.wideCharacters, _): return nil
        case (_, .constant), (_, .parameter): self = .run(run.count)
        default: return nil
        }
    }

    /// Returns whether it takes every value that another has, as the same word.
    func takesAll(of other: PackedPassing) -> Bool {
        switch (self, other) {
        case (.bool, .bool), (.float, .float), (.double, .double): true
        case (.integer(let type), .integer(let other)):
            type == other
                || type.range.lowerBound <= other.range.lowerBound && other.range.upperBound <= type.range.upperBound
        default: false
        }
    }

    /// The number of bytes that the parameter points to, with a zero behind them; 0 for a number.
    func room(for value: Value) -> Int {
        switch (self, value) {
        case (.text, .string(let text)): ArgumentArena.rounded(text.utf8.count + 1)
        case (.run, .string(let text)): StoredRegion.headerSize + ArgumentArena.rounded(text.utf8.count + 1)
        case (.run, .bytes(let bytes)): StoredRegion.headerSize + ArgumentArena.rounded(bytes.count + 1)
        default: 0
        }
    }

    /// The number that a word is; null for everything but numbers.
    func value(of word: UInt64) -> Value {
        switch self {
        case .bool: .bool(word != 0)
        case .float: Value(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
        case .double: Value(Double(bitPattern: word))
        case .integer(let type):
            .number(.integer(type.isSigned ? Int128(Int64(bitPattern: word)) : Int128(word)))
        case .instance, .text, .handle, .run, .out: .null
        }
    }

    /// The word of a number; nil where a value does not fit, or is no number.
    func word(_ value: Value) -> UInt64? {
        switch (self, value) {
        case (.bool, .bool(let bool)): bool ? 1 : 0
        case (.handle(mayBeNull: true), .null): 0
        case (.integer(let type), .number(.integer(let number))):
            type.range.contains(number) ? UInt64(truncatingIfNeeded: number) : nil
        case (.double, .number(let number)): number.double?.bitPattern
        case (.float, .number(let number)): (number.float?.bitPattern).map(UInt64.init)
        default: nil
        }
    }
}

extension Scalar {
    /// The word of a number in memory, as calls take it: every NaN becomes the same one, as in a behaviour.
    func word(at memory: UnsafeRawPointer) -> UInt64 {
        switch self {
        case .floating(.double):
            let number = unsafe memory.loadUnaligned(as: Double.self)
            return number.isNaN ? Double.nan.bitPattern : number.bitPattern
        case .floating(.float):
            let number = unsafe memory.loadUnaligned(as: Float.self)
            return UInt64(number.isNaN ? Float.nan.bitPattern : number.bitPattern)
        default: return UInt64(truncatingIfNeeded: unsafe readInteger(from: memory) ?? 0)
        }
    }
}
