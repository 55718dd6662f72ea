// SPDX-License-Identifier: Apache-2.0

/// An operator with what it compares with.
package struct Comparison: Hashable, Sendable {
    /// The operator.
    package let word: ConditionOperator
    /// What it compares with.
    package let operand: Value

    /// Creates a comparison.
    package init(_ word: ConditionOperator, _ operand: Value) {
        self.word = word
        self.operand = operand
    }

    /// Whether it holds for a value.
    package func holds(for actual: Value) -> Bool { word.holds(for: actual, operand) }

    /// The comparison in words, behind "is": `less than 5`, `not null`.
    package func words(limit: Int = 60) -> String {
        switch (word, operand) {
        case (.null, .bool(false)): "not null"
        case (.null, _): "null"
        default: "\(word.words) \(operand.excerpt(limit: limit))"
        }
    }

    /// What is true of a value for which it does not hold, in words behind "is".
    package func denial(limit: Int = 60) -> String {
        switch (word, operand) {
        case (.ne, _): Comparison(.eq, operand).words(limit: limit)
        case (.null, .bool(false)): "null"
        default: "not \(words(limit: limit))"
        }
    }
}
