// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
package import HeddleDiagnostics

extension AspectError {
    /// The error in words.
    ///
    /// - Parameter range: the aspect's name or the option that is at fault, where it was written.
    package func diagnostic(at range: SourceRange?) -> Diagnostic {
        Diagnostic(code: .aspect(code), message, at: range, suggestion: suggestion)
    }

    private var code: DiagnosticCode.Aspect {
        switch self {
        case .unknownAspect: .unknown
        case .wrongPosition: .position
        case .optionsNotObject: .options
        case .unknownOption: .unknownOption
        case .wrongOption, .badOption: .option
        case .missingOption: .missingOption
        case .unfit: .unfit
        }
    }

    private var message: String {
        switch self {
        case .unknownAspect(let name, let known):
            "there is no aspect \(quoted(name)); there are \(list(known, "and"))"
        case .wrongPosition(let position, let aspect, let allowed):
            "\(aspect) makes no sense as \(position.rawValue); it can be \(list(allowed.map(\.rawValue), "or"))"
        case .optionsNotObject(let aspect, let found, let known):
            "the options of \(aspect) are \(found.kindDescription), they must be an object; \(offer(aspect, known))"
        case .unknownOption(let name, let aspect, let known):
            "\(aspect) has no option \(quoted(name)); \(offer(aspect, known))"
        case .wrongOption(let name, let aspect, let found, let expected):
            "option \(name) of \(aspect) is \(found.kindDescription), it must be \(words(for: expected))"
        case .missingOption(_, let aspect, let message): "\(aspect) \(message)"
        case .badOption(let name, let aspect, let message, _): "option \(name) of \(aspect): \(message)"
        case .unfit(let name?, let aspect, let action, let message, _):
            "option \(name) of \(aspect) does not fit \(action.excerpt): \(message)"
        case .unfit(nil, let aspect, let action, let message, _):
            "\(aspect) does not fit \(action.excerpt): \(message)"
        }
    }

    private var suggestion: String? {
        switch self {
        case .unknownAspect(let name, let known), .unknownOption(let name, _, let known):
            didYouMean(name, among: known)
        case .wrongOption(_, _, .string(let text), .oneOf(let words)): didYouMean(text, among: words)
        case .badOption(_, _, _, let suggestion), .unfit(_, _, _, _, let suggestion): suggestion
        case .wrongPosition, .optionsNotObject, .wrongOption, .missingOption: nil
        }
    }

    private func offer(_ aspect: String, _ known: [String]) -> String {
        known.isEmpty ? "it takes none" : "it takes \(list(known, "and"))"
    }

    private func words(for expected: Expectation) -> String {
        switch expected {
        case .text: "text"
        case .oneOf(let words): "one of \(list(words, "and"))"
        case .described(let words): words
        }
    }

    private func quoted(_ text: String) -> String { Value.string(text).excerpt(limit: 60) }

    private func list(_ words: [String], _ last: String) -> String {
        guard words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
    }
}
