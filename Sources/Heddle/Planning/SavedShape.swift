// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The facts that are known of a value that a step saves, before anything is called.
struct SavedShape {
    let shape: ValueShape
    /// The action that the step calls: handles belong to its library.
    let giver: Action

    /// Refuses a place behind the objects that a step has made.
    func checkBounds(of reference: Reference, at range: SourceRange) throws(Diagnostic) {
        guard let count = giver.objectCount, reference.type == nil,
            case .element(let index)? = reference.part.steps.first,
            index >= count
        else { return }
        throw Diagnostic(
            code: .call(.noSuchPart),
            "\"\(reference.name)\(reference.part)\" is behind the end: \(reference.name) points to \(counted(count, "value")), counted from 0",
            at: range)
    }
}
