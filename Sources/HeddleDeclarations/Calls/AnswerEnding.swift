// SPDX-License-Identifier: Apache-2.0

/// The answer to a call that comes after the last of several answers.
public enum AnswerEnding: String, CaseIterable, Sendable {
    /// Repeats the last answer.
    case last
    /// Repeats all answers from the first on.
    case `repeat`
    /// Calls the action or service itself.
    case proceed
    /// Fails with the code `noAnswer`.
    case fail
}
