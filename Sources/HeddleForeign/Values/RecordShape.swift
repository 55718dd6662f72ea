// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A structure or union: its fields by name, those of anonymous members among them.
final class RecordShape: Sendable {
    /// A union that a field is in, and which of its members the field belongs to.
    struct Alternative: Hashable, Sendable {
        let union: Int
        let member: Int
    }

    /// A field with its place.
    struct Field: Sendable {
        enum Content: Sendable {
            case element(ValueLayout, offset: Int)
            case bits(BitField)
            case buffer(MemberBuffer, offset: Int)
        }

        let name: String
        let content: Content
        /// The unions around the field that have no name of their own; the record itself, where it is one.
        let alternatives: [Alternative]
        /// The choices among the members of unions around the field, and of the union that it is, that numbers beside
        /// these make.
        let choices: [UnionChoice]
    }

    let type: RecordType
    let name: String
    let size: Int
    let fields: [Field]
    /// True for a union beside which a number says which of its members stands there.
    let isSelected: Bool
    private let indices: [String: Int]

    /// Nil where a member has no size.
    ///
    /// - Parameters:
    ///   - isShared: true in a union.
    ///   - isSelected: true for a union beside which a number says which of its members stands there.
    init?(_ record: RecordType, isShared: Bool = false, isSelected: Bool = false) {
        guard let layout = record.layout else { return nil }
        self.isSelected = isSelected
        var collector = FieldCollector(isShared: isShared, isSelected: isSelected)
        guard collector.add(record, layout, at: 0, in: []) else { return nil }
        type = record
        name = CType.record(record).description
        size = layout.size
        fields = collector.fields
        indices = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// True if it is a union.
    var isUnion: Bool { type.kind == .union }

    /// The index of the field of a name.
    func index(of name: String) -> Int? { indices[name] }

    /// The field of a name.
    func field(_ name: String) -> Field? { indices[name].map { fields[$0] } }

    /// The expected form in a behaviour, in words.
    var expectation: String {
        let names = fields.prefix(8).map(\.name).joined(separator: ", ") + (fields.count > 8 ? ", …" : "")
        return isUnion ? "an object with one of \(names)" : "an object with \(names)"
    }
}

extension RecordShape.Field {
    /// True for values to which the field leads, and which others count.
    var isBuffer: Bool { if case .buffer = content { true } else { false } }

    /// The offsets in the record at which pointers stand in the field, or may stand.
    var pointerOffsets: [Int] {
        switch content {
        case .element(let layout, let offset): layout.pointerOffsets.map { $0 + offset }
        case .buffer(let buffer, let offset): buffer.isInline ? [] : [offset]
        case .bits: []
        }
    }

    /// The choice among the members of the union that the field is; nil for other fields.
    var choice: UnionChoice? { choices.last.flatMap { $0.member == nil ? $0 : nil } }
}

/// Walks through the members of a record.
private struct FieldCollector {
    /// True where nothing says which member of a union stands there.
    private var isShared: Bool
    private(set) var fields: [RecordShape.Field] = []
    private var unions = 0
    /// The choices among the members of the unions without names that are walked through.
    private var choices: [UnionChoice] = []

    /// True for a union beside which a number says which of its members stands there.
    private let isSelected: Bool

    init(isShared: Bool, isSelected: Bool) { (self.isShared, self.isSelected) = (isShared, isSelected) }

    /// False where a member has no size. A flexible array at the end is left out: how long it is nobody knows.
    mutating func add(
        _ record: RecordType, _ layout: RecordLayout, at offset: Int, in alternatives: [RecordShape.Alternative]
    ) -> Bool {
        let (union, first, outer) = (unions, fields.count, (isShared, choices))
        defer { (isShared, choices) = outer }
        if record.kind == .union {
            unions += 1
            isShared = isShared || !(choices.last.map { $0.member == nil } ?? isSelected)
        }
        for (index, (member, place)) in zip(record.members ?? [], layout.places).enumerated() {
            let own = record.kind == .union ? alternatives + [.init(union: union, member: index)] : alternatives
            if record.kind == .union { choices = outer.1.map { $0.member == nil ? $0.of(index) : $0 } }
            guard add(member, place, at: offset, in: own, countedFrom: first) else { return false }
        }
        return true
    }

    private mutating func add(
        _ member: RecordType.Member, _ place: RecordLayout.Place, at offset: Int,
        in alternatives: [RecordShape.Alternative], countedFrom first: Int
    ) -> Bool {
        if let bits = place.bits { return addBits(member, place, bits, at: offset, in: alternatives) }
        if member.name == nil, case .record(let inner) = member.type.canonical, let layout = inner.layout {
            let outer = choices
            defer { choices = outer }
            choices += [UnionChoice(member, countedFrom: first)].compactMap(\.self)
            return add(inner, layout, at: offset + place.offset, in: alternatives)
        }
        if let buffer = isShared ? nil : MemberBuffer(member, countedFrom: first), let name = member.name {
            append(name, .buffer(buffer, offset: offset + place.offset), alternatives, choices)
            return true
        }
        if case .array(_, nil) = member.type.canonical { return true }
        let own = [UnionChoice(member, countedFrom: first)].compactMap(\.self)
        guard let name = member.name, let element = layout(of: member, isSelected: !own.isEmpty) else { return false }
        append(name, .element(element, offset: offset + place.offset), alternatives, choices + own)
        return true
    }

    private func layout(of member: RecordType.Member, isSelected: Bool) -> ValueLayout? {
        guard isSelected, case .record(let union) = member.type.canonical else {
            return ValueLayout(member.type, isShared: isShared)
        }
        return RecordShape(union, isShared: isShared, isSelected: true).map(ValueLayout.record)
    }

    private mutating func addBits(
        _ member: RecordType.Member, _ place: RecordLayout.Place, _ bits: Int, at offset: Int,
        in alternatives: [RecordShape.Alternative]
    ) -> Bool {
        guard let name = member.name else { return true }
        guard let scalar = Scalar(member.type) else { return false }
        let field = BitField(scalar: scalar, offset: offset * 8 + place.bitOffset, width: bits)
        append(name, .bits(field), alternatives, choices)
        return true
    }

    private mutating func append(
        _ name: String, _ content: RecordShape.Field.Content, _ alternatives: [RecordShape.Alternative],
        _ choices: [UnionChoice]
    ) {
        fields.append(RecordShape.Field(name: name, content: content, alternatives: alternatives, choices: choices))
    }
}
