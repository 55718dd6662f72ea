// SPDX-License-Identifier: Apache-2.0

/// The name of a line in what is said of it.
struct ShellPlace {
    /// The number of the line; nil for one that a person types and sees above.
    let number: Int?

    /// The name of the line as it was written.
    var line: String { number.map { "line \($0)" } ?? "line" }

    /// The name of the behaviour whose last step the line has become.
    var step: String { number.map { "the step of line \($0)" } ?? "shell" }
}
