// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The target of `{"ref": "saved.corners[2].x"}`: a saved value, or a part of it.
package struct Reference: Hashable, Sendable, CustomStringConvertible {
    /// The name under which an earlier step saved the value, or `row` for the row of an `each`.
    package let name: String
    /// The way to the part; none for all of it.
    package let part: PartPath

    /// Creates a reference.
    package init(_ name: String, _ part: PartPath = PartPath()) {
        self.name = name
        self.part = part
    }

    /// The reference in a text; nil unless it is a name with a path behind it.
    package init?(_ text: String) {
        guard let (name, part) = PartPath.split(text) else { return nil }
        self.init(name, part)
    }

    /// The text that refers to it.
    package var description: String { name + part.description }
}
