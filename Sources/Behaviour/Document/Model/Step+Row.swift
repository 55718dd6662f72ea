// SPDX-License-Identifier: Apache-2.0

internal import Declarations
public import Diagnostics

extension Step {
    /// The step with the values of a row in the place of the references to it, so that they are checked as if they were
    /// written there.
    ///
    /// - Throws: a reference to what the row does not have.
    public func filled(from row: Case.Row) throws(Diagnostic) -> Step {
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
        switch test {
        case .equals(let expected):
            return Step.Expectation(path: path, test: .equals(try expected.filled(from: row)), range: range)
        case .operators(let operators):
            let filled = try operators.map { pair throws(Diagnostic) in (pair.0, try pair.1.filled(from: row)) }
            return Step.Expectation(path: path, test: .operators(filled), range: range)
        }
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
        guard reference.name == Reading.row else { return self }
        if let value = row.value.part(at: reference.part) {
            return Located(.literal(value), at: row.range(of: reference.part))
        }
        throw Diagnostic(
            code: FormMistake.unknownReference.rawValue,
            "the row has no \"\(reference.part.description.drop { $0 == "." })\"",
            at: range, notes: [Diagnostic.Note("the row stands", at: row.range)])
    }
}
