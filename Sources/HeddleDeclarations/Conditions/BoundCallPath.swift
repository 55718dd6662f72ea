// SPDX-License-Identifier: Apache-2.0

/// A path into the calls of one action.
package struct BoundCallPath: Hashable, Sendable {
    /// The path as it was written.
    package let path: CallPath
    /// The position of the argument that it leads to; nil if it leads to none.
    package let position: Int?
    /// True if the declaration marks the part as secret.
    package let isSecret: Bool

    /// The part of a call; nil if the call has none, such as the result of a failed call.
    ///
    /// - Complexity: O(size of the arguments) if the part is an argument.
    package func value(in call: some ObservedCall) -> Value? {
        guard let position else { return call.value(at: path) }
        let arguments = call.arguments
        return arguments.indices.contains(position) ? arguments[position].part(at: path.part) : nil
    }
}

extension ObservedCall {
    /// The part that a path leads to; nil if the call has none, such as the result of a failed call.
    package func value(at path: CallPath) -> Value? {
        switch (path.root, outcome) {
        case (.argument(let name), _):
            signature.position(ofArgument: name).flatMap { position in
                let arguments = arguments
                return arguments.indices.contains(position) ? arguments[position].part(at: path.part) : nil
            }
        case (.result, .returned(let result)): result?.part(at: path.part)
        case (.result, _): nil
        case (.out(let name), _): output(name, path.part)
        case (.failure, .failed(let failure)): failure.asValue.part(at: path.part)
        case (.failure, .returned): Value.null.part(at: path.part)
        case (.errno, _): .number(.integer(Int128(savedErrno)))
        case (.status, .returned): .string("returned")
        case (.status, .failed): .string("failed")
        case (.failure, nil), (.status, nil), (.stdout, _), (.stderr, _), (.file, _): nil
        }
    }

    /// A part of an out-parameter. The recorded calls of a function inside a parameter are found under their full path,
    /// which takes precedence over the value of the parameter there.
    private func output(_ name: String, _ part: PartPath) -> Value? {
        for length in part.steps.indices.reversed().map({ $0 + 1 }) {
            let whole = name + PartPath(Array(part.steps.prefix(length))).description
            guard let output = output(whole) else { continue }
            return output.part(at: PartPath(Array(part.steps.dropFirst(length))))
        }
        return output(name)?.part(at: part)
    }
}

extension CallPath {
    /// The path for the calls of one action, so that names are looked up only once.
    ///
    /// - Throws: ``ConditionMistake`` if the action has no such argument, out-parameter or result.
    package func bound(to signature: Signature) throws(ConditionMistake) -> BoundCallPath {
        switch root {
        case .argument(let name):
            guard let position = signature.position(ofArgument: name) else { throw .unknownArgument(name, signature) }
            let isSecret = signature.parameters[signature.given[position]].isSecret
            return BoundCallPath(path: self, position: position, isSecret: isSecret)
        case .out(let name):
            guard let parameter = signature.parameter(named: name), parameter.isWritten else {
                throw .unknownOutput(name, of: signature.symbol, among: signature.outputNames)
            }
            return BoundCallPath(path: self, position: nil, isSecret: parameter.isSecret)
        case .result:
            guard signature.resultCrossing != .nothing else { throw .noResult(of: signature.symbol) }
            return BoundCallPath(path: self, position: nil, isSecret: false)
        case .failure, .errno, .status, .stdout, .stderr, .file:
            return BoundCallPath(path: self, position: nil, isSecret: false)
        }
    }
}
