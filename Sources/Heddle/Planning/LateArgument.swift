// SPDX-License-Identifier: Apache-2.0

/// An argument that becomes known in the run, as the word of its parameter says it.
enum LateArgument {
    /// The saved value of a number, or the part of it to which the reference of a number in the plan leads.
    case saved(Int, reference: Int?)
    /// The value of the computation of a number in the plan.
    case computed(Int)

    init(word: UInt64) {
        let (low, high) = (Int(word & 0xFFFF_FFFF), Int(word >> 32))
        self =
            high == Self.computedMark
            ? .computed(low) : .saved(low, reference: high == 0 ? nil : high - 1)
    }

    var word: UInt64 {
        switch self {
        case .saved(let number, let reference): UInt64(number) | UInt64((reference ?? -1) + 1) << 32
        case .computed(let number): UInt64(number) | UInt64(Self.computedMark) << 32
        }
    }

    /// The upper half of the word of a computed argument.
    private static let computedMark = 0xFFFF_FFFF
}
