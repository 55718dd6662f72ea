// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension Signature {
    /// The type of the values at a path, as reports show it; nil where no declaration says it. Counted texts and bytes
    /// have the type of the pointer.
    func shownType(of path: CallPath) -> CType? {
        let type: CType? =
            switch path.root {
            case .result: result.part(at: path.part)
            case .out(let name), .argument(let name): parameter(named: name)?.type(at: path.part)
            case .errno: .integer(.int)
            case .failure, .status, .stdout, .stderr, .file: nil
            }
        return type == .void ? nil : type
    }
}

extension Parameter {
    fileprivate func type(at part: PartPath) -> CType {
        if part.steps.isEmpty, crossing.type == .void { return type }
        return crossing.type.part(at: part)
    }
}
