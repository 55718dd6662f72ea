// SPDX-License-Identifier: Apache-2.0

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
