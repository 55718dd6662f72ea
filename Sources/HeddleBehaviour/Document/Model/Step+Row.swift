// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension Step {
    /// The step with the values of a row in the place of the references to it, so that they are checked as if they were
    /// written there.
    ///
    /// - Throws: a reference to what the row does not have.
    package func filled(from row: Case.Row) throws(Diagnostic) -> Step {
        var arguments = arguments
        switch arguments {
        case .none: break
        case .positional(let values):
            arguments = .positional(try values.map { value throws(Diagnostic) in try value.filled(from: row) })
        case .named(let members):
            arguments = .named(try members.map { member throws(Diagnostic) in try member.filled(from: row) })
        }
        return Step(
            call: call, operation: operation, arguments: arguments, saves: saves,
            expectations: try expectations.map { expectation throws(Diagnostic) in try expectation.filled(from: row) },
            most: most, range: range)
    }
}

extension Step.Expectation {
    /// The same with the values of a row in the place of the references to it.
    package func filled(from row: Case.Row) throws(Diagnostic) -> Step.Expectation {
        Step.Expectation(path: path, condition: try condition.filled(from: row), range: range, role: role)
    }
}

extension Condition<Located<Template>> {
    /// The condition with the values of a row. One that is a reference to an object of operators as a whole becomes
    /// these operators.
    fileprivate func filled(from row: Case.Row) throws(Diagnostic) -> Condition {
        if let plain = plainValue, plain.isReference {
            return try Condition(from: plain.filled(from: row))
        }
        return try map { word, operand throws(Diagnostic) in
            let filled = try operand.filled(from: row)
            if let mistake = word.mistake(in: filled, mayName: true) { throw mistake.diagnostic(in: filled.range) }
            return filled
        }
    }

    private init(from source: Located<Template>) throws(Diagnostic) {
        var mistakes: [ConditionMistake] = []
        guard let condition = Condition(reading: source, noting: &mistakes) else {
            throw mistakes.first?.diagnostic(in: source.range)
                ?? Diagnostic(
                    code: .behaviour(.wrongType), "\(source.kindDescription) is not a condition", at: source.range)
        }
        self = condition
    }
}

extension ConditionMistake {
    fileprivate func diagnostic(in range: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .behaviour(.badValue), message, at: range.place(of: self), label: label,
            suggestion: suggestion)
    }
}

extension Template.Member {
    fileprivate func filled(from row: Case.Row) throws(Diagnostic) -> Template.Member {
        Template.Member(name: name, value: try value.filled(from: row))
    }
}

extension Located<Template> {
    fileprivate func filled(from row: Case.Row) throws(Diagnostic) -> Located<Template> {
        switch value {
        case .literal: return self
        case .reference(let reference): return try filled(reference, from: row)
        case .array(let elements):
            let filled = try elements.map { element throws(Diagnostic) in try element.filled(from: row) }
            let literals = filled.compactMap(\.value.literal)
            return Located(literals.count == filled.count ? .literal(.array(literals)) : .array(filled), at: range)
        case .object(let members):
            let filled = try members.map { member throws(Diagnostic) in try member.filled(from: row) }
            let literals = filled.compactMap { member in
                member.value.value.literal.map { Value.Member(member.name.value, $0) }
            }
            return Located(literals.count == filled.count ? .literal(.object(literals)) : .object(filled), at: range)
        }
    }

    private func filled(_ reference: Reference, from row: Case.Row) throws(Diagnostic) -> Located<Template> {
        guard reference.name == BehaviourReader.row else { return self }
        if let value = row.value.part(at: reference.part) {
            return Located(.literal(value), at: row.range(of: reference.part))
        }
        throw Diagnostic(
            code: .behaviour(.unknownReference),
            "the row has no \"\(reference.part.description.drop { $0 == "." })\"",
            at: range, notes: [Diagnostic.Note("the row is", at: row.range)])
    }
}
