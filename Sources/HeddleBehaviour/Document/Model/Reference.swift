// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The target of `{"ref": "saved.corners[2].x"}`: a saved value, or a part of it; with `&` its place in memory.
package struct Reference: Hashable, Sendable, CustomStringConvertible {
    /// The name under which an earlier step saved the value, or `row` for the row of an `each`.
    package let name: String
    /// The way to the part; none for all of it.
    package let part: PartPath
    /// True if it stands for the place of the part in memory: a handle.
    package let isPlace: Bool

    /// Creates a reference.
    package init(_ name: String, _ part: PartPath = PartPath(), isPlace: Bool = false) {
        self.name = name
        self.part = part
        self.isPlace = isPlace
    }

    /// The reference in a text; nil unless it is a name with a path behind it, of a place with `&` before it.
    package init?(_ text: String) {
        let isPlace = text.hasPrefix("&")
        guard let (name, part) = PartPath.split(isPlace ? String(text.dropFirst()) : text) else { return nil }
        if isPlace, part.isEmpty { return nil }
        self.init(name, part, isPlace: isPlace)
    }

    /// The text that refers to it.
    package var description: String { (isPlace ? "&" : "") + name + part.description }
}
