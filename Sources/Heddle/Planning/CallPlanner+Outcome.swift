// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The parts of an outcome that a step keeps and holds against what is expected.
extension CallPlanner {
    /// The possible values at a path; nil after a mistake.
    mutating func shape(of path: Located<CallPath>) -> ValueShape? {
        if let mistake = unrecorded(path) {
            mistakes.append(mistake.with(note: declared))
            return nil
        }
        do throws(ConditionMistake) {
            return try (called ?? signature).shape(of: path.value, in: "\(action.name)")
        } catch {
            mistakes.append(Diagnostic.noSuchPart(error).located(at: path.range).with(note: declared))
            return nil
        }
    }

    /// The mistake of a path to the calls of a callback that does not record them; nil where there is none.
    private func unrecorded(_ path: Located<CallPath>) -> Diagnostic? {
        guard case .out(let name) = path.value.root, let index = signature.index(named: name),
            case .value(var value) = arguments[index]
        else { return nil }
        var type = signature.parameters[index].type
        for step in path.value.part.steps where type.pointedFunction == nil {
            guard let part = value.part(step) else { return nil }
            (type, value) = (type.part(step), part)
        }
        guard type.pointedFunction != nil, value.recordsCalls == false else { return nil }
        let isAction = value.part(.member("action")) != nil
        return Diagnostic(
            code: .call(.never),
            "\(path.value) of \(action.name) is never there: "
                + (isAction ? "the calls of an action are not recorded" : "this callback does not record its calls"),
            at: path.range,
            suggestion: isAction
                ? "expect its calls by the hook \"answer\", or write them down by \"track\""
                : "write \"records\": true in the callback")
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
