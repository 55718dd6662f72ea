// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension Step {
    /// The step with given values in the place of the references to them, so that they are checked as if they were
    /// written there.
    ///
    /// - Throws: a reference to what there is not.
    package func filled(from given: GivenValues) throws(Diagnostic) -> Step {
        var arguments = arguments
        switch arguments {
        case .none: break
        case .positional(let values):
            arguments = .positional(try values.map { value throws(Diagnostic) in try value.filled(from: given) })
        case .named(let members):
            arguments = .named(try members.map { member throws(Diagnostic) in try member.filled(from: given) })
        }
        return Step(
            call: call, operation: operation, arguments: arguments, saves: saves,
            expectations: try expectations.map { expectation throws(Diagnostic) in try expectation.filled(from: given)
            },
            most: most, range: range)
    }
}

extension Step.Expectation {
    /// The same with given values in the place of the references to them.
    package func filled(from given: GivenValues) throws(Diagnostic) -> Step.Expectation {
        Step.Expectation(path: path, condition: try condition.filled(from: given), range: range, role: role)
    }
}

extension Condition<Located<Template>> {
    /// The condition with given values. One that is a reference to an object of operators as a whole becomes
    /// these operators.
    fileprivate func filled(from given: GivenValues) throws(Diagnostic) -> Condition {
        if let plain = plainValue, plain.isReference {
            return try Condition(from: plain.filled(from: given))
        }
        return try map { word, operand throws(Diagnostic) in
            let filled = try operand.filled(from: given)
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
    fileprivate func filled(from given: GivenValues) throws(Diagnostic) -> Template.Member {
        Template.Member(name: name, value: try value.filled(from: given))
    }
}

extension Located<Template> {
    fileprivate func filled(from given: GivenValues) throws(Diagnostic) -> Located<Template> {
        switch value {
        case .literal: return self
        case .reference(let reference): return try filled(reference, from: given)
        case .computed(let computation):
            let operands = try computation.operands.map { operand throws(Diagnostic) in
                let filled = try operand.filled(from: given)
                guard case .expression = computation.operation else { return filled }
                return filled.asNumber(of: operand, in: given)
            }
            return Located(Computation(computation.operation, operands), at: range)
        case .array(let elements):
            let filled = try elements.map { element throws(Diagnostic) in try element.filled(from: given) }
            let literals = filled.compactMap(\.value.literal)
            return Located(literals.count == filled.count ? .literal(.array(literals)) : .array(filled), at: range)
        case .object(let members):
            let filled = try members.map { member throws(Diagnostic) in try member.filled(from: given) }
            let literals = filled.compactMap { member in
                member.value.value.literal.map { Value.Member(member.name.value, $0) }
            }
            return Located(literals.count == filled.count ? .literal(.object(literals)) : .object(filled), at: range)
        }
    }

    /// A whole number that a setting of a floating type has as one of this type, which expressions compute with.
    private func asNumber(of operand: Located<Template>, in given: GivenValues) -> Located<Template> {
        guard case .literal(.number(.integer(let number))) = value, case .reference(let reference) = operand.value,
            given.isFloating(reference)
        else { return self }
        return Located(.literal(.number(.decimal("\(number).0"))), at: range)
    }

    private func filled(_ written: Reference, from given: GivenValues) throws(Diagnostic) -> Located<Template> {
        let reference = try written.settled { index throws(Diagnostic) in
            guard case .literal(let value) = try filled(index, from: given).value else { return nil }
            if let number = value.index { return number }
            throw Diagnostic(
                code: .behaviour(.badValue),
                "\"\(written)\" has the index \(value.excerpt()), expected a whole number from 0", at: range)
        }
        let part = reference.part
        switch given.source(of: reference) {
        case nil: return Located(.reference(reference), at: range)
        case _? where !reference.indices.isEmpty:
            throw Diagnostic(
                code: .behaviour(.badValue),
                "\"\(written)\" is known before the run, and the value of its index is saved in it", at: range,
                suggestion: "write a number, a setting or a constant as the index")
        case .constant(let value)?: return Located(.literal(value), at: range)
        case .row(let row)?:
            if let value = row.value.part(at: part) { return Located(.literal(value), at: row.range(of: part)) }
            throw lacking("the row has no", part, .init("the row is", at: row.range))
        case .named(let values)?:
            // The declaration does not show the value, and is not what is wrong with a use.
            if let value = values.part(at: part) { return Located(.literal(value), at: range) }
            // A missing or wrong declaration of it was noted during reading.
            guard values.declares(part) else { return self }
            throw lacking("the \(reference.name) have no value", part, values.note(on: part))
        }
    }

    private func lacking(_ words: String, _ part: PartPath, _ note: Diagnostic.Note?) -> Diagnostic {
        Diagnostic(
            code: .behaviour(.unknownReference), "\(words) \"\(part.description.drop { $0 == "." })\"", at: range,
            notes: [note].compactMap(\.self))
    }
}

extension NamedValues {
    /// Returns whether there is the setting or the file that a part belongs to.
    fileprivate func declares(_ part: PartPath) -> Bool {
        guard case .member(let name)? = part.steps.first else { return true }
        return places[name] != nil
    }

    /// The place of the declaration that a part belongs to.
    fileprivate func note(on part: PartPath) -> Diagnostic.Note? {
        guard case .member(let name)? = part.steps.first else { return nil }
        return places[name].map { Diagnostic.Note("it is declared", at: $0) }
    }
}
