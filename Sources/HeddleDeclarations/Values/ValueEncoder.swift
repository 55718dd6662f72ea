// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics

extension Value {
    /// Encodes a type of Swift, such as one that stands for a C structure.
    ///
    /// A member that is nil is left out, and C gets null or zero for it. An array of `UInt8` becomes bytes.
    ///
    /// - Throws: a diagnostic if the type refuses to be encoded.
    public init<Encoded: Encodable>(encoding encoded: Encoded) throws(Diagnostic) {
        do {
            self = try EncodedPart(encoded, at: []).value
        } catch {
            throw ValueMismatch(error, of: nil).diagnostic("\(Encoded.self) has", Value.self, code: .call(.misfit))
        }
    }
}

/// A part of a value that an `Encodable` type writes.
private final class EncodedPart {
    enum Content {
        case whole(Value)
        case object([(name: String, part: EncodedPart)])
        case array([EncodedPart])
    }

    var content: Content?

    init(_ value: Value? = nil) { content = value.map { .whole($0) } }

    /// Encodes a part. What is a value already stays as it is: a container of Swift has no way for a handle.
    convenience init<Encoded: Encodable>(_ encoded: Encoded, at path: [any CodingKey]) throws {
        switch encoded {
        case let value as Value: self.init(value)
        case let handle as Handle: self.init(.handle(handle))
        case let bytes as [UInt8] where Encoded.self == [UInt8].self: self.init(.bytes(bytes))
        default:
            self.init()
            try encoded.encode(to: ValueEncoder(part: self, codingPath: path))
        }
    }

    /// The written value; an object without members where nothing was, as for a structure without stored properties.
    var value: Value {
        switch content {
        case .whole(let value): value
        case .object(let members): .object(members.map { Value.Member($0.name, $0.part.value) })
        case .array(let elements): .array(elements.map(\.value))
        case nil: .object([])
        }
    }

    func add(_ part: EncodedPart, named name: String) {
        var members: [(name: String, part: EncodedPart)] = []
        if case .object(let present) = content { members = present.filter { $0.name != name } }
        content = .object(members + [(name, part)])
    }

    func add(_ part: EncodedPart) {
        var elements: [EncodedPart] = []
        if case .array(let present) = content { elements = present }
        content = nil
        elements.append(part)
        content = .array(elements)
    }

    var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }
}

/// Writes an `Encodable` type into a part of a value.
private struct ValueEncoder: Encoder {
    let part: EncodedPart
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if part.content == nil { part.content = .object([]) }
        return KeyedEncodingContainer(MemberEncoding(part: part, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if part.content == nil { part.content = .array([]) }
        return ElementEncoding(part: part, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        WholeEncoding(part: part, codingPath: codingPath)
    }
}

/// Writes the members of an object.
private struct MemberEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let part: EncodedPart
    let codingPath: [any CodingKey]

    private func add(_ value: Value, _ key: Key) { part.add(EncodedPart(value), named: key.stringValue) }

    mutating func encodeNil(forKey key: Key) throws { add(.null, key) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: String, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Double, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Float, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Int, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { add(value.value, key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { add(value.value, key) }

    mutating func encode<Encoded: Encodable>(_ value: Encoded, forKey key: Key) throws {
        part.add(try EncodedPart(value, at: codingPath + [key]), named: key.stringValue)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(PartKey(stringValue: "super")) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: some CodingKey) -> ValueEncoder {
        let inner = EncodedPart()
        part.add(inner, named: key.stringValue)
        return ValueEncoder(part: inner, codingPath: codingPath + [key])
    }
}

/// Writes the elements of an array.
private struct ElementEncoding: UnkeyedEncodingContainer {
    let part: EncodedPart
    let codingPath: [any CodingKey]

    var count: Int { part.count }
    private var path: [any CodingKey] { codingPath + [PartKey(intValue: count)] }

    private func add(_ value: Value) { part.add(EncodedPart(value)) }

    mutating func encodeNil() throws { add(.null) }
    mutating func encode(_ value: Bool) throws { add(value.value) }
    mutating func encode(_ value: String) throws { add(value.value) }
    mutating func encode(_ value: Double) throws { add(value.value) }
    mutating func encode(_ value: Float) throws { add(value.value) }
    mutating func encode(_ value: Int) throws { add(value.value) }
    mutating func encode(_ value: Int8) throws { add(value.value) }
    mutating func encode(_ value: Int16) throws { add(value.value) }
    mutating func encode(_ value: Int32) throws { add(value.value) }
    mutating func encode(_ value: Int64) throws { add(value.value) }
    mutating func encode(_ value: UInt) throws { add(value.value) }
    mutating func encode(_ value: UInt8) throws { add(value.value) }
    mutating func encode(_ value: UInt16) throws { add(value.value) }
    mutating func encode(_ value: UInt32) throws { add(value.value) }
    mutating func encode(_ value: UInt64) throws { add(value.value) }

    mutating func encode<Encoded: Encodable>(_ value: Encoded) throws { part.add(try EncodedPart(value, at: path)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> ValueEncoder {
        let encoder = ValueEncoder(part: EncodedPart(), codingPath: path)
        part.add(encoder.part)
        return encoder
    }
}

/// Writes a value that has no parts.
private struct WholeEncoding: SingleValueEncodingContainer {
    let part: EncodedPart
    let codingPath: [any CodingKey]

    mutating func encodeNil() throws { part.content = .whole(.null) }
    mutating func encode(_ value: Bool) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: String) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Double) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Float) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Int) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Int8) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Int16) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Int32) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: Int64) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: UInt) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: UInt8) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: UInt16) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: UInt32) throws { part.content = .whole(value.value) }
    mutating func encode(_ value: UInt64) throws { part.content = .whole(value.value) }

    mutating func encode<Encoded: Encodable>(_ value: Encoded) throws {
        part.content = try EncodedPart(value, at: codingPath).content
    }
}
