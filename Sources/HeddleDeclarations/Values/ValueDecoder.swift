// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics

extension Value {
    /// Decodes a type of Swift, such as one that stands for a C structure.
    ///
    /// ```swift
    /// struct Point: Codable { var x, y: Double }
    /// let point = try value.decode(Point.self)
    /// ```
    ///
    /// Members are matched by name, an enumeration by the name of its constant, and null is nil. A number is never
    /// rounded to an integer, nor taken for a text.
    ///
    /// - Throws: a diagnostic with the path of the part that does not fit, and what was found and expected there.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type = Decoded.self) throws(Diagnostic) -> Decoded {
        try decode(type, saying: "the value is")
    }

    /// The same for a value with a name.
    ///
    /// - Parameter subject: the first words of the sentence that says what does not fit, such as `m.mid returned`.
    package func decode<Decoded: Decodable>(
        _ type: Decoded.Type, saying subject: String
    ) throws(Diagnostic) -> Decoded {
        do {
            return try ValueDecoder(value: self, codingPath: []).decode(type)
        } catch {
            throw ValueMismatch(error, of: self).diagnostic(subject, type, code: .call(.result))
        }
    }
}

/// Reads a `Decodable` type from a value.
private struct ValueDecoder: Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(MemberDecoding(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch value {
        case .array(let elements): ElementDecoding(elements: elements, codingPath: codingPath)
        case .bytes(let bytes): ElementDecoding(elements: bytes.map(\.value), codingPath: codingPath)
        default: throw mismatch("an array")
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func mismatch(_ expected: String) -> ValueMismatch {
        ValueMismatch(at: codingPath, found: value.kindDescription, expected: expected)
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool { try converted("true or false") }
    func decode(_ type: String.Type) throws -> String { try converted("a text") }
    func decode(_ type: Double.Type) throws -> Double { try converted("a number that a Double can hold") }
    func decode(_ type: Float.Type) throws -> Float { try converted("a number that a Float can hold") }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }

    /// A value that needs no decoder comes as it is: the decoder has no container for a handle.
    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        if type == Value.self, let value = value as? Decoded { return value }
        if type == Handle.self, let handle = try converted("a handle") as Handle as? Decoded { return handle }
        return try Decoded(from: self)
    }

    private func converted<Converted: ValueConvertible>(_ expected: String) throws -> Converted {
        guard let converted = Converted(value) else { throw mismatch(expected) }
        return converted
    }

    private func whole<Number: FixedWidthInteger & ValueConvertible>() throws -> Number {
        try converted("a whole number from \(Number.min) to \(Number.max)")
    }
}

/// The members of an object.
private struct MemberDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [Value.Member]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func present(_ key: some CodingKey) -> Value? { members.first { $0.name == key.stringValue }?.value }

    func contains(_ key: Key) -> Bool { present(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).decode(type) }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
        try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(PartKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: some CodingKey) throws -> ValueDecoder {
        guard let value = present(key) else {
            let names = members.map(\.name)
            throw ValueMismatch(
                at: codingPath, found: names.isEmpty ? "an object without members" : "an object with \(names.listed)",
                expected: "the member \"\(key.stringValue)\"",
                suggestion: nearest(to: key.stringValue, among: names).map { "is it \"\($0)\"?" })
        }
        return ValueDecoder(value: value, codingPath: codingPath + [key])
    }
}

extension [String] {
    /// The first of them, with commas.
    fileprivate var listed: String { prefix(8).joined(separator: ", ") + (count > 8 ? ", …" : "") }
}

/// The elements of an array, one by one.
private struct ElementDecoding: UnkeyedDecodingContainer {
    let elements: [Value]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [Value], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try decoder().value == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.decode(type) } }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    private mutating func next<Result>(_ body: (ValueDecoder) throws -> Result) throws -> Result {
        let result = try body(try decoder())
        currentIndex += 1
        return result
    }

    private func decoder() throws -> ValueDecoder {
        guard elements.indices.contains(currentIndex) else {
            throw ValueMismatch(
                at: codingPath, found: "an array of \(elements.count)", expected: "one more element")
        }
        return ValueDecoder(value: elements[currentIndex], codingPath: codingPath + [PartKey(intValue: currentIndex)])
    }
}
