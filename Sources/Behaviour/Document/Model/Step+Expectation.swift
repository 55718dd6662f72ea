// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension Step {
    /// What a part of an outcome is held against.
    public struct Expectation: Sendable {
        /// Which part.
        public let path: Located<ValuePath>
        /// What must hold for it.
        public let test: Test
        /// Where the expectation stands, its path included.
        public let range: SourceRange

        /// What must hold.
        public enum Test: Sendable {
            /// It equals a value; an expected object names the fields that it cares about.
            case equals(Located<Template>)
            /// All of these hold; at least one.
            case operators([(Operator, Located<Template>)])
        }

        /// A comparison, by its word in the file.
        public enum Operator: String, CaseIterable, Sendable {
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
            /// A text that has a match of a Swift regular expression.
            case matches
            /// A text with this text in it, or an array with this element.
            case contains
            /// The number of elements of an array, or of characters of a text.
            case length
            /// Whether it is null.
            case null
        }
    }
}
