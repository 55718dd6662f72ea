// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

/// The reasons why an expectation is refused.
extension CallPlanner {
    /// The diagnostic of a value, or a part of one, that never comes back.
    func never(_ misfit: ExpectationTypeChecker.Misfit, _ place: ExpectedPlace) -> Diagnostic {
        let found = isSecret(place.path) ? Value.secretWord : misfit.found
        return Diagnostic(
            code: place.code(of: .never),
            "\(place.name)\(misfit.path) of \(action.name) is \(misfit.expected) and can never be \(found)"
                + ValueShape.consequence(place.isDenied),
            at: misfit.range, label: found,
            suggestion: mend(place) ?? (isSecret(place.path) ? nil : condition(misfit, place) ?? misfit.mend),
            notes: [declared])
    }

    /// The diagnostic of an operator that cannot compare with what stands beside it, as that names no number.
    func unfit(_ mistake: ConditionMistake, _ place: ExpectedPlace, _ operand: Located<Template>) -> Diagnostic {
        let message =
            isSecret(place.path)
            ? "\(place.name) of \(action.name) cannot be compared with \(Value.secretWord)" : mistake.message
        return Diagnostic(code: .call(.never), message, at: operand.range, notes: [declared])
    }

    /// The diagnostic of an operator that holds for no value of the sorts that come back.
    func never(
        _ place: ExpectedPlace, holdsFor kinds: Set<ValueKind>, _ word: String, _ range: SourceRange?
    ) -> Diagnostic {
        Diagnostic(
            code: place.code(of: .never),
            place.shape.words(
                ofWord: word, holdingFor: kinds, at: "\(place.name) of \(action.name)", isDenied: place.isDenied),
            at: range, notes: [declared])
    }

    /// The diagnostic of a comparison that holds for no value, or for every one.
    func known(
        _ verdict: StaticVerdict, _ word: ConditionOperator, _ place: ExpectedPlace, _ operand: Located<Template>
    ) -> Diagnostic {
        let clause = Condition<Value>.Clause.compares(word, operand.value.literal ?? .null)
        let found = isSecret(place.path) ? "\(word.words) \(Value.secretWord)" : clause.words(limit: 40)
        return Diagnostic(
            code: place.code(of: verdict),
            place.shape.words(
                of: verdict, found, at: "\(place.name) of \(action.name)", isDenied: place.isDenied),
            at: operand.range, notes: [declared])
    }

    /// The diagnostic of several clauses that no value meets together.
    func contradictory(
        _ clauses: [Condition<Value>.Clause], _ place: ExpectedPlace, _ condition: Condition<Located<Template>>
    ) -> Diagnostic {
        let words = isSecret(place.path) ? [Value.secretWord] : clauses.map { $0.words(limit: 40) }
        let last = condition.clausesOfAll.last { $0.name == clauses.last?.name }
        return Diagnostic(
            code: .call(.never),
            ValueShape.words(ofContradiction: words, at: "\(place.name) of \(action.name)"),
            at: last.flatMap { Condition([$0]).operands.first?.range }, notes: [declared])
    }

    /// The place of a condition that was written inside of a value.
    private func condition(_ misfit: ExpectationTypeChecker.Misfit, _ place: ExpectedPlace) -> String? {
        guard !misfit.path.isEmpty, case .object(let members)? = misfit.range.jsonValue, !members.isEmpty,
            members.allSatisfy({ ConditionWords.has($0.name) })
        else { return nil }
        return "a condition has a path of its own beside the others: \"\(place.path)\(misfit.path)\": {…}"
    }

    private func mend(_ place: ExpectedPlace) -> String? {
        place.path == .failure ? "write {\"code\": \"…\"} or null" : nil
    }
}

extension ExpectedPlace {
    /// The code of a verdict on a part of a condition.
    fileprivate func code(of verdict: StaticVerdict) -> DiagnosticCode {
        switch isDenied ? verdict.denied : verdict {
        case .never: .call(.never)
        case .always: .call(.always)
        }
    }
}
