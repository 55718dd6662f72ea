// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Action {
    /// The possible targets of a path into the outcome of its calls.
    ///
    /// - Throws: that no outcome has such a part.
    func shape(of path: CallPath) throws(Diagnostic) -> ValueShape {
        switch path.root {
        case .errno: return .errno
        case .status: return .status
        case .argument(let name): return try shape(ofArgument: name, path)
        case .failure: return try part(of: .failure, path)
        case .result:
            guard let result = resultShape else {
                throw Diagnostic(code: .call(.noSuchPart), "\(name) returns no result: it is declared as void")
            }
            return try part(of: result, path)
        case .out(let output): return try shape(of: output, path)
        }
    }

    private func part(of shape: ValueShape, _ path: CallPath) throws(Diagnostic) -> ValueShape {
        try shape.part(at: path.part) { "\(CallPath(path.root, $0)) of \(name)" }
    }

    private func shape(ofArgument argument: String, _ path: CallPath) throws(Diagnostic) -> ValueShape {
        guard let shape = argumentShape(argument) else {
            let mistake = ConditionMistake.unknownArgument(argument, signature)
            throw Diagnostic(code: .call(.noSuchPart), mistake.message, suggestion: mistake.suggestion)
        }
        return try part(of: shape, path)
    }

    private func shape(of output: String, _ path: CallPath) throws(Diagnostic) -> ValueShape {
        guard outputs.contains(output) else {
            throw Diagnostic(
                code: .call(.noSuchPart), "\(name) has no out-parameter \"\(output)\"",
                suggestion: didYouMean(output, among: outputs))
        }
        if let shape = outputShape(output, at: path.part), !shape.kinds.isEmpty { return shape }
        guard let whole = outputShape(output), !whole.kinds.isEmpty else {
            throw Diagnostic(
                code: .call(.noSuchPart),
                "\(path) of \(name) reports only the calls of the functions in it, expected the path to one of them"
            )
        }
        return try part(of: whole, path)
    }
}
