// SPDX-License-Identifier: Apache-2.0

/// An enumeration with its constants.
package struct EnumerationType: Hashable, Sendable {
    /// A named value.
    package struct Constant: Hashable, Sendable {
        /// The constant's name.
        package let name: String
        /// The constant's value.
        package let value: Int64

        /// Creates a constant.
        package init(name: String, value: Int64) {
            self.name = name
            self.value = value
        }
    }

    /// The tag; nil if it has none.
    package let tag: String?
    /// The constants, in the order in which they were written.
    package let constants: [Constant]
    /// The integer type that holds the values, chosen as gcc and clang choose it.
    package let underlying: IntegerType
    /// True if the declaration itself says which type that is, as in `enum color : uint8_t` or with `packed`.
    package let isUnderlyingDeclared: Bool
    /// The constants by their names and numbers.
    let table = Derived<ConstantTable>()

    /// Creates an enumeration.
    package init(
        tag: String?, constants: [Constant], underlying: IntegerType, isUnderlyingDeclared: Bool = false
    ) {
        self.tag = tag
        self.constants = constants
        self.underlying = underlying
        self.isUnderlyingDeclared = isUnderlyingDeclared
    }
}

extension EnumerationType {
    /// A constant's number: ``Constant/value`` holds the bits of numbers above `Int64.max` of an `unsigned long`.
    package func number(of constant: Constant) -> Int128 {
        underlying.isSigned ? Int128(constant.value) : Int128(UInt64(bitPattern: constant.value))
    }

    /// A long enumeration is told by its tag, the number of its constants and the last of these: enumerations are keys of
    /// tables, where equal ones are compared as a whole anyway.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(tag)
        hasher.combine(constants.count)
        hasher.combine(constants.last)
    }
}

extension IntegerType {
    /// The type that gcc and clang choose for an enumeration with these values; nil if no type holds them all.
    static func holding(_ values: [Int128], isPacked: Bool) -> IntegerType? {
        let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
        let small: [IntegerType] = lowest < 0 ? [.signedChar, .short] : [.unsignedChar, .unsignedShort]
        let large: [IntegerType] = lowest < 0 ? [.int, .long] : [.unsignedInt, .unsignedLong]
        return ((isPacked ? small : []) + large).first { $0.range.contains(lowest) && $0.range.contains(highest) }
    }
}
