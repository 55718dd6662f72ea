// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Why an expectation is refused.
extension CallPlanner {
    /// That a value, or a part of one, never comes back.
    func never(_ misfit: ExpectationTypeChecker.Misfit, _ path: ValuePath) -> Diagnostic {
        let found = isSecret(path) ? Value.secretWord : misfit.found
        return Diagnostic(
            code: .call(.never),
            "\(path.leading(on: misfit.path)) of \(action.name) is \(misfit.expected) and can never be \(found)",
            at: misfit.range, label: found, suggestion: mend(path) ?? misfit.mend, notes: [declared])
    }

    /// That an operator cannot compare with what stands beside it, as that names no number.
    func unfit(_ mistake: String, _ path: ValuePath, _ operand: Located<Template>) -> Diagnostic {
        let message = isSecret(path) ? "\(path) of \(action.name) cannot be compared with \(Value.secretWord)" : mistake
        return Diagnostic(code: .call(.never), message, at: operand.range, notes: [declared])
    }

    /// That an operator holds for no value of the sorts that come back.
    func never(
        _ path: ValuePath, _ shape: ValueShape, _ reason: String, _ operand: Located<Template>
    ) -> Diagnostic {
        Diagnostic(
            code: .call(.never), "\(path) of \(action.name) is \(shape.kinds.words), and \(reason)",
            at: operand.range, notes: [declared])
    }

    /// That a comparison holds for no value, or for every one.
    func known(
        _ foregone: StaticVerdict, _ word: ConditionOperator, _ path: ValuePath, _ shape: ValueShape,
        _ operand: Located<Template>
    ) -> Diagnostic {
        let kinds = shape.domain.words ?? shape.kinds.words
        let comparison = Comparison(word, operand.value.literal ?? .null)
        let found = isSecret(path) ? "\(word.words) \(Value.secretWord)" : comparison.words(limit: 40)
        let words = foregone == .never ? "can never be" : "is always"
        return Diagnostic(
            code: .call(foregone.code), "\(path) of \(action.name) is \(kinds) and \(words) \(found)",
            at: operand.range, notes: [declared])
    }

    /// That no value meets several comparisons together.
    func contradictory(
        _ comparisons: [Comparison], _ path: ValuePath, _ operators: [(ConditionOperator, Located<Template>)]
    ) -> Diagnostic {
        let words = isSecret(path) ? [Value.secretWord] : comparisons.map { $0.words(limit: 40) }
        return Diagnostic(
            code: .call(.never),
            "\(path) of \(action.name) can never be \(words.joined(separator: " and ")) at once",
            at: operators.first { $0.0 == comparisons.last?.word }?.1.range, notes: [declared])
    }

    private func mend(_ path: ValuePath) -> String? {
        path == .failure ? "write {\"code\": \"…\"} or null" : nil
    }
}

extension StaticVerdict {
    fileprivate var code: DiagnosticCode.Call {
        switch self {
        case .never: .never
        case .always: .always
        }
    }
}

extension ValuePath {
    /// The path to a part of what this one leads to.
    func leading(on path: PartPath) -> ValuePath { ValuePath(root, PartPath(part.steps + path.steps)) }
}
