// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A named value of a span, a number, a record or the resource that they are of.
package struct TelemetryAttribute: Hashable, Sendable {
    /// Its name, such as `service.name`.
    package let key: String
    /// Its value.
    package let value: Value

    /// An attribute with a value of any kind.
    package init(_ key: String, _ value: Value) {
        (self.key, self.value) = (key, value)
    }

    /// An attribute that is a text.
    package init(_ key: String, _ text: String) {
        self.init(key, .string(text))
    }

    /// An attribute that is a whole number.
    package init(_ key: String, _ number: Int) {
        self.init(key, .number(.integer(Int128(number))))
    }

    /// The attribute in OTLP's JSON.
    package var otlp: Value { .object([.init("key", .string(key)), .init("value", value.otlp)]) }
}

extension Value {
    /// A value as OTLP writes one in JSON: whole numbers of 64 bits as texts, and what is greater as a decimal text.
    package var otlp: Value {
        func typed(_ type: String, _ value: Value) -> Value { .object([.init(type, value)]) }
        switch self {
        case .null: return .object([])
        case .bool: return typed("boolValue", self)
        case .number(let number):
            if let integer = number.integer {
                return typed(Int64(exactly: integer) == nil ? "stringValue" : "intValue", .string("\(integer)"))
            }
            return typed("doubleValue", self)
        case .string: return typed("stringValue", self)
        case .array(let elements):
            return typed("arrayValue", .object([.init("values", .array(elements.map(\.otlp)))]))
        case .object(let members):
            let members = members.map { TelemetryAttribute($0.name, $0.value).otlp }
            return typed("kvlistValue", .object([.init("values", .array(members))]))
        case .bytes, .handle: return typed("stringValue", .string(json))
        }
    }
}

/// The envelopes around what OTLP's requests carry.
package enum TelemetryEnvelope {
    /// The resource with these attributes.
    package static func resource(_ attributes: [TelemetryAttribute]) -> Value {
        .object([.init("attributes", .array(attributes.map(\.otlp)))])
    }

    /// The part of a program that all of it comes from.
    ///
    /// - Parameter version: that of the program; nil where it is not known.
    package static func scope(version: String? = nil) -> Value {
        .object([.init("name", .string("heddle"))] + (version.map { [.init("version", .string($0))] } ?? []))
    }
}
