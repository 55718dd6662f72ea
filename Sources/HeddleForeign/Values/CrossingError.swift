// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A value that does not fit the declared type.
public struct CrossingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's index; nil for the result.
    public let parameter: Int?
    /// The found value, such as `number 300`, with its path if it is a part of a larger value.
    public let found: String
    /// The expected value, such as `a number from 0 to 255`.
    public let expected: String

    /// Creates an error.
    package init(parameter: Int?, found: String, expected: String) {
        self.parameter = parameter
        self.found = found
        self.expected = expected
    }

    /// `number 300, the declaration wants a number from 0 to 255`
    public var description: String { "\(found), the declaration wants \(expected)" }
}

extension CrossingError {
    /// The same without what was found, where the declaration says that it is secret.
    func concealed(in signature: Signature) -> CrossingError {
        guard let parameter, parameter < signature.parameters.count, signature.parameters[parameter].isSecret else {
            return self
        }
        return CrossingError(parameter: parameter, found: Value.secretWord, expected: expected)
    }
}

/// A value that does not fit, before it is known which parameter it is for.
struct Misfit: Error {
    let expected: String
    /// The found value, if it is a part of the whole.
    var found: String?
    /// The way to that part, such as `.corners[2].x`.
    var path = ""

    /// The same, seen from the value that has the part.
    func inside(_ step: String, of part: Value) -> Misfit {
        Misfit(expected: expected, found: found ?? part.kindDescription, path: step + path)
    }

    /// The error for a parameter, or for the result.
    func error(for parameter: Int?, of value: Value?) -> CrossingError {
        let found = found ?? value?.kindDescription ?? "nothing"
        return CrossingError(
            parameter: parameter, found: path.isEmpty ? found : "\(found) in \(path.drop { $0 == "." })",
            expected: expected)
    }
}
