// SPDX-License-Identifier: Apache-2.0

/// The values that something declared can have, as far as that decides comparisons before there is a value.
///
/// ## Topics
/// - ``canBe(_:)``
/// - ``foregone(_:_:)``
/// - ``words``
package struct ValueDomain: Sendable {
    /// The set of values.
    package enum Content: Sendable {
        case bool
        /// Whole numbers of a range.
        case whole(WholeRange)
        case floating(FloatingType)
        /// The names of an enumeration, and numbers that none of its constants has.
        case enumeration(EnumerationType)
        /// One of some words.
        case word([String])
        /// Texts of no more bytes than the limit, or bytes that are no text.
        case text(limit: Int?)
        /// Texts of any characters, NULs among them, or bytes that are no text.
        case printed
        /// Texts of wide characters, or the numbers of those that are no text.
        case wideText(WideText)
        case bytes
        case record(RecordType)
        /// So many values of a type; of any type, or any number of them, where that is not declared.
        case array(of: CType?, count: Int?)
        /// Pointers that only a module can follow.
        case handle
        /// The declaration does not say.
        case unknown
    }

    /// The set of values other than null.
    package let content: Content
    /// True if null may stand there.
    package let mayBeNull: Bool

    /// Creates a domain.
    package init(_ content: Content, mayBeNull: Bool = false) {
        self.content = content
        self.mayBeNull = mayBeNull
    }

    /// The values that come back of a type.
    ///
    /// - Parameter orNull: true if null is allowed too.
    package init(of type: CType, orNull: Bool = false) {
        switch type.canonical {
        case .bool: self.init(.bool, mayBeNull: orNull)
        case .integer(let type): self.init(.whole(WholeRange(type)), mayBeNull: orNull)
        case .floating(let type): self.init(.floating(type), mayBeNull: orNull)
        case .complex(let type): self.init(.array(of: .floating(type), count: 2), mayBeNull: orNull)
        case .enumeration(let type): self.init(.enumeration(type), mayBeNull: orNull)
        case .array(let element, let count?) where element.isCharacter:
            self.init(.text(limit: count), mayBeNull: orNull)
        case .array(let element, let count): self.init(.array(of: element, count: count), mayBeNull: orNull)
        case .record(let record): self.init(.record(record), mayBeNull: orNull)
        case .pointer(let target, _): self.init(Content(pointingTo: target), mayBeNull: true)
        default: self.init(.unknown)
        }
    }

    /// The values that come back of a field, which may have bits of its own.
    init(ofField member: RecordType.Member) {
        if case .integer(let type) = member.type.canonical, let bits = member.bits, bits > 0 {
            self.init(.whole(WholeRange(bits: bits, isSigned: type.isSigned)))
        } else if let content = member.content {
            self = ValueShape.given(content, isWhole: true).orNull().domain
        } else {
            self.init(of: member.type)
        }
    }

    /// Returns whether one of the values could be this one; in doubt it could.
    package func canBe(_ value: Value) -> Bool {
        if value == .null, !isUnknown { return mayBeNull }
        switch (content, value) {
        case (.bool, .bool), (.bytes, .bytes), (.handle, .handle), (.unknown, _): return true
        case (.whole(let range), .number(let number)): return range.contains(number) && !number.isNegativeZero
        // It is rounded to the type.
        case (.floating(let type), .number(let number)): return type.nearest(to: number) != nil
        case (.floating, .string(let word)): return FloatingType.words.contains(word)
        case (.enumeration(let type), .string(let name)): return type.number(named: name) != nil
        case (.enumeration(let type), .number(let number)):
            return WholeRange(type.underlying).contains(number)
        case (.word(let words), .string(let word)): return words.contains(word)
        case (.text(let limit), .string(let text)):
            return text.utf8.count <= limit ?? .max && !text.utf8.contains(0)
        case (.text(let limit), .bytes(let bytes)):
            return bytes.count <= limit ?? .max && !bytes.contains(0) && String(validating: bytes, as: UTF8.self) == nil
        case (.printed, .string), (.printed, .bytes), (.wideText, .string): return true
        case (.wideText(let text), .array): return text.characters(of: value) != nil
        case (.record(let record), .object(let members)): return record.canHave(members)
        case (.array(let element, let count), .array(let values)):
            guard values.count == count ?? values.count else { return false }
            return element.map { ValueDomain(of: $0) }.map { values.allSatisfy($0.canBe) } ?? true
        default: return false
        }
    }

    /// Returns whether a number is worth the same once it has the form in which the values come back.
    package func keeps(_ number: Number) -> Bool {
        if case .floating(let type) = content { type.keeps(number) } else { true }
    }

    var isUnknown: Bool { if case .unknown = content { true } else { false } }
}

extension ValueDomain.Content {
    fileprivate init(pointingTo target: CType) {
        if let text = target.wideText {
            self = .wideText(text)
            return
        }
        switch target.canonical {
        case .integer(.char): self = .text(limit: nil)
        // A function may come back as the object from which the behaviour made it.
        case .function: self = .unknown
        default: self = .handle
        }
    }
}

extension RecordType {
    /// Returns whether values could have such members. What stands in a union may be anything that it shares its memory
    /// with.
    fileprivate func canHave(_ values: [Value.Member]) -> Bool {
        guard kind == .structure, members != nil else { return true }
        return values.allSatisfy { value in
            field(value.name).map { ValueDomain(ofField: $0.member).canBe(value.value) } ?? false
        }
    }
}

extension FloatingType {
    /// The values that JSON numbers cannot express.
    package static let words = ["NaN", "Infinity", "-Infinity"]

    /// The number nearest to another, as values of the type are written; nil where that is an infinity.
    package func nearest(to number: Number) -> Number? {
        let value: Value? =
            switch self {
            case .float: number.float.map { Value($0) }
            case .double: number.double.map { Value($0) }
            case .longDouble: number.longDouble.map { Value(longDouble: $0) }
            }
        if case .number(let nearest)? = value { return nearest }
        return nil
    }

    /// Returns whether a number is worth the same once it is rounded: 0.1 is for a `float`, 0.10000000001 becomes 0.1.
    func keeps(_ number: Number) -> Bool { nearest(to: number)?.compare(number) == .equal }
}
