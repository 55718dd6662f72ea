// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleForeign

/// An argument that refers to a saved value, as the word of its parameter says it.
struct LateArgument {
    /// The number of the saved name.
    let number: Int
    /// True if it is a part of the saved value.
    let hasPart: Bool

    init(_ number: Int, hasPart: Bool) {
        self.number = number
        self.hasPart = hasPart
    }

    init(word: UInt64) {
        number = Int(word >> 1)
        hasPart = word & 1 == 1
    }

    var word: UInt64 { UInt64(number) << 1 | (hasPart ? 1 : 0) }
}

extension CallSite {
    /// The conditions on an outcome that are held against memory; empty unless all of them can be.
    func conditions(_ expectations: [Step.Expectation]) -> [PackedCondition] {
        var conditions: [PackedCondition] = []
        for expectation in expectations {
            var comparisons: [(word: ConditionOperator, operand: Value)] = []
            for clause in expectation.condition.clauses {
                guard case .compares(let word, let operand) = clause, let value = operand.value.literal else {
                    return []
                }
                comparisons.append((word, value))
            }
            guard part(expectation.path.value)?.append(comparisons, to: &conditions) == true else { return [] }
        }
        return conditions.count <= PackedCondition.most ? conditions : []
    }
}
