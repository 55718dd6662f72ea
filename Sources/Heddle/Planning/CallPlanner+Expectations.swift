// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// What can be known of expectations before anything is called.
extension CallPlanner {
    /// Finds what can never hold.
    mutating func check(_ expectation: Step.Expectation, _ shape: ValueShape, _ saved: [String: ValueShape]) {
        let (path, count) = (expectation.path.value, mistakes.count)
        switch expectation.test {
        case .equals(let expected): check(.eq, expected, shape, path, saved)
        case .operators(let operators):
            for (word, operand) in operators { check(word, operand, shape, path, saved) }
            if mistakes.count == count { checkTogether(operators, shape, path) }
        }
    }

    /// Finds operators that contradict each other.
    private mutating func checkTogether(
        _ operators: [(ConditionOperator, Located<Template>)], _ shape: ValueShape, _ path: ValuePath
    ) {
        let known = operators.compactMap { word, operand in operand.value.literal.map { Comparison(word, $0) } }
        if let contradiction = shape.domain.contradiction(among: known) {
            mistakes.append(contradictory(contradiction, path, operators))
        }
    }

    private mutating func check(
        _ expected: Located<Template>, _ shape: ValueShape, _ path: ValuePath, _ saved: [String: ValueShape]
    ) {
        let name = action.name
        var walk = ExpectationTypeChecker(saved: saved) { "\(path.leading(on: $0)) of \(name)" }
        walk.walk(expected, shape)
        mistakes += walk.misfits.map { never($0, path) } + walk.mistakes.map { $0.with(note: declared) }
    }

    private mutating func check(
        _ word: ConditionOperator, _ operand: Located<Template>, _ shape: ValueShape, _ path: ValuePath,
        _ saved: [String: ValueShape]
    ) {
        if let kinds = word.kindsJudged, kinds.isDisjoint(with: shape.kinds) {
            return mistakes.append(never(path, shape, "\"\(word.rawValue)\" holds for \(kinds.words) only", operand))
        }
        let count = mistakes.count
        switch word {
        case .eq, .ne, .lt, .le, .gt, .ge: check(operand, isOrder: word.isOrder, shape, path, saved)
        case .contains where shape.kinds.subtracting([.null]) == [.array]:
            if let part = shape.part(.element(0)) { check(operand, part, path, saved) }
        case .in where operand.elements != nil:
            for element in operand.elements ?? [] { check(element, shape, path, saved) }
        default: checkReferences(in: operand, saved)
        }
        checkKind(of: operand, word, saved)
        guard mistakes.count == count, let value = operand.value.literal else { return }
        if let mistake = word.mistake(in: value) { return mistakes.append(unfit(mistake, path, operand)) }
        if let foregone = shape.foregone(word, value) {
            mistakes.append(known(foregone, word, path, shape, operand))
        }
    }

    private mutating func check(
        _ operand: Located<Template>, isOrder: Bool, _ shape: ValueShape, _ path: ValuePath,
        _ saved: [String: ValueShape]
    ) {
        // Values have an order also with those that none of them can be.
        if isOrder, case .literal(let value) = operand.value, shape.kinds.contains(ValueKind(value)) { return }
        check(operand, shape, path, saved)
    }

    /// Finds what an operator cannot compare with, where a step has saved it: a literal was looked at when it was read.
    private mutating func checkKind(
        of operand: Located<Template>, _ word: ConditionOperator, _ saved: [String: ValueShape]
    ) {
        guard let kind = word.operandKind else { return }
        if word == .near { for element in operand.elements ?? [] { check(element, is: .number, word, saved) } }
        check(operand, is: kind, word, saved)
    }

    private mutating func check(
        _ operand: Located<Template>, is kind: ValueKind, _ word: ConditionOperator, _ saved: [String: ValueShape]
    ) {
        guard case .reference(let reference) = operand.value,
            let shape = saved[reference.name]?.part(at: reference.part), !shape.kinds.contains(kind)
        else { return }
        mistakes.append(
            Diagnostic(
                code: .call(.never),
                "\"\(word.rawValue)\" compares with \(word.operand), and \"\(reference)\" is \(shape.kinds.words)",
                at: operand.range))
    }

    /// What stands elsewhere than in the place of a value has no shape that it must have.
    private mutating func checkReferences(in operand: Located<Template>, _ saved: [String: ValueShape]) {
        switch operand.value {
        case .literal: return
        case .reference(let reference):
            do throws(Diagnostic) {
                _ = try saved[reference.name]?.part(at: reference.part) { "\"\(reference.name)\($0)\"" }
            } catch {
                mistakes.append(error.located(at: operand.range))
            }
        case .array(let elements): for element in elements { checkReferences(in: element, saved) }
        case .object(let members): for member in members { checkReferences(in: member.value, saved) }
        }
    }
}

extension ConditionOperator {
    /// The sort of value that it compares with; nil where that depends on the other one.
    fileprivate var operandKind: ValueKind? {
        switch self {
        case .near, .in: .array
        case .matches: .text
        case .length: .number
        case .null: .bool
        case .eq, .ne, .lt, .le, .gt, .ge, .contains: nil
        }
    }

    /// The sorts of values that it can hold for; nil for any.
    fileprivate var kindsJudged: Set<ValueKind>? {
        switch self {
        case .eq, .ne, .in, .null: nil
        case .lt, .le, .gt, .ge: [.number, .text]
        case .near: [.number]
        case .matches: [.text]
        case .contains: [.text, .array, .bytes]
        case .length: [.text, .array, .bytes]
        }
    }
}
