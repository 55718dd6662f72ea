// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The Swift types that can hold the values of a C type.
indirect enum SwiftCarrier {
    case bool
    case integer(IntegerType)
    case floating(FloatingType)
    case enumeration
    case text
    /// Counted characters, which need not be UTF-8.
    case characters
    case bytes
    case array(of: SwiftCarrier)
    case handle
    /// A structure, a function, or another type without a Swift counterpart.
    case other

    /// Returns whether arguments of a Swift type may fit.
    func takes(_ type: any ValueConvertible.Type) -> Bool {
        switch self {
        case .integer, .enumeration: type is any FixedWidthInteger.Type || gives(type)
        case .floating: type is any BinaryFloatingPoint.Type || type is any FixedWidthInteger.Type || type.isOwn
        case .bytes: type == String.self || gives(type)
        case .array(let element): type.element.map(element.takes) ?? type.isOwn
        default: gives(type)
        }
    }

    /// Returns whether a Swift type can hold all values of the C type.
    func gives(_ type: any ValueConvertible.Type) -> Bool {
        switch self {
        case .bool: type == Bool.self || type.isOwn
        case .integer(let integer): type.holds(integer.range) || type.isOwn
        case .floating(let floating): type == Double.self || type == Float.self && floating == .float || type.isOwn
        case .enumeration, .text: type == String.self || type.isOwn
        case .characters: type == String.self || type == [UInt8].self || type.isOwn
        case .bytes: type == [UInt8].self || type.isOwn
        case .array(let element): type.element.map(element.gives) ?? type.isOwn
        case .handle: type == Handle.self || type.isOwn
        case .other: type.isOwn || type.element != nil
        }
    }

    /// The types in words.
    var words: String {
        switch self {
        case .bool: "Bool"
        case .integer(let type): "\(type.isSigned ? "Int" : "UInt")\(type.size * 8)"
        case .floating(let type): type == .float ? "Float" : "Double"
        case .enumeration: "String, a name of the enumeration"
        case .text, .characters: "String"
        case .bytes: "[UInt8]"
        case .array(let element): "[\(element.words)]"
        case .handle: "Handle"
        case .other: "Value, or a type of your own that is ValueConvertible"
        }
    }
}

extension SwiftCarrier {
    /// The carrier of the values that cross for a parameter or a result.
    init(_ crossing: Crossing) {
        switch crossing {
        case .nothing: self = .other
        case .value(let type), .pointee(let type): self.init(type)
        case .counted(let content, _), .received(let content, _): self.init(content)
        }
    }

    private init(_ content: CountedContent) {
        switch content {
        case .characters: self = .characters
        case .wideCharacters: self = .text
        case .bytes: self = .bytes
        case .elements(let element): self = .array(of: SwiftCarrier(element))
        }
    }

    private init(_ type: CType) {
        switch type.canonical {
        case .bool: self = .bool
        case .integer(let type): self = .integer(type)
        case .floating(let type): self = .floating(type)
        case .complex(let type): self = .array(of: .floating(type))
        case .enumeration: self = .enumeration
        case .array(let element, _): self.init(CountedContent(of: element))
        case .pointer where type.meansText: self = .text
        case .pointer(let target, _): if case .function = target.canonical { self = .other } else { self = .handle }
        case .void, .function, .record, .aligned, .named: self = .other
        }
    }
}

// MARK: - Types of Swift

extension ValueConvertible {
    /// The type of an array's elements; nil for a type that is no array.
    fileprivate static var element: (any ValueConvertible.Type)? { (self as? any ArrayOfValues.Type)?.elementType }

    /// The type that an optional wraps; nil for a type that is no optional.
    static var wrapped: (any ValueConvertible.Type)? { (self as? any OptionalValue.Type)?.wrappedType }

    /// Returns whether it holds all integers of a range.
    fileprivate static func holds(_ range: ClosedRange<Int128>) -> Bool {
        (self as? any FixedWidthInteger.Type)?.holdsAll(of: range) ?? false
    }

    /// True if it may accept any value: a type of the user, or `Value`.
    fileprivate static var isOwn: Bool {
        switch self {
        case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is any ArrayOfValues.Type,
            is any OptionalValue.Type:
            false
        default: self != Bool.self && self != String.self && self != Handle.self
        }
    }
}

extension FixedWidthInteger {
    fileprivate static func holdsAll(of range: ClosedRange<Int128>) -> Bool {
        Self(exactly: range.lowerBound) != nil && Self(exactly: range.upperBound) != nil
    }
}

private protocol ArrayOfValues {
    static var elementType: any ValueConvertible.Type { get }
}

extension Array: ArrayOfValues where Element: ValueConvertible {
    fileprivate static var elementType: any ValueConvertible.Type { Element.self }
}

private protocol OptionalValue {
    static var wrappedType: any ValueConvertible.Type { get }
}

extension Optional: OptionalValue where Wrapped: ValueConvertible {
    fileprivate static var wrappedType: any ValueConvertible.Type { Wrapped.self }
}
