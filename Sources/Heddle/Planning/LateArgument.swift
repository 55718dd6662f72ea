// SPDX-License-Identifier: Apache-2.0

/// An argument that refers to a saved value, as the word of its parameter says it.
struct LateArgument {
    /// The number of the saved name.
    let number: Int
    /// The number of the reference among those of the plan, where it is to a part of the saved value; nil for all of it.
    let reference: Int?

    init(_ number: Int, reference: Int?) {
        self.number = number
        self.reference = reference
    }

    init(word: UInt64) {
        number = Int(word & 0xFFFF_FFFF)
        reference = word >> 32 == 0 ? nil : Int(word >> 32) - 1
    }

    var word: UInt64 { UInt64(number) | UInt64((reference ?? -1) + 1) << 32 }
}
