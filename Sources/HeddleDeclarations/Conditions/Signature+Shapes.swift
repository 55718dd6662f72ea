// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension Signature {
    /// The possible values of a part of a call.
    ///
    /// - Parameter action: the name of the action.
    /// - Throws: that no call has such a part.
    package func shape(of path: CallPath, in action: @autoclosure () -> String) throws(ConditionMistake) -> ValueShape {
        switch path.root {
        case .errno: return .errno
        case .status: return .status
        case .stdout, .stderr: return .printed
        case .file: return .printed.orNull()
        case .failure: return try ValueShape.failure.part(at: path, in: action)
        case .argument(let name):
            guard let shape = argumentShape(name) else { throw .unknownArgument(name, self) }
            return try shape.part(at: path, in: action)
        case .result:
            guard let shape = resultShape else { throw .noResult(of: action()) }
            return try shape.part(at: path, in: action)
        case .out(let name): return try shape(ofOutput: name, path, in: action)
        }
    }

    private func shape(
        ofOutput output: String, _ path: CallPath, in action: () -> String
    ) throws(ConditionMistake) -> ValueShape {
        let outputs = outputs.map(\.name)
        guard outputs.contains(output) else {
            throw .unknownOutput(output, of: action(), among: outputs)
        }
        if let shape = outputShape(output, at: path.part), !shape.kinds.isEmpty { return shape }
        guard let whole = outputShape(output), !whole.kinds.isEmpty else {
            throw ConditionMistake(
                .unknownPath,
                "\(path) of \(action()) reports only the calls of the functions in it, expected the path to one of them",
                atName: true)
        }
        return try whole.part(at: path, in: action)
    }
}

extension ValueShape {
    fileprivate func part(at path: CallPath, in action: () -> String) throws(ConditionMistake) -> ValueShape {
        try part(at: path.part) { "\(CallPath(path.root, $0)) of \(action())" }
    }
}

extension ConditionMistake {
    /// The mistake of naming the result of an action that returns nothing.
    static func noResult(of action: String) -> ConditionMistake {
        ConditionMistake(.unknownPath, "\(action) returns no result: it is declared as void", atName: true)
    }
}
