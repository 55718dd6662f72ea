// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import HeddleDiagnostics

/// A value that does not fit the declared type.
public struct CrossingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's index; nil for the result.
    public let parameter: Int?
    /// The found value, such as `number 300`, with its path if it is a part of a larger value.
    public let found: String
    /// The expected value, such as `a number from 0 to 255`.
    public let expected: String

    /// The way from the value to the part that does not fit; empty for the whole of it.
    package let path: PartPath
    /// True if the path ends with a name that no value has there.
    package let isOfName: Bool
    /// The way out, such as `did you mean "returns"?`.
    package let suggestion: String?

    /// Creates an error.
    package init(
        parameter: Int?, found: String, expected: String, path: PartPath = PartPath(), isOfName: Bool = false,
        suggestion: String? = nil
    ) {
        self.parameter = parameter
        self.found = found
        self.expected = expected
        self.path = path
        self.isOfName = isOfName
        self.suggestion = suggestion
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
        return CrossingError(
            parameter: parameter, found: Value.secretWord, expected: expected, path: path, isOfName: isOfName)
    }
}

/// A value that does not fit, before it is known which parameter it is for.
struct Misfit: Error {
    let expected: String
    /// The found value, if it is a part of the whole.
    var found: String?
    /// The way to that part.
    var path = PartPath()
    /// The names of which the last one of the path would have to be one; nil where that is right.
    var names: [String]?

    /// The same, seen from the value that has the part.
    func inside(_ way: PartPath, of part: Value) -> Misfit {
        Misfit(expected: expected, found: found ?? part.kindDescription, path: way + path, names: names)
    }

    /// The error for a parameter, or for the result.
    func error(for parameter: Int?, of value: Value?) -> CrossingError {
        let found = found ?? value?.kindDescription ?? "nothing"
        let owner = names == nil ? path : PartPath(path.steps.dropLast())
        let place = owner.isEmpty ? "" : " in \(owner.description.drop { $0 == "." })"
        var suggestion: String?
        if let names, case .member(let name)? = path.steps.last { suggestion = didYouMean(name, among: names) }
        return CrossingError(
            parameter: parameter, found: found + place, expected: expected, path: path, isOfName: names != nil,
            suggestion: suggestion)
    }
}
