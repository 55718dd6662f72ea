// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A value that may have references to saved values in it, each a whole value and never a part of a text.
package enum Template: Sendable {
    /// A value without any reference in it.
    case literal(Value)
    /// `{"ref": "name.part"}`: a value that an earlier step saved, or a part of it.
    case reference(Reference)
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
}
