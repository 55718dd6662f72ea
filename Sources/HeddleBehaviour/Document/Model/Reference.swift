// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The target of `{"ref": "saved.corners[2].x"}`: a saved value, or a part of it; with `&` its place in memory, and with
/// a cast as in C, `(struct sockaddr *)address`, the same pointer as another type.
package struct Reference: Hashable, Sendable, CustomStringConvertible {
    /// The name under which an earlier step saved the value, or `row` for the row of an `each`.
    package let name: String
    /// The way to the part; none for all of it.
    package let part: PartPath
    /// True if it stands for the place of the part in memory: a handle.
    package let isPlace: Bool
    /// The type that the pointer is taken for; nil for its own.
    package let type: String?

    /// Creates a reference.
    package init(_ name: String, _ part: PartPath = PartPath(), isPlace: Bool = false, type: String? = nil) {
        self.name = name
        self.part = part
        self.isPlace = isPlace
        self.type = type
    }

    /// The reference in a text; nil unless it is a name with a path behind it, of a place with `&` before it, and with a
    /// type in parentheses before all.
    package init?(_ text: String) {
        var rest = text[...]
        var type: String?
        if rest.utf8.first == UInt8(ascii: "(") {
            guard !rest.hasPrefix("(("), let end = rest.firstIndex(of: ")") else { return nil }
            type = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        let isPlace = rest.utf8.first == UInt8(ascii: "&")
        guard let (name, part) = PartPath.split(isPlace ? Substring(rest.utf8.dropFirst()) : rest) else { return nil }
        if isPlace, part.isEmpty { return nil }
        self.init(name, part, isPlace: isPlace, type: type)
    }

    /// The path to the place, without the mark that tells it from the value there.
    package var path: Reference { Reference(name, part, type: type) }

    /// The reference of an operation in memory to a place.
    package init?(place text: String) {
        guard let path = Reference(text), !path.isPlace, !path.part.isEmpty else { return nil }
        self.init(path.name, path.part, isPlace: true, type: path.type)
    }

    /// The name by which steps refer to the temporary folder.
    package static let temporary = "temporary"

    /// The path of the folder that a run makes for itself, which is known in the run alone.
    package static let temporaryFolder = Reference(temporary, PartPath([.member("folder")]))

    /// True if it is to all of a saved value, as it is.
    package var isWhole: Bool { part.isEmpty && type == nil }

    /// The same pointer as its own type.
    package var withoutType: Reference { Reference(name, part, isPlace: isPlace) }

    /// Returns whether a text begins as a reference that is no plain name.
    package static func isMarked(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "&") || text.utf8.first == UInt8(ascii: "(")
    }

    /// The way to write a cast in the middle of a path, such as `((struct point *)it)->x`, or one without a path; nil
    /// where a text has none.
    package static func adviceOnCast(in text: String) -> String? {
        let isInner = text.hasPrefix("((")
        let cast = text.dropFirst(isInner ? 2 : 1)
        guard text.utf8.first == UInt8(ascii: "("), let end = cast.firstIndex(of: ")") else { return nil }
        let rest = cast[cast.index(after: end)...].drop { $0 == " " }
        let (pointer, path) = isInner ? (rest.prefix { $0 != ")" }, rest.drop { $0 != ")" }.dropFirst()) : (rest, "[0]")
        if !isInner, PartPath.split(rest)?.path.isEmpty != true { return nil }
        let type = cast[..<end]
        return "a cast is of a whole path: keep the pointer by {\"new\": \"\(type)\", \"value\": {\"ref\": "
            + "\"(\(type))\(pointer)\"}, \"save\": \"p\"}, and follow that: p[0]\(path)"
    }

    /// The text that refers to it.
    package var description: String {
        (type.map { "(\($0))" } ?? "") + (isPlace ? "&" : "") + name + part.description
    }
}
