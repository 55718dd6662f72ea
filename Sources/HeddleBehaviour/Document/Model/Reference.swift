// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// What `{"ref": "saved.corners[2].x"}` refers to: a value that is known by a name, or a part of it.
public struct Reference: Hashable, Sendable, CustomStringConvertible {
    /// The name under which an earlier step saved the value, or `row` for the row of an `each`.
    public let name: String
    /// The way to the part; none for all of it.
    public let part: PartPath

    /// Creates a reference.
    public init(_ name: String, _ part: PartPath = PartPath()) {
        self.name = name
        self.part = part
    }

    /// What a text refers to; nil where it is no name with a path behind it.
    public init?(_ text: String) {
        guard let (name, part) = PartPath.split(text) else { return nil }
        self.init(name, part)
    }

    /// The text that refers to it.
    public var description: String { name + part.description }
}
