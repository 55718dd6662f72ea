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

/// The order of the words of a packed call: the arguments, how its outcome is compared, with which numbers, its result.
struct PackedLayout {
    let parameters: Int
    /// How many words hold the numbers that its outcome is compared with.
    let operands: Int

    /// How the outcome is compared, where it is.
    var comparisons: Int { parameters }
    /// The first number that it is compared with.
    var firstOperand: Int { parameters + 1 }
    /// The result, where it is kept.
    var result: Int { operands == 0 ? parameters : firstOperand + operands }

    /// How many words there are: at least one, as every call has a place.
    func words(_ keepsResult: Bool) -> Int { max(1, result + (keepsResult ? 1 : 0)) }
}
