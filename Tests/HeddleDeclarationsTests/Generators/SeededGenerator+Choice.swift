// SPDX-License-Identifier: Apache-2.0

import Workbench

extension SeededGenerator {
    /// True once in so many times.
    mutating func chance(_ oneIn: Int) -> Bool { number(0..<oneIn) == 0 }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of the elements, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }
}
