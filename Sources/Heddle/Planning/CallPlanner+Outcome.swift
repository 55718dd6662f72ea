// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// What a step keeps of an outcome, and what it is held against.
extension CallPlanner {
    /// What a path may lead to; nil after a mistake.
    mutating func shape(of path: Located<ValuePath>) -> ValueShape? {
        do throws(Diagnostic) {
            return try action.shape(of: path.value)
        } catch {
            mistakes.append(error.located(at: path.range).with(note: declared))
            return nil
        }
    }

    // MARK: Expectations

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
        guard let contradiction = shape.domain.contradiction(among: known), let last = contradiction.last else {
            return
        }
        let words = isSecret(path) ? [Value.secretWord] : contradiction.map { $0.words(limit: 40) }
        mistakes.append(
            Diagnostic(
                code: "expect.never",
                "\(path) of \(action.name) can never be \(words.joined(separator: " and ")) at once",
                at: operators.first { $0.0 == last.word }?.1.range, notes: [declared]))
    }

    private mutating func check(
        _ expected: Located<Template>, _ shape: ValueShape, _ path: ValuePath, _ saved: [String: ValueShape]
    ) {
        let name = action.name
        var walk = ShapeWalk(saved: saved) { "\(path.leading(on: $0)) of \(name)" }
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
                code: "expect.never",
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

    private func never(_ misfit: ShapeWalk.Misfit, _ path: ValuePath) -> Diagnostic {
        let found = isSecret(path) ? Value.secretWord : misfit.found
        return Diagnostic(
            code: "expect.never",
            "\(path.leading(on: misfit.path)) of \(action.name) is \(misfit.expected) and can never be \(found)",
            at: misfit.range, label: found, suggestion: mend(path) ?? misfit.mend, notes: [declared])
    }

    /// That an operator cannot compare with what stands beside it, as that names no number.
    private func unfit(_ mistake: String, _ path: ValuePath, _ operand: Located<Template>) -> Diagnostic {
        let word = isSecret(path) ? Value.secretWord : mistake
        return Diagnostic(code: "expect.never", word, at: operand.range, notes: [declared])
    }

    private func never(
        _ path: ValuePath, _ shape: ValueShape, _ reason: String, _ operand: Located<Template>
    ) -> Diagnostic {
        Diagnostic(
            code: "expect.never", "\(path) of \(action.name) is \(shape.kinds.words), and \(reason)",
            at: operand.range, notes: [declared])
    }

    /// That a comparison holds for no value, or for every one.
    private func known(
        _ foregone: Foregone, _ word: ConditionOperator, _ path: ValuePath, _ shape: ValueShape,
        _ operand: Located<Template>
    ) -> Diagnostic {
        let kinds = shape.domain.words ?? shape.kinds.words
        let comparison = Comparison(word, operand.value.literal ?? .null)
        let found = isSecret(path) ? "\(word.words) \(Value.secretWord)" : comparison.words(limit: 40)
        let words = foregone == .never ? "can never be" : "is always"
        return Diagnostic(
            code: foregone.code, "\(path) of \(action.name) is \(kinds) and \(words) \(found)",
            at: operand.range, notes: [declared])
    }

    private func mend(_ path: ValuePath) -> String? {
        path == .failure ? "write {\"code\": \"…\"} or null" : nil
    }
}

extension Foregone {
    fileprivate var code: String {
        switch self {
        case .never: "expect.never"
        case .always: "expect.always"
        }
    }
}

extension ValuePath {
    /// The path to a part of what this one leads to.
    fileprivate func leading(on path: PartPath) -> ValuePath { ValuePath(root, PartPath(part.steps + path.steps)) }
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
