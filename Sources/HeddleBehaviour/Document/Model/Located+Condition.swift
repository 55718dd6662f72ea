// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

extension Located<Template>: ConditionOperand {
    /// The value, where there is no reference in it.
    package var literal: Value? { value.literal }

    /// True for a reference as a whole, and for a value that is made of some.
    package var isReference: Bool {
        switch value {
        case .reference, .computed: true
        case .literal, .array, .object: false
        }
    }

    /// The elements of an array, each with its place as far as that is known; nil for any other value.
    package var elements: [Located<Template>]? {
        switch value {
        case .array(let elements): elements
        case .literal(.array(let values)):
            zip(values, range.places(of: values.count)).map { Located(.literal($0), at: $1) }
        case .literal, .reference, .computed, .object: nil
        }
    }

    /// The members of an object, each with its place as far as that is known; empty for any other value.
    package var namedOperands: [(name: String, operand: Located<Template>)] {
        switch value {
        case .literal: namedParts?.map { ($0.name, $0.source) } ?? []
        case .object(let members): members.map { ($0.name.value, $0.value) }
        case .array, .reference, .computed: []
        }
    }

    /// The value's sort in words, such as `number 5`.
    package var kindDescription: String {
        switch value {
        case .literal(let value): value.kindDescription
        case .reference(let reference): "\"\(reference)\""
        case .computed(let computation): computation.words
        case .array(let elements): "array of \(elements.count)"
        case .object: "object"
        }
    }
}

/// A literal that stands somewhere else than the condition that it is read for, such as in a row of a table.
extension Located<Template>: ConditionSource {
    /// The members of an object, each with its place; nil for any other value.
    package var namedParts: [(name: String, source: Located<Template>)]? {
        guard case .literal(.object(let members)) = value else { return nil }
        let places = range.parts
        return members.enumerated().map { index, member in
            let place = places.count == members.count ? places[index].value : range
            return (member.name, Located(.literal(member.value), at: place))
        }
    }

    /// The elements of an array; nil for any other value.
    package var list: [Located<Template>]? { elements }

    /// The value itself.
    package func operand() -> Located<Template>? { self }
}
