// SPDX-License-Identifier: Apache-2.0

/// The condition of a `_Success_` annotation: the result compared with a constant.
package struct SuccessTest: Hashable, Sendable {
    /// A comparison of C.
    package enum Comparison: String, Hashable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// The comparison.
    package let comparison: Comparison
    /// The operand; null is 0.
    package let value: Int64

    /// Creates a condition.
    package init(_ comparison: Comparison, _ value: Int64) {
        self.comparison = comparison
        self.value = value
    }

    /// Returns whether a result meets the condition.
    package func holds(for result: Int128) -> Bool {
        switch comparison {
        case .equal: result == value
        case .notEqual: result != value
        case .less: result < value
        case .lessOrEqual: result <= value
        case .greater: result > value
        case .greaterOrEqual: result >= value
        }
    }
}
