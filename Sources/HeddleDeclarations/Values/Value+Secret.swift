// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// What stands in the place of a value that a declaration says is secret.
    public static let secret = Value.string(secretWord)

    /// The same in a sentence.
    public static let secretWord = "<secret>"
}
