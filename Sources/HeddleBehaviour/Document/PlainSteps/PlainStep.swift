// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A step that only calls an action with literals and saved values, by position, may hold its result against literals,
/// and may save it.
///
/// Most steps of a long behaviour are of this kind. One is read into the same memory as the one before it.
///
/// ## Topics
/// - ``PlainStepReader``
package struct PlainStep: Sendable {
    /// Which call it is, counted from 0 in the order in which the reader met their names.
    package internal(set) var call = 0
    /// What the action is called with.
    package internal(set) var arguments: [Argument] = []
    /// The name under which its result is saved, by the bytes between the quotes.
    package internal(set) var save: Range<Int>?
    /// What its result is held against.
    package internal(set) var expectation: Expectation?
    /// What must hold for its result; one that it must equal is an `eq`.
    package internal(set) var conditions: [Condition] = []

    /// What the action is called with.
    package enum Argument: Hashable, Sendable {
        case literal(PlainLiteral)
        /// A value that an earlier step saved, by the bytes of its name.
        case saved(Range<Int>)
    }

    /// What the result of a plain step is held against.
    package struct Expectation: Sendable {
        /// Where it stands, its path included.
        package let bytes: Range<Int>
        /// Whether operators say what must hold, and not the value that the result must equal.
        package let hasOperators: Bool
    }

    /// A comparison with a literal.
    package struct Condition: Sendable {
        /// How it is compared.
        package let word: ConditionOperator
        /// What it is compared with.
        package let operand: PlainLiteral
    }
}

extension PlainStep {
    /// Whether it is called with a saved value.
    var refers: Bool { arguments.contains { if case .saved = $0 { true } else { false } } }

    /// Whether a result meets all conditions; one that is not there meets none.
    ///
    /// - Parameter text: what the step was read from.
    package func holds(for result: Value?, in text: [UInt8]) -> Bool {
        guard let result else { return false }
        return conditions.allSatisfy { $0.word.holds(for: result, $0.operand.value(in: text)) }
    }

    /// What the step expects, as a ``Step`` has it, each part at the place of the whole; nil where it expects nothing.
    ///
    /// - Parameter source: the text that the step was read from.
    package func expectation(in source: SourceText) -> Step.Expectation? {
        guard let expectation else { return nil }
        let range = SourceRange(source, expectation.bytes)
        let clauses = conditions.map { condition in
            HeddleDeclarations.Condition.Clause.compares(
                condition.word, Located(Template.literal(condition.operand.value(in: source.bytes)), at: range))
        }
        let condition =
            if !expectation.hasOperators, case .compares(_, let operand)? = clauses.first {
                HeddleDeclarations.Condition(equalTo: operand)
            } else { HeddleDeclarations.Condition(clauses) }
        return Step.Expectation(path: Located(.result, at: range), condition: condition, range: range)
    }
}
