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

    /// The tag, where it has one.
    package let tag: String?
    /// The constants, in the order in which they were written.
    package let constants: [Constant]
    /// The integer type that holds the values, chosen as gcc and clang choose it.
    package let underlying: IntegerType
    /// Whether the declaration itself says which type that is, as in `enum color : uint8_t` or with `packed`.
    package let isUnderlyingDeclared: Bool

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
