// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

/// While a step is planned names of constants become numbers, and what is expected gets the form in which it comes
/// back: a run knows no names, and compares without looking at types.
extension CallPlanner {
    /// A value that is given, with the names of constants in it replaced by their numbers; nil after a mistake.
    mutating func resolved(_ value: Located<Template>, as type: CType, isSecret: Bool) -> Located<Template>? {
        known(in: value, action.constants, isSecret: isSecret) { constants throws(UnknownName) in
            try constants.resolved(value.value, as: type)
        }
    }

    /// An expectation of a part in the form in which that comes back; nil after a mistake.
    mutating func returned(_ expectation: Step.Expectation, _ shape: ValueShape) -> Step.Expectation? {
        let place = ExpectedPlace(shape, at: expectation.path.value)
        guard let condition = returned(expectation.condition, place) else { return nil }
        return Step.Expectation(
            path: expectation.path, condition: condition, range: expectation.range, role: expectation.role)
    }

    private mutating func returned(
        _ condition: Condition<Located<Template>>, _ place: ExpectedPlace
    ) -> Condition<Located<Template>>? {
        if let plain = condition.plainValue {
            if refuseObject(plain, place) { return nil }
            return known(in: plain, constants(at: place), isSecret: isSecret(place.path)) {
                constants throws(UnknownName) in
                try place.shape.returned(plain.value, naming: constants)
            }.map { Condition(equalTo: $0) }
        }
        var clauses: [Condition<Located<Template>>.Clause] = []
        for clause in condition.clauses {
            if let clause = returned(clause, place) { clauses.append(clause) }
        }
        return clauses.count == condition.clauses.count ? Condition(clauses) : nil
    }

    private mutating func returned(
        _ clause: Condition<Located<Template>>.Clause, _ place: ExpectedPlace
    ) -> Condition<Located<Template>>.Clause? {
        switch clause {
        case .compares(.golden, let operand): return golden(operand, place)
        case .compares(let word, let operand):
            if case .enumeration(let enumeration) = place.shape.domain.content, word.needsNumbers {
                return ordered(enumeration, word, operand, place)
            }
            return known(in: operand, constants(at: place), isSecret: isSecret(place.path)) {
                constants throws(UnknownName) in
                try place.shape.operand(operand.value, of: word, naming: constants)
            }.map { .compares(word, $0) }
        case .combines(let word, let conditions):
            guard let inner = place.inside(word) else {
                let range = conditions.first?.operands.first?.range
                mistakes.append(never(place, holdsFor: [.array], word.rawValue, range))
                return nil
            }
            combinators.append(word)
            defer { combinators.removeLast() }
            let known = conditions.compactMap { returned($0, inner) }
            return known.count == conditions.count ? .combines(word, known) : nil
        }
    }

    /// A comparison with the content of a golden file; with the file itself if that is yet to be made.
    private mutating func golden(
        _ operand: Located<Template>, _ place: ExpectedPlace
    ) -> Condition<Located<Template>>.Clause? {
        // The mistake of comparing values of this kind with a file is told elsewhere.
        guard ConditionOperator.golden.kindsJudged?.isDisjoint(with: place.shape.kinds) == false else {
            return .compares(.golden, operand)
        }
        do throws(Diagnostic) {
            guard let content = try calls.golden.content(of: operand.asPath(), inside: combinators.last) else {
                return .compares(.golden, operand)
            }
            let located = Located<Template>(.literal(content), at: operand.range)
            return known(in: located, constants(at: place), isSecret: isSecret(place.path)) {
                _ throws(UnknownName) in
                .literal(place.shape.domain.content.form(of: content))
            }.map { .compares(.eq, $0) }
        } catch {
            mistakes.append(error)
            return nil
        }
    }

    /// The names that stand for numbers at a place.
    private func constants(at place: ExpectedPlace) -> ConstantNames { action.constants.names(at: place.path.root) }

    /// The value with its names resolved; nil after a mistake.
    private mutating func known(
        in value: Located<Template>, _ constants: ConstantNames, isSecret: Bool,
        _ body: (ConstantNames) throws(UnknownName) -> Template
    ) -> Located<Template>? {
        do throws(UnknownName) {
            return Located(try body(constants), at: value.range)
        } catch {
            let mistake = isSecret ? .secretConstant(of: action.name.module) : Diagnostic.unknownConstant(error)
            mistakes.append(mistake.located(at: value.range.part(at: error.path.steps)))
            return nil
        }
    }

    /// An object where no object can be was meant as operators. Returns whether it was refused.
    private mutating func refuseObject(_ value: Located<Template>, _ place: ExpectedPlace) -> Bool {
        guard place.shape.excludesObjects,
            let mistake = ConditionMistake.notAnOperator(
                among: value.memberNames, of: "\(place.name) of \(action.name)")
        else { return false }
        mistakes.append(
            Diagnostic(
                code: .behaviour(.mixedOperators), mistake.message, at: value.range.place(of: mistake),
                suggestion: mistake.suggestion, notes: [declared]))
        return true
    }

    /// The order of an enumeration; nil after a mistake.
    private mutating func ordered(
        _ enumeration: EnumerationType, _ word: ConditionOperator, _ operand: Located<Template>, _ place: ExpectedPlace
    ) -> Condition<Located<Template>>.Clause? {
        let known = known(in: operand, constants(at: place), isSecret: isSecret(place.path)) {
            constants throws(UnknownName) in
            try place.shape.operand(operand.value, of: word, naming: constants)
        }
        guard let known else { return nil }
        if case .literal(let limit) = known.value,
            let clause = enumeration.clause(word, limit, { Located<Template>(.literal($0), at: known.range) })
        {
            return clause
        }
        let reason =
            word.form == .tolerance
            ? "an enumeration has no nearness"
            : enumeration.isFlags ? "flags have no order" : "the order of an enumeration is that of written numbers"
        mistakes.append(
            Diagnostic(
                code: .call(.never), "\(reason), and \"\(word.rawValue)\" can never hold", at: operand.range,
                suggestion: "name the expected enumerator, or list several with \"in\""))
        return nil
    }
}

extension ConditionOperator {
    /// True if it compares numbers, of which an enumeration has names.
    fileprivate var needsNumbers: Bool { form == .ordered || form == .tolerance }
}

extension Located<Template> {
    /// The path of a golden file, which is known before the run.
    func asPath() throws(Diagnostic) -> Located<String> {
        if case .literal(.string(let path)) = value { return Located<String>(path, at: range) }
        throw Diagnostic(
            code: .call(.never),
            "\"golden\" compares with the path of a file, and \(kindDescription) is known only in the run",
            at: range)
    }
}

extension Diagnostic {
    /// An unknown constant whose name is not to be told.
    fileprivate static func secretConstant(of module: String) -> Diagnostic {
        Diagnostic(
            code: .call(.unknownConstant), "\(Value.secretWord) is not a constant of \(module)",
            label: "a number is wanted")
    }

    /// A name where a number is wanted, and that the module has not.
    static func unknownConstant(_ unknown: UnknownName) -> Diagnostic {
        Diagnostic(
            code: .call(.unknownConstant), unknown.message, label: "a number is wanted", suggestion: unknown.suggestion)
    }
}
