// SPDX-License-Identifier: Apache-2.0

/// A small generator whose numbers depend on its seed alone.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True once in so many times.
    mutating func chance(_ oneIn: Int) -> Bool { number(0..<oneIn) == 0 }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of the elements, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }
}
