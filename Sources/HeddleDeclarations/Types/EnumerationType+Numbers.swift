// SPDX-License-Identifier: Apache-2.0

extension EnumerationType {
    /// A constant's number: ``Constant/value`` holds the bits of numbers above `Int64.max` of an `unsigned long`.
    package func number(of constant: Constant) -> Int128 {
        underlying.isSigned ? Int128(constant.value) : Int128(UInt64(bitPattern: constant.value))
    }

}

extension IntegerType {
    /// The type that gcc and clang choose for an enumeration of these values; nil where none holds them all.
    static func holding(_ values: [Int128], isPacked: Bool) -> IntegerType? {
        let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
        let small: [IntegerType] = lowest < 0 ? [.signedChar, .short] : [.unsignedChar, .unsignedShort]
        let large: [IntegerType] = lowest < 0 ? [.int, .long] : [.unsignedInt, .unsignedLong]
        return ((isPacked ? small : []) + large).first { $0.range.contains(lowest) && $0.range.contains(highest) }
    }
}
