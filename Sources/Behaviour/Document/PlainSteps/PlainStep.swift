// SPDX-License-Identifier: Apache-2.0

public import Declarations

/// A step that only calls an action with literals, by position, and may expect its result to equal one.
///
/// Most steps of a long behaviour are of this kind. One is read into the same memory as the one before it.
///
/// ## Topics
/// - ``PlainStepReader``
public struct PlainStep: Sendable {
    /// Which call it is, counted from 0 in the order in which the reader met their names.
    public internal(set) var call = 0
    /// What the action is called with.
    public internal(set) var arguments: [PlainLiteral] = []
    /// What its result must equal.
    public internal(set) var expectation: Expectation?

    /// What the result of a plain step must equal.
    public struct Expectation: Sendable {
        /// The value.
        public let result: PlainLiteral
        /// Where it stands, its path included.
        public let bytes: Range<Int>
    }
}
