// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// Why an aspect cannot be made.
///
/// ## Topics
/// - ``diagnostic(at:)``
/// - ``option``
package enum AspectError: Error, Hashable, Sendable {
    /// The form of an option.
    package enum Expectation: Hashable, Sendable {
        /// Any text.
        case text
        /// One of these texts.
        case oneOf([String])
        /// The words, such as `a whole number from 1 to 10`.
        case described(String)
    }

    /// There is no aspect of this name.
    case unknownAspect(String, known: [String])
    /// The aspect makes no sense in this position.
    case wrongPosition(HookPosition, aspect: String, allowed: [HookPosition])
    /// The options are something else than an object.
    case optionsNotObject(aspect: String, found: Value, known: [String])
    /// The aspect has no option of this name.
    case unknownOption(String, aspect: String, known: [String])
    /// The option is not what it has to be.
    case wrongOption(String, aspect: String, found: Value, expected: Expectation)
    /// An option that the aspect cannot do without is not given; nil where one of several would do.
    case missingOption(String?, aspect: String, message: String)
    /// The option is wrong in itself, or together with others.
    case badOption(String, aspect: String, message: String, suggestion: String?)
    /// The aspect, or one of its options, does not fit an action.
    case unfit(option: String?, aspect: String, action: ActionName, message: String, suggestion: String?)

    /// The option that is at fault, so that whoever knows where it was written can point at it.
    package var option: String? {
        switch self {
        case .unknownOption(let name, _, _), .wrongOption(let name, _, _, _), .badOption(let name, _, _, _): name
        case .unfit(let name, _, _, _, _): name
        case .unknownAspect, .wrongPosition, .optionsNotObject, .missingOption: nil
        }
    }
}
