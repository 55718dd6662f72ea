// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

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
            call: call, arguments: arguments, saves: saves,
            expectations: try expectations.map { expectation throws(Diagnostic) in try expectation.filled(from: row) },
            range: range)
    }
}

extension Step.Expectation {
    fileprivate func filled(from row: Case.Row) throws(Diagnostic) -> Step.Expectation {
        Step.Expectation(path: path, test: try test.filled(from: row), range: range)
    }
}

extension Step.Expectation.Test {
    fileprivate func filled(from row: Case.Row) throws(Diagnostic) -> Step.Expectation.Test {
        switch self {
        case .equals(let expected):
            let filled = try expected.filled(from: row)
            if case .reference = expected.value, let operators = try filled.operators { return .operators(operators) }
            return .equals(filled)
        case .operators(let operators):
            return .operators(
                try operators.map { word, operand throws(Diagnostic) in
                    (word, try operand.filled(from: row).checked(for: word))
                })
        }
    }
}

extension Located<Template> {
    /// What an object of operators says, as if it stood in the place of the reference to it; nil for any other value.
    fileprivate var operators: [(Step.Expectation.Operator, Located<Template>)]? {
        get throws(Diagnostic) {
            guard case .literal(.object(let members)) = value, !members.isEmpty else { return nil }
            let words = members.compactMap { ConditionOperator(rawValue: $0.name) }
            guard words.count == members.count else { return nil }
            return try zip(words, members).map { word, member throws(Diagnostic) in
                let operand = Located(.literal(member.value), at: range.part(at: [.member(member.name)]))
                return (word, try operand.checked(for: word))
            }
        }
    }

    /// The same, where it is what an operator can compare with, as far as it is known.
    fileprivate func checked(for word: ConditionOperator) throws(Diagnostic) -> Located<Template> {
        guard let mistake = value.literal.flatMap({ word.mistake(in: $0, mayName: true) }) else { return self }
        throw Diagnostic(code: .behaviour(.badValue), mistake, at: range)
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
            at: range, notes: [Diagnostic.Note("the row stands", at: row.range)])
    }
}
