// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Planner {
    /// Warns of texts that a callback of a step gets beside a number that is named like their length: without an annotation
    /// a text is read up to its NUL, and a piece that is counted may have none.
    mutating func warnOfCountedTexts(in step: Step, by action: Action) {
        for (index, value) in step.given(by: action.signature) where value.value.isCallback {
            let type = action.signature.parameters[index].type
            guard case .function(let function) = type.target.canonical, let (text, count) = function.countedText else {
                continue
            }
            let key = if case .named(let name, _) = type { name } else { "\(type)" }
            mistakes.append(
                Diagnostic(
                    .warning, code: .declaration(.annotation),
                    "\(text) of this callback is read up to its NUL, and \(count) beside it may count it",
                    at: value.range,
                    suggestion: "annotate it, by _In_reads_ or by _In_z_ where it is a whole text: "
                        + "\"annotate\": { \"\(key)\": { \"\(text)\": \"_In_reads_(\(count))\" } }"))
        }
    }
}

extension Template {
    fileprivate var isCallback: Bool {
        switch self {
        case .literal(.object(let members)): members.count == 1 && members[0].name == "callback"
        case .object(let members): members.count == 1 && members[0].name.value == "callback"
        default: false
        }
    }
}

extension FunctionType {
    /// The first text without an annotation beside which a number stands that is named like its length, and that number.
    fileprivate var countedText: (text: String, count: String)? {
        let names = CountNames(parameters, areTextsPieces: true)
        for (index, parameter) in parameters.enumerated() {
            guard let text = parameter.name, !parameter.isDirectionDeclared,
                case .pointer(let target, isConst: true) = parameter.type.canonical,
                case .integer(.char) = target.canonical, let count = names.count(of: index)
            else { continue }
            return (text, count)
        }
        return nil
    }
}
