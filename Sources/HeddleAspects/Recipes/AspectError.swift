// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON

/// The reason why an aspect cannot be made, or does not fit an action.
///
/// ## Topics
/// - ``diagnostic(at:)``
/// - ``option``
package enum AspectError: Error, Sendable {
    /// There is no aspect of this name.
    case unknownAspect(String, known: [String])
    /// The aspect is not allowed in this position.
    case wrongPosition(HookPosition, aspect: String, allowed: [HookPosition])
    /// The options are not an object.
    case optionsNotObject(JSONNode, aspect: String)
    /// The option is wrong by itself, or together with others.
    case badOption(OptionPlace, aspect: String, message: String, suggestion: String?)
    /// The aspect, or one of its options, does not fit an action.
    case unfit(OptionPlace?, aspect: String, action: ActionName, message: String, suggestion: String?)

    /// The wrong option.
    package var option: OptionPlace? {
        switch self {
        case .badOption(let option, _, _, _): option
        case .unfit(let option, _, _, _, _): option
        case .unknownAspect, .wrongPosition, .optionsNotObject: nil
        }
    }
}

/// An option of an aspect, with the place of its wrong part.
package struct OptionPlace: Sendable {
    /// The key of the option.
    package let name: String
    /// The wrong part of the option's value; nil for the whole value.
    package let range: SourceRange?

    init(_ name: String, at range: SourceRange? = nil) {
        self.name = name
        self.range = range
    }
}
