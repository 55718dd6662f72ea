// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Which parts of an outcome a step keeps and holds against what is expected.
extension CallPlanner {
    /// The possible values at a path; nil after a mistake.
    mutating func shape(of path: Located<CallPath>) -> ValueShape? {
        do throws(ConditionMistake) {
            return try (called ?? signature).shape(of: path.value, in: "\(action.name)")
        } catch {
            mistakes.append(Diagnostic.noSuchPart(error).located(at: path.range).with(note: declared))
            return nil
        }
    }
}

extension Action {
    /// The possible values of a part of a call.
    ///
    /// - Throws: that no call has such a part.
    func shape(of path: CallPath) throws(ConditionMistake) -> ValueShape {
        try signature.shape(of: path, in: "\(name)")
    }
}
