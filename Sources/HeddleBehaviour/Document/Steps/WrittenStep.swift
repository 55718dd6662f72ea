// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A step as it was read: its form, and the values that it has of its own.
package struct WrittenStep {
    let file: StepFile
    /// The number of the file.
    let number: Int
    /// The index in the table of the file.
    let index: Int
    let modules: ModuleScope

    private var entry: StepTable.Entry { file.table.entries[index] }

    /// A form, among those of all files.
    package struct FormID: Hashable, Sendable {
        let file: Int
        let form: UInt32
    }

    /// Tells its form from others.
    package var formID: FormID { FormID(file: number, form: entry.form) }
    /// The form that it shares with other steps.
    package var form: StepForm { file.table.form(index) }
    /// Its place.
    package var range: SourceRange { SourceRange(file.source, entry.bytes) }
    /// The index of its first operand; see ``StepTable``.
    package var firstOperand: Int { Int(entry.operands) }

    /// The index behind an operand.
    package func end(of operand: Int) -> Int { file.table.end(of: operand) }

    /// The value of an operand; nil where it is, or has in it, a reference or a value that is made of others.
    package func value(_ operand: Int) -> Value? { file.table.value(operand, in: file.source.bytes) }

    /// The text of an operand that is one.
    package func text(_ operand: Int) -> String { file.table.text(operand, in: file.source.bytes) }

    /// True if an operand is a reference as a whole.
    package func isReference(_ operand: Int) -> Bool { file.table.operands[operand].tag == .reference }

    /// True if an operand is a reference as a whole, or the place that an operation in memory works on.
    package func leadsToSaved(_ operand: Int) -> Bool {
        let tag = file.table.operands[operand].tag
        return tag == .reference || tag == .place
    }

    /// The reference that an operand is; nil for any other value.
    package func reference(_ operand: Int) -> Reference? {
        switch file.table.operands[operand].tag {
        case .reference, .sliced: Reference(text(operand))
        case .place: Reference(place: text(operand))?.withoutType
        default: nil
        }
    }

    /// True if an operand is an expression.
    func isExpression(_ operand: Int) -> Bool { file.table.operands[operand].tag == .expression }

    /// The references that an operand has by itself.
    func references(of operand: Int) -> [Reference] {
        guard file.table.operands[operand].tag == .expression else { return reference(operand)?.needed ?? [] }
        return (try? ComputedExpression(text(operand)))?.references.flatMap(\.needed) ?? []
    }

    /// The value of an operand that is known before the run: a reference to a given value stands for that.
    package func value(_ operand: Int, of given: GivenValues) -> Value? {
        if !given.isEmpty, let reference = reference(operand) { return given.value(of: reference) }
        return value(operand)
    }

    /// The place of an operand.
    package func range(_ operand: Int) -> SourceRange {
        let found = file.table.operands[operand]
        switch found.tag {
        case .array, .object, .join, .slice:
            return range(found.offset..<file.table.operands[file.table.end(of: operand) - 1].bytes.upperBound)
        case .reference, .expression, .base64, .hexadecimal:
            var (start, end) = (found.offset, found.bytes.upperBound)
            while file.source.bytes[start] != UInt8(ascii: "{") { start -= 1 }
            while file.source.bytes[end] != UInt8(ascii: "}") { end += 1 }
            return range(start..<end + 1)
        default: return range(found.bytes)
        }
    }

    private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file.source, bytes) }
}

// MARK: - All of it

extension WrittenStep {
    /// The step with the texts and places of all that is in it.
    package var step: Step {
        let form = form
        var operand = firstOperand
        return Step(
            call: call, operation: form.operation, arguments: arguments(form, &operand), saves: saves(form, &operand),
            expectations: form.expectations.map { expectation($0, &operand) }, most: most, range: range)
    }

    /// The longest time that the call may take, in nanoseconds; nil for any.
    package var most: Located<UInt64>? {
        form.most.flatMap { most in file.table.operands(of: index).last.map { Located(most, at: range($0)) } }
    }

    /// The action that it calls, or the operation in memory with its target.
    package var call: Located<ActionName> {
        let start = Int(entry.call)
        let place = range(start..<start + form.callLength)
        switch form.call {
        case .action(let name, let module):
            return Located(ActionName(module: modules.names.all[module], action: name), at: place)
        case .written(let text):
            return Located(modules.action(text), at: place)
        case .new(let type):
            return Located(MemoryOperation.new.name(of: type), at: place)
        case .place(.call):
            // The last argument.
            let operand = firstSave - 1
            return Located(MemoryOperation.call.name(of: text(operand)), at: range(operand))
        case .place(let operation):
            return Located(operation.name(of: text(firstOperand)), at: range(firstOperand))
        }
    }

    /// The index of the first operand behind the arguments.
    package var firstSave: Int {
        let form = form
        var operand = firstOperand
        switch form.arguments {
        case .none: break
        case .positional(let count): for _ in 0..<count { operand = end(of: operand) }
        case .named(let names): for _ in names { operand = end(of: operand + 1) }
        }
        return operand
    }

    /// The index of the first operand behind what is saved.
    package var firstExpectation: Int { firstSave + form.saves.count * (form.savesByName ? 1 : 2) }

    /// The expectations of the outcome, with the places of all parts.
    package var expectations: [Step.Expectation] {
        if form.expectations.isEmpty { return [] }
        var operand = firstExpectation
        return form.expectations.map { expectation($0, &operand) }
    }

    /// An expectation without the places of its operands.
    package struct Expected {
        /// The part of the outcome.
        package let path: CallPath
        /// The path as text.
        package let name: String
        /// The condition that it must meet; nil if it has references.
        package let condition: Condition<Value>?
        /// The reason why a value of the condition cannot be made of others; nil if there is none.
        package var obstacle: String?
        /// Its place.
        package let range: SourceRange
        /// Its use.
        package let role: ExpectationRole

        /// Creates an expectation.
        package init(
            path: CallPath, condition: Condition<Value>?, range: SourceRange, role: ExpectationRole = .expected
        ) {
            self.init(path: path, name: "\(path)", condition: condition, range: range, role: role)
        }

        init(path: CallPath, name: String, condition: Condition<Value>?, range: SourceRange, role: ExpectationRole) {
            self.path = path
            self.name = name
            self.condition = condition
            self.range = range
            self.role = role
        }
    }

    /// The expectations of the outcome, without the places of their operands.
    ///
    /// - Parameter given: the values that references may stand for.
    package func expected(of given: GivenValues) -> [Expected] {
        let form = form
        var operand = firstExpectation
        return form.expectations.map { expectation in
            let isPlainValue = expectation.condition.isPlainValue
            let start = file.table.operands[operand].offset
            operand += 1
            var end = 0
            let condition = expectation.condition.filled { _ in
                defer { operand = file.table.end(of: operand) }
                if isPlainValue { end = range(operand).bytes.upperBound }
                guard form.hasReferences else { return value(operand) }
                let value = value(operand, of: given)
                // An object of a row may be one of operators.
                if isPlainValue, isReference(operand), case .object? = value { return nil }
                return value
            }
            if !isPlainValue {
                end = file.table.operands[operand].bytes.upperBound
                operand += 1
            }
            return Expected(
                path: expectation.path, name: expectation.name, condition: condition, range: range(start..<end),
                role: expectation.role)
        }
    }

    private func arguments(_ form: StepForm, _ operand: inout Int) -> Step.Arguments {
        switch form.arguments {
        case .none: return .none
        case .positional(let count): return .positional((0..<count).map { _ in template(&operand) })
        case .named(let names):
            return .named(
                names.map { name in
                    let name = Located(name, at: range(operand))
                    operand += 1
                    return Template.Member(name: name, value: template(&operand))
                })
        }
    }

    private func saves(_ form: StepForm, _ operand: inout Int) -> [Step.Save] {
        form.saves.map { path in
            let name = Located(text(operand), at: range(operand))
            if !form.savesByName { operand += 1 }
            defer { operand += 1 }
            return Step.Save(name: name, path: Located(path, at: range(operand)))
        }
    }

    private func expectation(_ form: StepForm.Expectation, _ operand: inout Int) -> Step.Expectation {
        let path = Located(form.path, at: range(operand))
        operand += 1
        let condition = form.condition.map { _, _ in template(&operand) }
        var end = condition.plainValue?.range.bytes.upperBound ?? 0
        if !condition.isPlainValue {
            end = range(operand).bytes.upperBound
            operand += 1
        }
        return Step.Expectation(
            path: path, condition: condition, range: range(path.range.bytes.lowerBound..<end),
            role: form.role)
    }

    private func template(_ operand: inout Int) -> Located<Template> {
        defer { operand = end(of: operand) }
        return template(operand)
    }

    /// An operand with the places of all references in it.
    package func template(_ operand: Int) -> Located<Template> {
        let place = range(operand)
        if let value = value(operand) { return Located(.literal(value), at: place) }
        switch file.table.operands[operand].tag {
        case .array: return Located(.array(file.table.elements(of: operand).map(template)), at: place)
        case .join: return Located(Computation(.join, file.table.elements(of: operand).map(template)), at: place)
        case .slice: return Located(slice(operand), at: place)
        case .expression:
            guard let expression = try? ComputedExpression(text(operand)) else { break }
            return Located(Computation(expression, at: place), at: place)
        case .object:
            let members = file.table.members(of: operand).map { name, value in
                Template.Member(name: Located(text(name), at: range(name)), value: template(value))
            }
            return Located(.object(members), at: place)
        default: break
        }
        return Located(.reference(reference(operand) ?? Reference(text(operand), PartPath())), at: place)
    }

    /// A part of a value.
    private func slice(_ operand: Int) -> Computation {
        let parts = file.table.elements(of: operand)
        let given = parts.dropFirst().map { file.table.operands[$0].tag != .null }
        return Computation(
            .slice(hasStart: given[0], hasCount: given[1]),
            [template(parts[0])] + zip(parts.dropFirst(), given).filter(\.1).map { template($0.0) })
    }
}

// MARK: - Saved names

extension WrittenStep {
    /// The operands that are references, or stand in the values of the step as such.
    var references: [Int] {
        guard form.hasReferences else { return [] }
        return file.table.operands(of: index).filter {
            let tag = file.table.operands[$0].tag
            return tag == .reference || tag == .place || tag == .expression || tag == .sliced
        }
    }

    /// The operands that name the saved parts.
    package var savedNames: [Int] {
        let (form, operand) = (form, firstSave)
        return form.saves.indices.map { operand + $0 * (form.savesByName ? 1 : 2) }
    }

    /// The bytes between the quotes of a name of ASCII without escapes that leads into no value; nil for any other.
    func plainName(_ operand: Int) -> Range<Int>? {
        let quoted = file.table.operands[operand].bytes
        let name = quoted.lowerBound + 1..<quoted.upperBound - 1
        switch file.source.bytes[name.lowerBound] {
        case UInt8(ascii: "&"), UInt8(ascii: "("): return nil
        default: break
        }
        for index in name {
            switch file.source.bytes[index] {
            case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                0x80...:
                return nil
            default: continue
            }
        }
        return name.isEmpty ? nil : name
    }
}
