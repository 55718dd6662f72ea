// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON

/// Why an aspect cannot be made, or does not fit an action.
///
/// ## Topics
/// - ``diagnostic(at:)``
/// - ``option``
package enum AspectError: Error, Sendable {
    /// There is no aspect of this name.
    case unknownAspect(String, known: [String])
    /// The aspect makes no sense in this position.
    case wrongPosition(HookPosition, aspect: String, allowed: [HookPosition])
    /// The options are something else than an object.
    case optionsNotObject(JSONNode, aspect: String)
    /// The option is wrong in itself, or together with others.
    case badOption(OptionPlace, aspect: String, message: String, suggestion: String?)
    /// The aspect, or one of its options, does not fit an action.
    case unfit(OptionPlace?, aspect: String, action: ActionName, message: String, suggestion: String?)

    /// The option that is at fault.
    package var option: OptionPlace? {
        switch self {
        case .badOption(let option, _, _, _): option
        case .unfit(let option, _, _, _, _): option
        case .unknownAspect, .wrongPosition, .optionsNotObject: nil
        }
    }
}

/// An option of an aspect, and where the part of it stands that is at fault.
package struct OptionPlace: Sendable {
    /// The key of the option.
    package let name: String
    /// The part of the option's value; nil for the whole value.
    package let range: SourceRange?

    init(_ name: String, at range: SourceRange? = nil) {
        self.name = name
        self.range = range
    }
}
