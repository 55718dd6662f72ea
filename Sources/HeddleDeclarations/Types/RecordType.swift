// SPDX-License-Identifier: Apache-2.0

/// A structure or union.
public struct RecordType: Hashable, Sendable {
    /// Which of the two it is.
    public enum Kind: String, Hashable, Sendable {
        case structure = "struct"
        case union = "union"
    }

    /// A member; one without a name is an anonymous record whose members belong to the outer one, or a bit-field
    /// that only takes up room.
    public struct Member: Hashable, Sendable {
        /// The member's name.
        public let name: String?
        /// The member's type.
        public let type: CType
        /// How many bits a bit-field has; 0 for one that only ends the unit of those before it; nil for other members.
        public let bits: Int?
        /// `packed`: the member follows the one before it without padding.
        public let isPacked: Bool
        /// `aligned(n)` or `_Alignas(n)`: the member stands at a multiple of so many bytes, if its type does not ask
        /// for more.
        public let alignment: Int?

        /// Creates a member.
        public init(name: String?, type: CType, bits: Int? = nil, isPacked: Bool = false, alignment: Int? = nil) {
            self.name = name
            self.type = type
            self.bits = bits
            self.isPacked = isPacked
            self.alignment = alignment
        }
    }

    /// Structure or union.
    public let kind: Kind
    /// The tag, where it has one.
    public let tag: String?
    /// The members, or nil for an opaque type, of which only pointers can be had.
    public let members: [Member]?
    /// `packed`: no member has padding before it, and the whole has none behind it.
    public let isPacked: Bool
    /// `aligned(n)`: values stand at multiples of so many bytes, if no member asks for more.
    public let alignment: Int?

    /// Creates a record type.
    public init(kind: Kind, tag: String?, members: [Member]?, isPacked: Bool = false, alignment: Int? = nil) {
        self.kind = kind
        self.tag = tag
        self.members = members
        self.isPacked = isPacked
        self.alignment = alignment
    }
}
