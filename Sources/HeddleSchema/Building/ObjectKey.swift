// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A key that an object may have.
package struct ObjectKey: Sendable {
    /// The key.
    package let name: String
    /// True if it must be there.
    package let isRequired: Bool
    /// The schema of its value.
    package let schema: JSONSchema

    /// Creates a key.
    package init(_ name: String, isRequired: Bool = false, _ schema: JSONSchema) {
        self.name = name
        self.isRequired = isRequired
        self.schema = schema
    }
}

extension JSONSchema {
    /// The keys of an object, if it is one: these, and those that are free in every object.
    ///
    /// - Parameter takesOthers: true if unknown keys are ignored.
    package static func keys(_ keys: [ObjectKey], takesOthers: Bool = false) -> JSONSchema {
        let free = Value.Member("description", JSONSchema.anything.described("A remark; Heddle ignores it.").value)
        var schema = JSONSchema()
            .with("properties", .object(keys.map { .init($0.name, $0.schema.value) } + [free]))
            .with("patternProperties", .object([.init("^x-", anything.described("Free for other tools.").value)]))
        if !takesOthers { schema = schema.with("additionalProperties", .bool(false)) }
        let required = keys.filter(\.isRequired).map(\.name)
        return required.isEmpty ? schema : schema.with("required", .texts(required))
    }

    /// Objects that have all of these keys.
    package static func having(_ keys: String...) -> JSONSchema { JSONSchema().with("required", .texts(keys)) }

    /// Objects that have none of these keys.
    package static func lacking(_ keys: some Sequence<String>) -> JSONSchema {
        JSONSchema().with("properties", .object(keys.map { .init($0, .bool(false)) }))
    }

    /// Objects that lack a key.
    package static func without(_ key: String) -> JSONSchema { JSONSchema().with("not", having(key)) }

    /// Objects that have a value that meets a schema under a key.
    package static func having(_ key: String, _ schema: JSONSchema) -> JSONSchema {
        having(key).with("properties", .object([.init(key, schema.value)]))
    }

    /// A text, or a number, that is just this one.
    package static func just(_ value: Value) -> JSONSchema { JSONSchema().with("const", value) }

    /// All of several.
    package static func all(_ schemas: [JSONSchema]) -> JSONSchema {
        schemas.isEmpty ? anything : JSONSchema().with("allOf", .array(schemas.map(\.value)))
    }
}
