// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations

/// Whether an expectation held, with what it asked for.
struct Verdict {
    let isHeld: Bool
    /// What the behaviour wrote, references filled in.
    let expected: Value
    /// The expectation in words, where it is more than equality.
    let condition: String?
}

extension Step.Expectation.Test {
    /// Holds a value against the expectation; nil is a value that is not there, which meets none.
    func judge(_ actual: Value?, saved: SavedValues) -> Verdict {
        switch self {
        case .equals(let template):
            guard let expected = template.value.filled(from: saved) else { return .unsaved }
            return Verdict(isHeld: actual?.includes(expected) ?? false, expected: expected, condition: nil)
        case .operators(let operators):
            var asked: [Comparison] = []
            for (word, template) in operators {
                guard let operand = template.value.filled(from: saved) else { return .unsaved }
                asked.append(Comparison(word, operand))
            }
            return Verdict(
                isHeld: asked.allSatisfy { comparison in actual.map(comparison.holds) ?? false },
                expected: .object(asked.map { .init($0.word.rawValue, $0.operand) }),
                condition: asked.map { $0.words() }.joined(separator: ", "))
        }
    }
}

extension Verdict {
    /// How a value differs from what was expected of it, where that did not hold.
    func difference(from actual: Value?, as type: CType?, at path: ValuePath) -> Difference {
        guard let condition else { return Difference(expected: expected, actual: actual, as: type, at: "\(path)") }
        guard case .object(let members) = expected else { return Difference(condition: condition, actual: actual) }
        let comparisons = members.compactMap { member in
            ConditionOperator(rawValue: member.name).map { Comparison($0, member.value) }
        }
        if comparisons.count == 1, comparisons[0].word == .eq {
            return Difference(expected: comparisons[0].operand, actual: actual, as: type, at: "\(path)")
        }
        return Difference(comparisons: comparisons, actual: actual, as: type)
    }

    /// The same without what the declaration says is secret.
    var concealed: Verdict { Verdict(isHeld: isHeld, expected: .secret, condition: "what is not told") }

    /// What is expected refers to a value that no step has saved.
    fileprivate static let unsaved = Verdict(
        isHeld: false, expected: .null, condition: "a saved value that is not there")
}
