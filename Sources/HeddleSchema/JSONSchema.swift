// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A JSON Schema: what must hold for a value, and what an editor says of it.
///
/// It is one of draft-07, the last draft that the JSON service of Visual Studio Code and of its kin supports wholly. Of
/// 2019-09 and 2020-12 it does not know all keywords, and what an editor does not know it does not check.
///
/// Alternatives are told apart by the type of a value or by the presence of a key, with `if`, `then` and `else`, and
/// never tried one by one with `anyOf` or `oneOf`, so that a message speaks of the one that was meant. A keyword that
/// is about texts only, or lists, or objects, says nothing of other values, and so a schema may have several of them
/// side by side.
///
/// ## Topics
/// - ``keys(_:takesOthers:)``
/// - ``SchemaDefinition``
/// - ``text``
package struct JSONSchema: Hashable, Sendable {
    /// The keywords, in the order in which they are written.
    package private(set) var keywords: [Value.Member]

    /// Creates a schema of keywords.
    package init(_ keywords: [Value.Member] = []) {
        self.keywords = keywords
    }

    /// A schema that every value meets.
    package static let anything = JSONSchema()

    /// The schema as JSON has it.
    package var value: Value { .object(keywords) }

    /// The value of a keyword; nil if the schema does not have it.
    package subscript(keyword: String) -> Value? { keywords.first { $0.name == keyword }?.value }
}

extension JSONSchema {
    /// The schema with one more keyword, or with another value for it.
    package func with(_ keyword: String, _ value: Value) -> JSONSchema {
        JSONSchema(keywords.filter { $0.name != keyword } + [Value.Member(keyword, value)])
    }

    /// The schema with one more keyword that is a schema.
    package func with(_ keyword: String, _ schema: JSONSchema) -> JSONSchema { with(keyword, schema.value) }

    /// The schema with the keywords of another one too.
    ///
    /// - Precondition: no keyword stands in both.
    package func and(_ other: JSONSchema) -> JSONSchema {
        let both = keywords + other.keywords
        precondition(Set(both.map(\.name)).count == both.count, "a keyword is in both schemas")
        return JSONSchema(both)
    }

    /// The schema with a further one for values that meet a condition.
    package func when(_ condition: JSONSchema, _ then: JSONSchema, else other: JSONSchema? = nil) -> JSONSchema {
        let chosen = with("if", condition).with("then", then)
        return other.map { chosen.with("else", $0) } ?? chosen
    }

    /// The schema with what an editor shows where the value stands.
    package func described(_ text: String) -> JSONSchema {
        JSONSchema([Value.Member("description", .string(text))] + keywords.filter { $0.name != "description" })
    }

    /// The schema with what an editor offers.
    package func examples(_ values: Value...) -> JSONSchema { with("examples", .array(values)) }

    /// The schema with texts that an editor offers; the same schema if there are none.
    package func examples(_ texts: [String]) -> JSONSchema { texts.isEmpty ? self : with("examples", .texts(texts)) }

    /// The schema with what counts where the key is left out.
    package func defaulting(to value: Value) -> JSONSchema { with("default", value) }
}

extension Value {
    /// A list of texts.
    package static func texts(_ texts: [String]) -> Value { .array(texts.map(Value.string)) }

    /// A whole number.
    package static func whole(_ number: Int) -> Value { .number(.integer(Int128(number))) }
}
