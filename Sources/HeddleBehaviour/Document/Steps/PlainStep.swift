// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import HeddleDiagnostics

/// A step that calls an action with literals and saved values, by position, may hold its result against literals, and
/// may save it.
package struct PlainStep: Sendable {
    /// What the action is called with.
    package private(set) var arguments: [Argument] = []
    /// The operand that names what is saved.
    package private(set) var save: Int?
    /// What must hold for its result; one that it must equal is an `eq`.
    package private(set) var conditions: [Condition] = []

    /// What the action is called with.
    package enum Argument: Hashable, Sendable {
        case literal(PlainLiteral)
        /// A value that an earlier step saved, by the operand.
        case saved(Int)
    }

    /// A comparison with a literal.
    package struct Condition: Sendable {
        /// How it is compared.
        package let word: ConditionOperator
        /// What it is compared with.
        package let operand: PlainLiteral
    }

    /// Takes what a step has; nil where it is not plain.
    package init?(_ written: WrittenStep) {
        let form = written.form
        var operand = written.firstOperand
        switch form.arguments {
        case .none: break
        case .positional(let count):
            for _ in 0..<count {
                guard let argument = written.argument(operand) else { return nil }
                arguments.append(argument)
                operand = written.end(of: operand)
            }
        case .named: return nil
        }
        guard form.saves.isEmpty || form.savesByName, form.expectations.count <= 1 else { return nil }
        if form.savesByName {
            save = operand
            operand += 1
        }
        guard let expectation = form.expectations.first else { return }
        guard expectation.path == .result else { return nil }
        operand += 1
        for clause in expectation.condition.clauses {
            guard case .compares(let word, _) = clause, let literal = written.literal(operand) else { return nil }
            switch word.form {
            case .value: break
            case .ordered: if case .bool = literal { return nil }
            default: return nil
            }
            conditions.append(Condition(word: word, operand: literal))
            operand = written.end(of: operand)
        }
    }

    /// Whether a result meets all conditions; one that is not there meets none.
    ///
    /// - Parameter text: what the step was read from.
    package func holds(for result: Value?, in text: [UInt8]) -> Bool {
        guard let result else { return false }
        return conditions.allSatisfy { $0.word.holds(for: result, $0.operand.value(in: text)) }
    }
}

extension WrittenStep {
    fileprivate func argument(_ operand: Int) -> PlainStep.Argument? {
        if let literal = literal(operand) { return .literal(literal) }
        guard let reference = reference(operand), reference.part.isEmpty else { return nil }
        return .saved(operand)
    }

    fileprivate func literal(_ operand: Int) -> PlainLiteral? {
        let found = file.table.operands[operand]
        switch found.tag {
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .text: return .text(found.bytes.lowerBound + 1..<found.bytes.upperBound - 1)
        case .number:
            if case .number(.integer(let number)) = value(operand), found.bytes.count <= 18 {
                return .integer(Int64(number))
            }
            return .decimal(found.bytes)
        default: return nil
        }
    }

    /// The text that it stands in.
    package var bytes: [UInt8] { file.source.bytes }
}
