// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension BehaviourReader {
    /// Reads what an operator compares with; a reference may stand for anything, its value is known only later.
    func operand(of word: Step.Expectation.Operator, _ field: Field) -> Located<Template>? {
        guard let operand = template(field) else { return nil }
        if case .reference = operand.value { return operand }
        return fits(operand, word, field) ? operand : nil
    }

    private func fits(_ operand: Located<Template>, _ word: Step.Expectation.Operator, _ field: Field) -> Bool {
        switch (word, field.node.content) {
        case (.eq, _), (.ne, _), (.contains, _): return true
        case (.lt, .number), (.le, .number), (.gt, .number), (.ge, .number): return true
        case (.lt, .text), (.le, .text), (.gt, .text), (.ge, .text): return true
        case (.in, .array), (.null, .bool): return true
        case (.near, .array(let elements)): return isNear(elements, operand.value, field)
        case (.matches, .text(let pattern)): return isPattern(pattern, field)
        case (.length, .number(let number)): return isLength(number, field)
        // It may be the name of a constant.
        case (.length, .text): return true
        default:
            wrongType(field, expected: word.operand)
            return false
        }
    }

    private func isNear(_ elements: JSONArray, _ operand: Template, _ field: Field) -> Bool {
        let elements = Array(elements)
        guard elements.count == 2 else {
            badValue(field, expected: Step.Expectation.Operator.near.operand)
            return false
        }
        let wrong = elements.indices.filter { !operand.mayBeNumber(at: $0) }.map { elements[$0] }
        for element in wrong { wrongType(field.element(element), expected: "a number") }
        guard wrong.isEmpty else { return false }
        guard case .number(let tolerance) = elements[1].content else { return true }
        if tolerance.compare(.integer(0)) != .less { return true }
        badValue(field.element(elements[1]), expected: "a tolerance of 0 or more")
        return false
    }

    private func isLength(_ number: Number, _ field: Field) -> Bool {
        if case .integer(let length) = number, (0...Int128(Int.max)).contains(length) { return true }
        badValue(field, expected: Step.Expectation.Operator.length.operand)
        return false
    }

    private func isPattern(_ pattern: String, _ field: Field) -> Bool {
        let mistake = mistake(inPattern: pattern)
        guard let mistake else { return true }
        note(
            .badPattern, "\(field.place) is \(field.range.excerpt), expected a regular expression",
            at: field.range, label: mistake.words)
        return false
    }
}

extension Template {
    /// Whether an element of an array is a number, or a reference or name, which may be one.
    fileprivate func mayBeNumber(at index: Int) -> Bool {
        switch self {
        case .literal(.array(let values)): values[index].mayBeNumber
        case .array(let elements):
            switch elements[index].value {
            case .literal(let value): value.mayBeNumber
            case .reference: true
            default: false
            }
        default: false
        }
    }
}

extension Value {
    fileprivate var mayBeNumber: Bool {
        switch self {
        case .number, .string: true
        default: false
        }
    }
}
