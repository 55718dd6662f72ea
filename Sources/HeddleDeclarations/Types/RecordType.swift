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
        package internal(set) var type: CType
        /// The width of a bit-field in bits; 0 for one that only ends a unit; nil for other members.
        package let bits: Int?
        /// `packed`: the member follows the one before it without padding.
        package let isPacked: Bool
        /// `aligned(n)` or `_Alignas(n)`: the minimum alignment of the member in bytes.
        package let alignment: Int?
        /// The values to which the member leads; nil where it leads to none, or they are not counted.
        package internal(set) var buffer: Buffer?
        /// `_Switch_is_(field)` on a union: the field whose number says which member stands there, by its index among
        /// the ``RecordType/fields``.
        package internal(set) var selector: Int?
        /// In a union, the numbers for which the member stands there.
        package internal(set) var stands: Case?

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
    package internal(set) var members: [Member]? {
        didSet { (table, arrangement) = (Derived(), Derived()) }
    }
    /// `packed`: there is no padding before members and at the end.
    package let isPacked: Bool
    /// `aligned(n)`: the minimum alignment of values in bytes.
    package let alignment: Int?
    /// True for a union beside which a number says which of its members stands there.
    package internal(set) var isSelected = false
    /// The place at which an opaque type finds its definition.
    let later: LaterDefinition?
    /// The fields that follow from the members.
    private var table = Derived<FieldTable>()
    /// The layout that follows from them.
    private(set) var arrangement = Derived<RecordLayout?>()

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

extension RecordType.Member {
    /// True for a flexible array member whose elements no annotation counts.
    var isUncounted: Bool { if case .array(_, nil) = type.canonical { buffer == nil } else { false } }
}

extension RecordType {
    /// The named members in their order, including those of anonymous members. A flexible array at the end is a field
    /// only where another one counts it.
    package var fields: [Member] { fieldTable?.fields ?? [] }

    /// The field of a name, and whether it shares its memory with others: it is in a union that has no name of its own,
    /// or the record is one.
    ///
    /// - Complexity: O(number of members) for the first name, O(1) for each other one.
    package func field(_ name: String) -> (member: Member, isShared: Bool)? {
        guard let members, let index = fieldTable?.owners[name] else { return nil }
        let member = members[index]
        if member.name != nil { return (member, isUncertain) }
        guard case .record(let inner) = member.type.canonical, let field = inner.field(name) else { return nil }
        return (field.member, field.isShared || isUncertain)
    }

    /// The bit of the record at which the field of a name begins; nil where there is no such field, or no layout.
    package func bitOffset(of name: String) -> Int? {
        guard let members, let index = fieldTable?.owners[name], let place = layout?.places[index] else { return nil }
        guard members[index].name == nil, case .record(let inner) = members[index].type.canonical else {
            return place.bitOffset
        }
        return inner.bitOffset(of: name).map { place.bitOffset + $0 }
    }

    private var fieldTable: FieldTable? {
        members.map { members in table.content { FieldTable(members) } }
    }

    /// True for a union, unless a number beside it says which of its members stands there.
    private var isUncertain: Bool { kind == .union && !isSelected }
}

/// The fields of a structure or union, and where they stand.
private struct FieldTable: Sendable {
    let fields: [RecordType.Member]
    /// The indices of the members that the fields are, or that have them in them.
    private(set) var owners: [String: Int] = [:]

    init(_ members: [RecordType.Member]) {
        let isPlain = members.allSatisfy { $0.name != nil && !$0.isUncounted }
        let own = members.map(\.ownFields)
        fields = isPlain ? members : own.flatMap(\.self)
        for (index, fields) in own.enumerated() {
            for case let name? in fields.map(\.name) where owners[name] == nil { owners[name] = index }
        }
    }
}

extension RecordType.Member {
    /// The member itself, or the fields of an anonymous one.
    fileprivate var ownFields: [RecordType.Member] {
        if name == nil, case .record(let inner) = type.canonical { return inner.fields }
        return name == nil || isUncounted ? [] : [self]
    }
}

extension RecordType {
    /// A long record is told by its name, the number of its members and the last of these: records are keys of tables,
    /// where equal ones are compared as a whole anyway.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(tag)
        hasher.combine(members?.count)
        hasher.combine(members?.last?.name)
    }
}
