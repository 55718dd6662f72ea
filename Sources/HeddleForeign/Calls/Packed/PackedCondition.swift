// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A comparison with a number that must hold for a result that is a whole number.
package struct PackedCondition: Sendable {
    /// How the result is compared; 0 is none.
    enum Comparison: UInt8 {
        case equal = 1
        case unequal
        case less
        case atMost
        case greater
        case atLeast

        func holds(_ result: Int128, _ operand: Int128) -> Bool {
            switch self {
            case .equal: result == operand
            case .unequal: result != operand
            case .less: result < operand
            case .atMost: result <= operand
            case .greater: result > operand
            case .atLeast: result >= operand
            }
        }
    }

    let comparison: Comparison
    let operand: Int64

    /// Nil for an operator that does not compare with a number alone.
    package init?(_ word: ConditionOperator, _ operand: Int64) {
        switch word {
        case .eq: comparison = .equal
        case .ne: comparison = .unequal
        case .lt: comparison = .less
        case .le: comparison = .atMost
        case .gt: comparison = .greater
        case .ge: comparison = .atLeast
        case .near, .in, .matches, .startsWith, .endsWith, .contains, .length, .null: return nil
        }
        self.operand = operand
    }

    /// More are not packed.
    static let most = 8
}

extension [PackedCondition] {
    /// How they compare, in their order, as one word.
    var comparisons: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1.comparison.rawValue) } }
}
