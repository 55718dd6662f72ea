// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
package import HeddleDiagnostics
import HeddleJSON

extension AspectError {
    /// The error in words.
    ///
    /// - Parameter range: the place of the aspect's name, or of the wrong option.
    package func diagnostic(at range: SourceRange?) -> Diagnostic {
        Diagnostic(code: .aspect(code), message, at: range, suggestion: suggestion)
    }

    private var code: DiagnosticCode.Aspect {
        switch self {
        case .unknownAspect: .unknown
        case .wrongPosition: .position
        case .optionsNotObject: .options
        case .badOption: .option
        case .unfit: .unfit
        }
    }

    private var message: String {
        switch self {
        case .unknownAspect(let name, let known):
            "there is no aspect \(Value.string(name).excerpt(limit: 60)); there are \(list(known, "and"))"
        case .wrongPosition(let position, let aspect, let allowed):
            "\(aspect) makes no sense as \(position.rawValue); it can be \(list(allowed.map(\.rawValue), "or"))"
        case .optionsNotObject(let node, let aspect):
            "the options of \(aspect) are \(node.kindWithArticle), expected an object"
        case .badOption(let option, let aspect, let message, _): "\"\(option.name)\" of \(aspect): \(message)"
        case .unfit(let option?, let aspect, let action, let message, _):
            "\"\(option.name)\" of \(aspect) does not fit \(action.excerpt): \(message)"
        case .unfit(nil, let aspect, let action, let message, _):
            "\(aspect) does not fit \(action.excerpt): \(message)"
        }
    }

    private var suggestion: String? {
        switch self {
        case .unknownAspect(let name, let known): didYouMean(name, among: known)
        case .badOption(_, _, _, let suggestion), .unfit(_, _, _, _, let suggestion): suggestion
        case .wrongPosition, .optionsNotObject: nil
        }
    }

    private func list(_ words: [String], _ last: String) -> String {
        guard words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
    }
}
