// SPDX-License-Identifier: Apache-2.0

/// The answer to a call that comes after the last of several answers.
public enum AnswerEnding: String, CaseIterable, Sendable {
    /// The last answer again and again.
    case last
    /// All of them from the first on.
    case `repeat`
    /// The action or service itself.
    case proceed
    /// A failure with the code `noAnswer`.
    case fail
}
