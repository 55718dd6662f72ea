// SPDX-License-Identifier: Apache-2.0

/// Two numbers are the same if they have the same text, whether they were written or computed. ``compare(_:)`` compares
/// their values.
extension Number: Hashable {
    /// Returns whether both have the same text.
    public static func == (left: Number, right: Number) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.integer, _), (_, .integer): false
        case (.floating(.double(let left)), .floating(.double(let right))): left == right
        default: left.text == right.text
        }
    }

    /// Hashes the text or the integer.
    public func hash(into hasher: inout Hasher) {
        if case .integer(let integer) = self { hasher.combine(integer) } else { hasher.combine(text) }
    }
}
