// SPDX-License-Identifier: Apache-2.0

/// Two numbers are the same where they are told by the same text, whether they were written or computed. What they are
/// worth is compared by ``compare(_:)``.
extension Number: Hashable {
    /// Returns whether both are told by the same text.
    public static func == (left: Number, right: Number) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.integer, _), (_, .integer): false
        case (.floating(.double(let left)), .floating(.double(let right))): left == right
        default: left.text == right.text
        }
    }

    /// Takes in the text, or the whole number.
    public func hash(into hasher: inout Hasher) {
        if case .integer(let integer) = self { hasher.combine(integer) } else { hasher.combine(text) }
    }
}
