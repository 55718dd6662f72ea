// SPDX-License-Identifier: Apache-2.0

internal import Declarations

/// A value that does not fit the declared type of where it is to go.
public struct CrossingError: Error, Hashable, Sendable {
    /// The parameter's index; nil for the result.
    public let parameter: Int?
    /// What was found, such as `number 300`.
    public let found: String
    /// What the declaration wants, such as `a number from 0 to 255`.
    public let expected: String

    /// Creates an error.
    public init(parameter: Int?, found: String, expected: String) {
        self.parameter = parameter
        self.found = found
        self.expected = expected
    }
}

/// A value that does not fit, before it is known which parameter it is for.
struct Misfit: Error {
    let expected: String
}
