// SPDX-License-Identifier: Apache-2.0

import Workbench

extension SeededGenerator {
    /// Returns whether something of a probability in percent happens.
    mutating func chance(_ percent: Double) -> Bool { Double.random(in: 0..<100, using: &self) < percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of several; there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }
}
