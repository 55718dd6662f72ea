// SPDX-License-Identifier: Apache-2.0

/// An enumeration with its constants.
public struct EnumerationType: Hashable, Sendable {
    /// A named value.
    public struct Constant: Hashable, Sendable {
        /// The constant's name.
        public let name: String
        /// The constant's value.
        public let value: Int64

        /// Creates a constant.
        public init(name: String, value: Int64) {
            self.name = name
            self.value = value
        }
    }

    /// The tag, where it has one.
    public let tag: String?
    /// The constants, in the order in which they were written.
    public let constants: [Constant]
    /// The integer type that holds the values, chosen as gcc and clang choose it.
    public let underlying: IntegerType
    /// Whether the declaration itself says which type that is, as in `enum color : uint8_t` or with `packed`.
    public let isUnderlyingDeclared: Bool

    /// Creates an enumeration.
    public init(
        tag: String?, constants: [Constant], underlying: IntegerType, isUnderlyingDeclared: Bool = false
    ) {
        self.tag = tag
        self.constants = constants
        self.underlying = underlying
        self.isUnderlyingDeclared = isUnderlyingDeclared
    }
}
