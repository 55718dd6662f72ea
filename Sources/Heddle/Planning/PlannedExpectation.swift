// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// An expectation of what the steps of a case leave around them.
struct PlannedExpectation {
    /// As it was written, with the given values.
    let written: Step.Expectation
    /// The condition, in the form in which values come, and with the contents of golden files.
    let expected: WrittenStep.Expected
}

extension Planner {
    /// Plans what a case expects of its steps together.
    mutating func plan(_ expectations: [Step.Expectation], for given: GivenValues) -> [PlannedExpectation] {
        expectations.compactMap { expectation in
            do throws(Diagnostic) {
                if let refusal = expectation.refusalOfSettings(given: given) { throw refusal }
                return try planned(given.isEmpty ? expectation : expectation.filled(from: given))
            } catch {
                mistakes.append(error)
                return nil
            }
        }
    }

    private func planned(_ expectation: Step.Expectation) throws(Diagnostic) -> PlannedExpectation {
        var values: [Condition<Value>.Clause] = []
        for clause in expectation.condition.clauses { values.append(try known(clause)) }
        let condition =
            expectation.condition.plainValue?.value.literal.map { Condition(equalTo: $0) } ?? Condition(values)
        let path = expectation.path.value
        let shape: ValueShape = if case .file = path.root { .printed.orNull() } else { .printed }
        do throws(ConditionMistake) {
            let fitted = try shape.fitted(condition, at: "\(path)")
            return PlannedExpectation(
                written: expectation,
                expected: WrittenStep.Expected(path: path, condition: fitted, range: expectation.range))
        } catch {
            let operand = expectation.condition.plainValue ?? expectation.condition.operands.first
            throw Diagnostic(
                code: .call(.never), error.message, at: operand?.range ?? expectation.range, label: error.label,
                suggestion: error.suggestion)
        }
    }

    /// A clause of values, the content of a golden file in the place of its path.
    private func known(
        _ clause: Condition<Located<Template>>.Clause, inside combinator: ConditionCombinator? = nil
    ) throws(Diagnostic) -> Condition<Value>.Clause {
        switch clause {
        case .compares(.golden, let operand):
            let path = try operand.asPath()
            return try calls.golden.content(of: path, inside: combinator).map { .compares(.eq, $0) }
                ?? .compares(.golden, .string(path.value))
        case .compares(let word, let operand): return .compares(word, try operand.known())
        case .combines(let word, let conditions):
            var inner: [Condition<Value>] = []
            for condition in conditions {
                if let plain = condition.plainValue {
                    inner.append(Condition(equalTo: try plain.known()))
                } else {
                    var clauses: [Condition<Value>.Clause] = []
                    for clause in condition.clauses { clauses.append(try known(clause, inside: word)) }
                    inner.append(Condition(clauses))
                }
            }
            return .combines(word, inner)
        }
    }
}

extension Located<Template> {
    fileprivate func known() throws(Diagnostic) -> Value {
        if let literal = value.literal { return literal }
        if case .computed(let computation) = value, !computation.operands.contains(where: \.isReference) {
            _ = try SavedShapes().shape(of: computation, at: range)
        }
        throw Diagnostic(
            code: .behaviour(.unknownReference),
            "\(kindDescription) is saved in the run, expected a value that is known "
                + "before it", at: range)
    }
}
