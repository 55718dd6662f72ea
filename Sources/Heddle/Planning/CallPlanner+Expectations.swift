// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Checks expectations before anything is called.
extension CallPlanner {
    /// Finds what can never hold, or always does.
    mutating func check(_ expectation: Step.Expectation, _ shape: ValueShape, _ saved: [String: SavedShape]) {
        check(expectation.condition, ExpectedPlace(shape, at: expectation.path.value), saved)
    }

    private mutating func check(
        _ condition: Condition<Located<Template>>, _ place: ExpectedPlace, _ saved: [String: SavedShape]
    ) {
        let count = mistakes.count
        for clause in condition.clauses {
            switch clause {
            case .compares(let word, let operand): check(word, operand, place, saved)
            case .combines(let word, let conditions):
                guard let place = place.inside(word) else { continue }
                for condition in conditions { check(condition, place, saved) }
            }
        }
        guard mistakes.count == count, !place.isDenied, !condition.isPlainValue else { return }
        if let contradiction = place.shape.domain.contradiction(among: condition.literalClauses) {
            mistakes.append(contradictory(contradiction, place, condition))
        }
    }

    private mutating func check(
        _ expected: Located<Template>, _ place: ExpectedPlace, _ saved: [String: SavedShape]
    ) {
        let name = action.name
        var walk = ExpectationTypeChecker(SavedShapes(saved, calls)) { "\(place.name)\($0) of \(name)" }
        walk.walk(expected, place.shape)
        mistakes += walk.misfits.map { never($0, place) } + walk.mistakes.map { $0.with(note: declared) }
    }

    private mutating func check(
        _ word: ConditionOperator, _ operand: Located<Template>, _ place: ExpectedPlace,
        _ saved: [String: SavedShape]
    ) {
        let shape = place.shape
        if let kinds = word.kindsJudged, kinds.isDisjoint(with: shape.kinds) {
            return mistakes.append(never(place, holdsFor: kinds, word.rawValue, operand.range))
        }
        let count = mistakes.count
        switch word.form {
        case .value: check(operand, place, saved)
        case .ordered:
            // Values have an order also with those that none of them can be.
            if case .literal(let value) = operand.value, shape.kinds.contains(ValueKind(value)) { break }
            check(operand, place, saved)
        case .element where shape.kinds.subtracting([.null]) == [.array]:
            if let element = place.inside(.each) { check(operand, element, saved) }
        case .list:
            for element in operand.elements ?? [] { check(element, place, saved) }
            if operand.isReference { checkReferences(in: operand, saved) }
        case .element, .tolerance, .pattern, .text, .file, .length, .flag: checkReferences(in: operand, saved)
        }
        checkKind(of: operand, word, saved)
        guard mistakes.count == count, let value = operand.value.literal else { return }
        if let mistake = word.mistake(in: value) { return mistakes.append(unfit(mistake, place, operand)) }
        if let verdict = shape.verdict(word, value) { mistakes.append(known(verdict, word, place, operand)) }
    }

    /// Finds what an operator cannot compare with, where a step has saved it: a literal was looked at when it was read.
    private mutating func checkKind(
        of operand: Located<Template>, _ word: ConditionOperator, _ saved: [String: SavedShape]
    ) {
        guard let kind = word.form.kind else { return }
        if word.form == .tolerance {
            for element in operand.elements ?? [] {
                check(element, is: .number, word, saved)
                for (_, part) in element.namedOperands { check(part, is: .number, word, saved) }
            }
        }
        check(operand, is: kind, word, saved)
    }

    private mutating func check(
        _ operand: Located<Template>, is kind: ValueKind, _ word: ConditionOperator, _ saved: [String: SavedShape]
    ) {
        let shapes = SavedShapes(saved, calls)
        guard operand.isReference, let kinds = try? shapes.kinds(of: operand), !kinds.contains(kind) else { return }
        mistakes.append(
            Diagnostic(
                code: .call(.never),
                "\"\(word.rawValue)\" compares with \(word.form.words), and \(operand.kindDescription) is \(kinds.words)",
                at: operand.range))
    }

    /// An object that is not in the place of a value has no required shape.
    private mutating func checkReferences(in operand: Located<Template>, _ saved: [String: SavedShape]) {
        mistakes += SavedShapes(saved, calls).mistakes(in: operand)
    }
}
