// SPDX-License-Identifier: Apache-2.0

/// A comparison, by its word in a behaviour: in `expect` and in the conditions of aspects.
package enum ConditionOperator: String, CaseIterable, Hashable, Sendable {
    /// Equal; for an object that would be taken as operators.
    case eq
    /// Not equal.
    case ne
    /// Less than a number or text.
    case lt
    /// Less than or equal.
    case le
    /// Greater than.
    case gt
    /// Greater than or equal.
    case ge
    /// `[expected, tolerance]`, two numbers.
    case near
    /// One of an array's elements.
    case `in`
    /// A text that has a match of a regular expression; see ``RegularExpression``.
    case matches
    /// A text with this text in it, or an array with this element.
    case contains
    /// The number of elements of an array, or of characters of a text.
    case length
    /// Whether it is null.
    case null

    /// The operator in words that its operand follows, such as `less than`; see ``Comparison/words(limit:)``.
    package var words: String {
        switch self {
        case .eq: "equal to"
        case .ne: "not equal to"
        case .lt: "less than"
        case .le: "at most"
        case .gt: "greater than"
        case .ge: "at least"
        case .near: "near"
        case .in: "one of"
        case .matches: "matching"
        case .contains: "containing"
        case .length: "of length"
        case .null: "null:"
        }
    }

    /// What it compares with, in words.
    package var operand: String {
        switch self {
        case .eq, .ne, .contains: "a value"
        case .lt, .le, .gt, .ge: "a number or text"
        case .near: "[expected, tolerance]"
        case .in: "an array"
        case .matches: "text"
        case .length: "a whole number of 0 or more"
        case .null: "true or false"
        }
    }
}
