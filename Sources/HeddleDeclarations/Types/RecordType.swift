// SPDX-License-Identifier: Apache-2.0

/// A structure or union.
package struct RecordType: Hashable, Sendable {
    /// A structure or a union.
    package enum Kind: String, Hashable, Sendable {
        case structure = "struct"
        case union = "union"
    }

    /// A member. Without a name it is an anonymous record, whose members belong to the outer one, or a bit-field that
    /// is only padding.
    package struct Member: Hashable, Sendable {
        /// The member's name.
        package let name: String?
        /// The member's type.
        package let type: CType
        /// The width of a bit-field in bits; 0 for one that only ends a unit; nil for other members.
        package let bits: Int?
        /// `packed`: the member follows the one before it without padding.
        package let isPacked: Bool
        /// `aligned(n)` or `_Alignas(n)`: the minimum alignment of the member in bytes.
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
    /// The tag; nil if it has none.
    package let tag: String?
    /// The members; nil for an opaque type, which is only used through pointers.
    package let members: [Member]?
    /// `packed`: there is no padding before members and at the end.
    package let isPacked: Bool
    /// `aligned(n)`: the minimum alignment of values in bytes.
    package let alignment: Int?
    /// The place at which an opaque type finds its definition.
    let later: LaterDefinition?

    /// Creates a record type.
    package init(kind: Kind, tag: String?, members: [Member]?, isPacked: Bool = false, alignment: Int? = nil) {
        later = members == nil ? LaterDefinition() : nil
        self.kind = kind
        self.tag = tag
        self.members = members
        self.isPacked = isPacked
        self.alignment = alignment
    }
}

extension RecordType {
    /// The named members in their order, including those of anonymous members. A flexible array at the end is not a
    /// field, because its length is unknown.
    package var fields: [Member] {
        (members ?? []).flatMap { member -> [Member] in
            if member.name == nil, case .record(let inner) = member.type.canonical { return inner.fields }
            if case .array(_, nil) = member.type.canonical { return [] }
            return member.name == nil ? [] : [member]
        }
    }
}
