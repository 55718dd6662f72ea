// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension Signature {
    /// The type of what a path leads to, as values have it; nil where no declaration says it.
    func type(of path: CallPath) -> CType? {
        switch path.root {
        case .result: result.part(at: path.part)
        case .out(let name), .argument(let name): parameters.first { $0.name == name }?.valueType.part(at: path.part)
        case .errno: .integer(.int)
        case .failure, .status: nil
        }
    }

    /// The same for people: a text or bytes that a parameter points to are of the type of the parameter.
    func shownType(of path: CallPath) -> CType? {
        if case .out(let name) = path.root, path.part.steps.isEmpty,
            let parameter = parameters.first(where: { $0.name == name }), parameter.valueType == .void
        {
            return parameter.type
        }
        let type = type(of: path)
        return type == .void ? nil : type
    }
}
