// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// What is known of conditions for a result before anything is called: those that hold for none, or for all, are no
/// conditions of packed calls.
extension CallPacking {
    /// Whether a comparison with a literal may hold for one result and not for another, as far as types tell.
    ///
    /// - Parameter text: what the literal stands in.
    package func leavesOpen(_ word: ConditionOperator, _ literal: PlainLiteral, in text: [UInt8]) -> Bool {
        switch (result, literal) {
        case (.bool, .bool): true
        case (.text, .text(let range)) where !range.isEmpty: true
        case (.integer, .integer(let number)) where inner.contains(Int128(number)): true
        // All of these are numbers of each of the floating types.
        case (.floating, .integer(-0x100_0000...0x100_0000)): true
        // A number that is rounded first is compared by its value, and not by the text.
        case (.floating, .integer), (.floating, .decimal):
            if case .number(let number) = literal.value(in: text), results.keeps(number) {
                word.verdict(in: results, .number(number)) == nil
            } else {
                false
            }
        case (.integer, .integer), (.integer, .decimal), (.text, .text):
            word.verdict(in: results, literal.value(in: text)) == nil
        default: false
        }
    }

    /// Whether several comparisons, each of which leaves it open, can hold together.
    package func mayHold(_ comparisons: [(ConditionOperator, PlainLiteral)], in text: [UInt8]) -> Bool {
        if comparisons.count < 2 || haveRoom(comparisons) { return true }
        return results.contradiction(among: comparisons.map { .compares($0, $1.value(in: text)) }) == nil
    }

    /// Whether it is plain that they can: more whole numbers lie between what they ask for than they exclude.
    private func haveRoom(_ comparisons: [(ConditionOperator, PlainLiteral)]) -> Bool {
        guard result == .integer || result == .floating else { return false }
        var (lowest, highest) =
            result == .integer ? (inner.lowerBound, inner.upperBound - 1) : (-0x100_0000, 0x100_0000)
        var excluded: Int128 = 0
        for (word, literal) in comparisons {
            guard case .integer(let number) = literal else { return false }
            switch word {
            case .lt: highest = min(highest, Int128(number) - 1)
            case .le: highest = min(highest, Int128(number))
            case .gt: lowest = max(lowest, Int128(number) + 1)
            case .ge: lowest = max(lowest, Int128(number))
            case .ne: excluded += 1
            default: return false
            }
        }
        return lowest <= highest && highest - lowest > excluded
    }
}
