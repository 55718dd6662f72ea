// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// What `{"ref": "saved.corners[2].x"}` refers to: a value that is known by a name, or a part of it.
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

    /// What a text refers to; nil where it is no name with a path behind it.
    package init?(_ text: String) {
        guard let (name, part) = PartPath.split(text) else { return nil }
        self.init(name, part)
    }

    /// The text that refers to it.
    package var description: String { name + part.description }
}
