// SPDX-License-Identifier: Apache-2.0

extension EnumerationType {
    /// A constant's number: ``Constant/value`` holds the bits of numbers above `Int64.max` of an `unsigned long`.
    public func number(of constant: Constant) -> Int128 {
        underlying.isSigned ? Int128(constant.value) : Int128(UInt64(bitPattern: constant.value))
    }

    /// The type that gcc and clang choose for these values; nil where none holds them all.
    static func underlying(of values: [Int128]) -> IntegerType? {
        let lowest = values.min() ?? 0
        let highest = values.max() ?? 0
        let candidates: [IntegerType] = lowest < 0 ? [.int, .long] : [.unsignedInt, .unsignedLong]
        return candidates.first { $0.range.contains(lowest) && $0.range.contains(highest) }
    }
}
