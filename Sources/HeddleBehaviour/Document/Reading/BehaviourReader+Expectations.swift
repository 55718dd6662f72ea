// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    func expectations(_ field: Field, as role: ExpectationRole = .expected) -> [Step.Expectation] {
        guard case .object(let members) = field.node.content else {
            wrongType(field, expected: "an object such as {\"result\": value}")
            return []
        }
        return members.compactMap { expectation($0, at: .step, as: role) }
    }

    /// Reads the conditions that end the loop around a step.
    func ending(_ field: Field) -> [Step.Expectation] {
        if case .object(let members) = field.node.content, members.isEmpty {
            badValue(
                field, expected: "a condition such as {\"result\": 0}",
                suggestion: "leave \"until\" out to repeat the steps \"times\" times")
        }
        if loopDepth == 0 {
            note(
                .badValue, "\"until\" ends a loop, and the step is in none", at: field.range,
                suggestion: "put the step into {\"repeat\": [ … ], \"times\": n}")
        }
        return expectations(field, as: .endsLoop)
    }

    /// Reads the conditions that decide which of the steps in a step are run.
    func deciding(_ field: Field) -> [Step.Expectation] {
        if case .object(let members) = field.node.content, members.isEmpty {
            badValue(
                field, expected: "a condition such as {\"result\": 0}",
                suggestion: "write the steps of \"then\" behind this one, where nothing decides")
        }
        return expectations(field, as: .decides)
    }

    /// Reads what is expected of what the steps of a case leave around them.
    func expectationsOfCase(_ field: Field) -> [Step.Expectation] {
        guard case .object(let members) = field.node.content else {
            wrongType(field, expected: "an object such as {\"stdout\": value}")
            return []
        }
        return members.compactMap { expectation($0, at: .end) }
    }

    private func expectation(
        _ member: JSONObject.Member, at moment: CallMoment, as role: ExpectationRole = .expected
    ) -> Step.Expectation? {
        let path = path(Located(member.name, at: member.nameRange), at: moment)
        let condition = condition(Field(key: member.name, owner: "\"\(role.key.rawValue)\"", node: member.value))
        guard let path, let condition else { return nil }
        if role != .expected, condition.hasGolden {
            note(
                .badValue, "\"golden\" compares with a file, which only \"expect\" does", at: member.value.range)
        }
        let bytes = member.nameRange.bytes.lowerBound..<member.value.range.bytes.upperBound
        return Step.Expectation(
            path: path, condition: condition, range: SourceRange(member.nameRange.source, bytes), role: role)
    }

    /// Reads what must hold for a value.
    func condition(_ field: Field) -> Condition<Located<Template>>? {
        var mistakes: [ConditionMistake] = []
        let condition = Condition(reading: ConditionField(reader: self, field: field), noting: &mistakes)
        for mistake in mistakes { note(mistake, at: field.range.place(of: mistake)) }
        return condition
    }

    /// A part of a call that a text names.
    func path(_ field: Field) -> Located<CallPath>? {
        text(field, expected: CallMoment.step.paths).flatMap { path($0, at: .step) }
    }

    private func path(_ text: Located<String>, at moment: CallMoment) -> Located<CallPath>? {
        do throws(ConditionMistake) {
            let path = try CallPath(text.value, at: moment)
            return text.map { _ in path }
        } catch {
            note(error, at: text.range)
            return nil
        }
    }

    private func note(_ mistake: ConditionMistake, at range: SourceRange) {
        note(mistake.form, mistake.message, at: range, label: mistake.label, suggestion: mistake.suggestion)
    }
}

extension ConditionMistake {
    /// The mistake as one of a behaviour's form.
    fileprivate var form: DiagnosticCode.Behaviour {
        switch kind {
        case .wrongType: .wrongType
        case .badValue, .never, .unknownConstant: .badValue
        case .badPattern: .badPattern
        case .notAnOperator: .mixedOperators
        case .unknownPath: .unknownPath
        }
    }
}

/// A condition in its place in a file.
private struct ConditionField: ConditionSource {
    let reader: BehaviourReader
    let field: Field

    var namedParts: [(name: String, source: ConditionField)]? {
        guard case .object(let members) = field.node.content else { return nil }
        return members.map { member in
            (member.name, part(Field(key: member.name, owner: "\"\(field.key)\"", node: member.value)))
        }
    }

    var list: [ConditionField]? {
        guard case .array(let elements) = field.node.content else { return nil }
        return elements.map { part(field.element($0)) }
    }

    var kindDescription: String { operand()?.kindDescription ?? field.node.kindWithArticle }

    func operand() -> Located<Template>? { reader.template(field) }

    private func part(_ field: Field) -> ConditionField { ConditionField(reader: reader, field: field) }
}
