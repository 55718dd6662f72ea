// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension JSONSchema {
    /// A type of JSON.
    package enum Kind: String, Sendable {
        case null
        case boolean
        case number
        /// A number without a fraction.
        case integer
        case string
        case array
        case object
    }

    /// A value of one of these types.
    package static func kind(_ kinds: Kind...) -> JSONSchema { kind(kinds) }

    static func kind(_ kinds: [Kind]) -> JSONSchema {
        let names = kinds.map { Value.string($0.rawValue) }
        return JSONSchema().with("type", names.count == 1 ? names[0] : .array(names))
    }

    /// Any text, which may be empty.
    package static let anyText = kind(.string)
    /// A text that is not empty.
    package static let text = anyText.with("minLength", .whole(1))
    /// `true` or `false`.
    package static let flag = kind(.boolean)
    /// Any number.
    package static let number = kind(.number)

    /// A number of a range.
    package static func number(_ range: ClosedRange<Double>) -> JSONSchema {
        number.with("minimum", Value(range.lowerBound)).with("maximum", Value(range.upperBound))
    }

    /// A whole number of a range, which may be open at its end.
    package static func whole(_ range: ClosedRange<Int>) -> JSONSchema {
        let least = kind(.integer).with("minimum", .whole(range.lowerBound))
        return range.upperBound == .max ? least : least.with("maximum", .whole(range.upperBound))
    }

    /// One of a few texts.
    package static func words(_ words: [String]) -> JSONSchema { anyText.with("enum", .texts(words)) }

    /// One of the words of a type.
    package static func words<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> JSONSchema {
        words(type.allCases.map(\.rawValue))
    }

    /// A text, if it is one, that matches a regular expression.
    ///
    /// - Parameter expected: the message of an editor about any other text.
    package static func matching(_ expression: String, expected: String) -> JSONSchema {
        JSONSchema().with("pattern", .string(expression)).with("patternErrorMessage", .string("expected \(expected)"))
    }

    /// A list.
    package static func list(of element: JSONSchema, atLeast count: Int = 0) -> JSONSchema {
        let list = kind(.array).with("items", element)
        return count == 0 ? list : list.with("minItems", .whole(count))
    }

    /// A text, or a list of such texts.
    ///
    /// - Parameter element: the schema of the texts; it allows any other value.
    package static func textOrTexts(_ element: JSONSchema = nonEmpty, atLeast count: Int = 0) -> JSONSchema {
        let either = kind(.string, .array).and(element).with("items", anyText.and(element))
        return count == 0 ? either : either.with("minItems", .whole(count))
    }

    /// A text, if it is one, that is not empty.
    package static let nonEmpty = JSONSchema().with("minLength", .whole(1))

    /// Objects whose keys are such texts.
    package func naming(_ names: JSONSchema) -> JSONSchema { with("propertyNames", names) }
}
