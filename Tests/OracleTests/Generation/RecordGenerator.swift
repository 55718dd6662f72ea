// SPDX-License-Identifier: Apache-2.0

import Workbench

/// Makes one structure or union that takes up about so many bytes.
struct RecordGenerator {
    /// The bytes that are left.
    private var room: Int
    private let depth: Int
    private var scalars: [CScalar] = []
    private var bitFieldChance = 8.0
    private var isUnion = false

    init(room: Int, depth: Int) {
        self.room = room
        self.depth = depth
    }

    mutating func record(_ types: inout TypeGenerator) -> RecordShape {
        choose(&types)
        var made = RecordShape(isUnion: isUnion, members: members(&types))
        made.isPacked = types.chance(.packed, 10)
        if types.chance(.overAligned, 6) { made.alignment = types.random.pick([1, 2, 4, 8, 16, 32, 64]) }
        made.attributesLast = types.random.chance(30)
        return made
    }

    /// The kind of record. Mixed ones alone would hardly ever be all floats, or full of bit-fields.
    private mutating func choose(_ types: inout TypeGenerator) {
        isUnion = types.chance(.union, 15)
        if types.random.chance(12) { bitFieldChance = 60 }
        scalars =
            switch types.random.number(0...9) {
            case 0: [.float, .double]
            case 1: [.float]
            case 2: [.unsignedChar, .signedChar, .char, .short, .bool]
            case 3: [.int, .float]
            case 4: [.long, .double]
            case 5: types.allowed(CScalar.allCases)
            default: CScalar.integers + [.bool, .float, .double]
            }
    }

    private mutating func members(_ types: inout TypeGenerator) -> [RecordShape.Member] {
        var members: [RecordShape.Member] = []
        let most = isUnion ? types.random.number(1...4) : 24
        while members.count < most, isUnion || room > 0 {
            let member = member(&types)
            members.append(member)
            if !isUnion { room -= member.bits.map { ($0 + 7) / 8 } ?? max(1, member.shape.roughSize) }
        }
        if !members.contains(where: \.holdsValue) {
            members.append(RecordShape.Member(name: types.name(), shape: .scalar(.unsignedChar)))
        }
        return members
    }

    private mutating func member(_ types: inout TypeGenerator) -> RecordShape.Member {
        if types.chance(.bitField, bitFieldChance) { return bitField(&types) }
        if depth < 2, types.chance(.nested, 5) { return RecordShape.Member(name: nil, shape: inner(&types)) }
        var member = RecordShape.Member(name: types.name(), shape: shape(&types))
        member.isPacked = types.chance(.packed, 3)
        if types.chance(.overAligned, 3) { member.alignment = types.random.pick([2, 4, 8, 16, 32, 64]) }
        return member
    }

    private mutating func bitField(_ types: inout TypeGenerator) -> RecordShape.Member {
        let type = types.random.pick(
            CScalar.integers + (types.random.chance(15) ? [.bool] + types.allowed(CScalar.wide) : []))
        let isNamed = types.random.chance(85)
        let widest = type == .bool ? 1 : type.size * 8
        let bits = types.random.number((isNamed ? 1 : 0)...min(widest, types.random.chance(60) ? 9 : widest))
        var member = RecordShape.Member(name: isNamed ? types.name() : nil, shape: .scalar(type), bits: bits)
        if isNamed, types.chance(.packed, 3) { member.isPacked = true }
        return member
    }

    private mutating func shape(_ types: inout TypeGenerator) -> Shape {
        switch types.random.number(0...99) {
        case 0..<12 where types.allowed.contains(.array): array(&types)
        case 12..<24 where types.allowed.contains(.nested) && depth < 2: nested(&types)
        case 24..<28 where types.allowed.contains(.enumeration): .enumeration(types.enumeration())
        default: scalar(&types.random)
        }
    }

    private func scalar(_ random: inout SeededGenerator) -> Shape {
        let fitting = scalars.filter { $0.size <= max(room, 1) }
        return .scalar(random.pick(fitting.isEmpty ? [.unsignedChar] : fitting))
    }

    private mutating func array(_ types: inout TypeGenerator) -> Shape {
        var element = types.chance(.nested, 15) && depth < 2 ? nested(&types) : scalar(&types.random)
        // Plain characters would be a text.
        if element == .scalar(.char) { element = .scalar(.signedChar) }
        let most = min(9, max(1, room / max(1, element.roughSize)))
        let inner = Shape.array(element, count: types.random.number(1...most))
        guard types.random.chance(20) else { return inner }
        return .array(inner, count: types.random.number(1...max(1, min(3, room / max(1, inner.roughSize)))))
    }

    /// A record with a tag, or one that is written where it is used.
    private func nested(_ types: inout TypeGenerator) -> Shape {
        let inner = inner(&types)
        guard types.random.chance(60), case .record(let record) = inner else { return inner }
        return types.define(record)
    }

    private func inner(_ types: inout TypeGenerator) -> Shape {
        var maker = RecordGenerator(room: types.random.number(1...max(1, min(room, 40))), depth: depth + 1)
        return .record(maker.record(&types))
    }
}
