// SPDX-License-Identifier: Apache-2.0

/// A pattern for names in which `*` stands for any characters.
package struct WildcardPattern: Hashable, Sendable {
    /// The text between the stars.
    private let parts: [String]

    /// Reads a pattern.
    ///
    /// - Parameter hasEscapes: true if `\*` means a star and `\\` a backslash.
    package init(_ text: String, hasEscapes: Bool = false) {
        var parts = [""]
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "*" {
                parts.append("")
            } else if hasEscapes, character == "\\", let next = rest.first, next == "*" || next == "\\" {
                parts[parts.count - 1].append(rest.removeFirst())
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        self.parts = parts
    }

    /// The pattern with escapes that matches one name and no other.
    package static func escaping(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character == "*" || character == "\\" { text.append("\\") }
            text.append(character)
        }
    }

    /// True for a pattern without a star, which matches one name.
    package var isExact: Bool { parts.count == 1 }

    /// Returns whether the pattern matches a whole name.
    ///
    /// - Complexity: O(*n* · *m*) for a pattern of *n* characters and a name of *m*.
    package func matches(_ name: String) -> Bool {
        guard let first = parts.first, let last = parts.last, !isExact else { return parts.first == name }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
