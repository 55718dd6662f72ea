// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is no expression, or none that can be computed.
package struct ExpressionMistake: Error, Hashable, Sendable {
    /// The part that is wrong.
    package let found: String
    /// Words for a right one.
    package let expected: String

    /// Creates a mistake.
    package init(found: String, expected: String) {
        self.found = found
        self.expected = expected
    }
}

/// The reason why an expression has no value for some operands.
package struct ExpressionFault: Error, Hashable, Sendable {
    /// The reason in words.
    package let message: String

    /// Creates a fault.
    package init(_ message: String) {
        self.message = message
    }
}
