// SPDX-License-Identifier: Apache-2.0

/// A call whose arguments were packed.
package struct PackedCall: Sendable {
    /// Where its arguments stand.
    package let arguments: PackedArguments.Index
    /// Which of its parameters take what earlier calls have returned.
    package let references: PackedReferences
    /// How many words behind its arguments its result is kept; nil where it is not.
    package let result: Int?
}

/// In which of its words a packed call has what: the arguments first, then how its result is compared, then with which
/// numbers, then its result.
struct PackedLayout {
    let parameters: Int
    let conditions: Int

    /// How the result is compared, where there are conditions.
    var comparisons: Int { parameters }
    /// What it is compared with first.
    var operands: Int { parameters + 1 }
    /// The result, where it is kept.
    var result: Int { conditions == 0 ? parameters : operands + conditions }

    /// How many words there are: at least one, as every call has a place.
    func words(_ keepsResult: Bool) -> Int { max(1, result + (keepsResult ? 1 : 0)) }
}
