// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A value that may have references to saved values in it, and values that are made of them.
package enum Template: Sendable {
    /// A value without any reference in it.
    case literal(Value)
    /// `{"ref": "name.part"}`: a value that an earlier step saved, or a part of it.
    case reference(Reference)
    /// A value that is made of others.
    case computed(Computation)
    /// An array with a reference somewhere in it.
    case array([Located<Template>])
    /// An object with a reference somewhere in it.
    case object([Member])

    /// A member of an object, or an argument by its name.
    package struct Member: Sendable {
        /// The member's name.
        package let name: Located<String>
        /// The member's value.
        package let value: Located<Template>

        /// Creates a member.
        package init(name: Located<String>, value: Located<Template>) {
            self.name = name
            self.value = value
        }
    }

    /// The value, where there is no reference in it.
    package var literal: Value? {
        if case .literal(let value) = self { value } else { nil }
    }

    /// The template as it was written.
    package var written: Value {
        switch self {
        case .literal(let value): value
        case .reference(let reference): .object([.init("ref", .string("\(reference)"))])
        case .computed(let computation): computation.written
        case .array(let elements): .array(elements.map(\.value.written))
        case .object(let members): .object(members.map { .init($0.name.value, $0.value.value.written) })
        }
    }
}
