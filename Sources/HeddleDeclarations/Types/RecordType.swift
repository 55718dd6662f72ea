// SPDX-License-Identifier: Apache-2.0

/// A structure or union.
package struct RecordType: Hashable, Sendable {
    /// Which of the two it is.
    package enum Kind: String, Hashable, Sendable {
        case structure = "struct"
        case union = "union"
    }

    /// A member; one without a name is an anonymous record whose members belong to the outer one, or a bit-field
    /// that only takes up room.
    package struct Member: Hashable, Sendable {
        /// The member's name.
        package let name: String?
        /// The member's type.
        package let type: CType
        /// How many bits a bit-field has; 0 for one that only ends the unit of those before it; nil for other members.
        package let bits: Int?
        /// `packed`: the member follows the one before it without padding.
        package let isPacked: Bool
        /// `aligned(n)` or `_Alignas(n)`: the member stands at a multiple of so many bytes, if its type does not ask
        /// for more.
        package let alignment: Int?

        /// Creates a member.
        package init(name: String?, type: CType, bits: Int? = nil, isPacked: Bool = false, alignment: Int? = nil) {
            self.name = name
            self.type = type
            self.bits = bits
            self.isPacked = isPacked
            self.alignment = alignment
        }
    }

    /// Structure or union.
    package let kind: Kind
    /// The tag, where it has one.
    package let tag: String?
    /// The members, or nil for an opaque type, of which only pointers can be had.
    package let members: [Member]?
    /// `packed`: no member has padding before it, and the whole has none behind it.
    package let isPacked: Bool
    /// `aligned(n)`: values stand at multiples of so many bytes, if no member asks for more.
    package let alignment: Int?

    /// Creates a record type.
    package init(kind: Kind, tag: String?, members: [Member]?, isPacked: Bool = false, alignment: Int? = nil) {
        self.kind = kind
        self.tag = tag
        self.members = members
        self.isPacked = isPacked
        self.alignment = alignment
    }
}

extension RecordType {
    /// The members with a name, in their order, those of anonymous members among them. A flexible array at the end is
    /// no field: how long it is nobody knows.
    package var fields: [Member] {
        (members ?? []).flatMap { member -> [Member] in
            if member.name == nil, case .record(let inner) = member.type.canonical { return inner.fields }
            if case .array(_, nil) = member.type.canonical { return [] }
            return member.name == nil ? [] : [member]
        }
    }
}
