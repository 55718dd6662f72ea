// SPDX-License-Identifier: Apache-2.0

extension Value: Codable {
    /// Decodes any value of another format, such as JSON; numbers with a fraction as `Double`, and members
    /// in alphabetical order.
    ///
    /// In ``decode(_:)`` a value stays as it is, with its bytes, handles and exact numbers.
    public init(from decoder: any Decoder) throws {
        if var elements = try? decoder.unkeyedContainer() {
            var values: [Value] = []
            while !elements.isAtEnd { values.append(try elements.decode(Value.self)) }
            self = .array(values)
        } else if let members = try? decoder.container(keyedBy: PartKey.self) {
            // Other formats may have no order of members.
            let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(try keys.map { Member($0.stringValue, try members.decode(Value.self, forKey: $0)) })
        } else {
            self = try Value(whole: decoder.singleValueContainer())
        }
    }

    private init(whole container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = integer.value
        } else if let integer = try? container.decode(UInt64.self) {
            self = integer.value
        } else if let number = try? container.decode(Double.self) {
            self = number.value
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Encodes the value in another format, such as JSON; bytes as an array of numbers, a number that no `Int64` and no
    /// `UInt64` holds as a `Double`.
    ///
    /// - Throws: for a handle, and for a number that no `Double` holds.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            var container = encoder.container(keyedBy: PartKey.self)
            for member in members { try container.encode(member.value, forKey: PartKey(stringValue: member.name)) }
        case .bytes(let bytes): try bytes.encode(to: encoder)
        case .handle(let handle): try handle.encode(to: encoder)
        case .null, .bool, .number, .string:
            var container = encoder.singleValueContainer()
            try encode(into: &container)
        }
    }

    private func encode(into container: inout some SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .string(let text): try container.encode(text)
        case .number(let number):
            if let integer = number.integer.flatMap(Int64.init(exactly:)) {
                try container.encode(integer)
            } else if let integer = number.integer.flatMap(UInt64.init(exactly:)) {
                try container.encode(integer)
            } else if let double = number.double {
                try container.encode(double)
            } else {
                throw EncodingError.invalidValue(
                    self, .init(codingPath: container.codingPath, debugDescription: "a number that a Double can hold"))
            }
        default: try container.encodeNil()
        }
    }
}

extension Handle: Codable {
    /// Takes the handle in a value that is decoded; see ``Value/decode(_:)``.
    ///
    /// - Throws: where any other format is decoded: a pointer never comes from a text.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "a handle that a module has given out"))
    }

    /// Keeps the handle in a value that is encoded; see ``Value/init(encoding:)``.
    ///
    /// - Throws: where any other format is encoded: a pointer never leaves the process.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "a value that other programs can hold"))
    }
}
