// SPDX-License-Identifier: Apache-2.0

/// A pattern for names of cases: `*` stands for any run of characters, `\*` for a star and `\\` for a backslash.
struct CaseNamePattern {
    /// What stands between the stars.
    private let parts: [String]

    init(_ text: String) {
        var parts = [""]
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "*" {
                parts.append("")
            } else if character == "\\", let next = rest.first, next == "*" || next == "\\" {
                parts[parts.count - 1].append(rest.removeFirst())
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        self.parts = parts
    }

    /// Whether the pattern matches all of a name.
    func matches(_ name: String) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return parts.first == name }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

extension CaseSelection {
    /// The pattern that means one name and no other.
    package static func pattern(for name: String) -> String {
        name.reduce(into: "") { text, character in
            if character == "*" || character == "\\" { text.append("\\") }
            text.append(character)
        }
    }
}
