// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// Returns whether two values are equal: numbers by value, texts byte by byte, objects by their members in any
    /// order.
    ///
    /// - Complexity: O(size of the values).
    package func isEqual(to other: Value) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left.compare(right) == .equal
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let left), .object(let right)): left.isEqual(to: right)
        default: self == other
        }
    }
}

extension [Value.Member] {
    fileprivate func isEqual(to other: [Value.Member]) -> Bool {
        guard count == other.count else { return false }
        let values = Dictionary(other.map { (Array<UInt8>($0.name.utf8), $0.value) }) { first, _ in first }
        return allSatisfy { member in
            values[Array<UInt8>(member.name.utf8)].map { member.value.isEqual(to: $0) } ?? false
        }
    }
}
