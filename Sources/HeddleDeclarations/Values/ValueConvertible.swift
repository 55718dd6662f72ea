// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// A Swift type whose values cross to C and back.
///
/// A type of your own for a C structure, which is an object with a member for each field, needs no code if it is
/// `Codable`:
///
/// ```swift
/// struct Point: Codable, ValueConvertible { var x, y: Double }
/// ```
///
/// ## Topics
/// - ``value``
/// - ``init(_:)``
public protocol ValueConvertible {
    /// Converts a value; nil if it is of another kind or does not fit.
    init?(_ value: Value)
    /// The value for a call.
    var value: Value { get }
}

extension Value: ValueConvertible {
    /// Takes the value as it is.
    public init?(_ value: Value) { self = value }
    /// The value itself.
    public var value: Value { self }
}

extension Bool: ValueConvertible {
    /// Converts `true` or `false`, and no number.
    public init?(_ value: Value) {
        guard case .bool(let bool) = value else { return nil }
        self = bool
    }
    /// `true` or `false`.
    public var value: Value { .bool(self) }
}

extension ValueConvertible where Self: FixedWidthInteger & Codable {
    /// Converts a whole number that the type can hold.
    public init?(_ value: Value) {
        guard case .number(let number) = value, let integer = number.integer else { return nil }
        self.init(exactly: integer)
    }
    /// The number.
    public var value: Value { .number(.integer(Int128(self))) }
}

extension Int: ValueConvertible {}
extension Int8: ValueConvertible {}
extension Int16: ValueConvertible {}
extension Int32: ValueConvertible {}
extension Int64: ValueConvertible {}
extension UInt: ValueConvertible {}
extension UInt8: ValueConvertible {}
extension UInt16: ValueConvertible {}
extension UInt32: ValueConvertible {}
extension UInt64: ValueConvertible {}

extension Double: ValueConvertible {
    /// Converts a number, or `NaN`, `Infinity` or `-Infinity`.
    public init?(_ value: Value) {
        switch value {
        case .number(let number): if let double = number.double { self = double } else { return nil }
        case .string("NaN"): self = .nan
        case .string("Infinity"): self = .infinity
        case .string("-Infinity"): self = -.infinity
        default: return nil
        }
    }
    /// The number.
    public var value: Value { Value(self) }
}

extension Float: ValueConvertible {
    /// Converts a number, rounded once, or `NaN`, `Infinity` or `-Infinity`.
    public init?(_ value: Value) {
        guard case .number(let number) = value else {
            guard let double = Double(value) else { return nil }
            self.init(double)
            return
        }
        guard let float = number.float else { return nil }
        self = float
    }
    /// The number.
    public var value: Value { Value(self) }
}

extension String: ValueConvertible {
    /// Takes a text.
    public init?(_ value: Value) {
        guard case .string(let text) = value else { return nil }
        self = text
    }
    /// The text.
    public var value: Value { .string(self) }
}

extension Handle: ValueConvertible {
    /// Takes a pointer that a module returned.
    public init?(_ value: Value) {
        guard case .handle(let handle) = value else { return nil }
        self = handle
    }
    /// The pointer, which stays a handle.
    public var value: Value { .handle(self) }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
    /// Converts null to nil, and every other value by the wrapped type.
    public init?(_ value: Value) {
        if value == .null {
            self = .none
        } else {
            guard let wrapped = Wrapped(value) else { return nil }
            self = .some(wrapped)
        }
    }
    /// The value, or null.
    public var value: Value { map(\.value) ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
    /// Converts an array by the type of its elements, and bytes if these are numbers.
    public init?(_ value: Value) {
        switch value {
        case .array(let values):
            let elements = values.compactMap { Element($0) }
            guard elements.count == values.count else { return nil }
            self = elements
        case .bytes(let bytes):
            let elements = bytes.compactMap { Element($0.value) }
            guard elements.count == bytes.count else { return nil }
            self = elements
        default: return nil
        }
    }
    /// An array; bytes for an array of `UInt8`.
    public var value: Value {
        // Not by a cast alone: every empty array can be cast to every other.
        if Element.self == UInt8.self, let bytes = self as? [UInt8] { .bytes(bytes) } else { .array(map(\.value)) }
    }
}

extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
    /// Converts an object whose members are all of one type.
    public init?(_ value: HeddleDeclarations.Value) {
        guard case .object(let members) = value else { return nil }
        self.init(minimumCapacity: members.count)
        for member in members {
            guard let converted = Value(member.value) else { return nil }
            self[member.name] = converted
        }
    }
    /// An object with the members in alphabetical order.
    public var value: HeddleDeclarations.Value {
        .object(sorted { $0.key < $1.key }.map { HeddleDeclarations.Value.Member($0.key, $0.value.value) })
    }
}

extension ValueConvertible where Self: Codable {
    /// Decodes the value; see ``Value/decode(_:)``.
    public init?(_ value: Value) {
        guard let decoded = try? value.decode(Self.self) else { return nil }
        self = decoded
    }

    /// The encoded value; see ``Value/init(encoding:)``.
    ///
    /// - Precondition: encoding does not fail. What the compiler has written for `Codable` never does.
    public var value: Value {
        do throws(Diagnostic) {
            return try Value(encoding: self)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
