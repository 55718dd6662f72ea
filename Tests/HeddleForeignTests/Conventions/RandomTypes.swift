// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

/// Types of every kind that can be passed by value, most of them small enough for registers.
struct RandomTypes {
    private var generator: SeededGenerator
    private let hasUnnamedBits: Bool

    init(seed: UInt64, hasUnnamedBits: Bool) {
        generator = SeededGenerator(seed: seed)
        self.hasUnnamedBits = hasUnnamedBits
    }

    mutating func next() -> CType {
        let type = isOne(of: 3) ? scalar() : record(depth: 2)
        return isOne(of: 20) ? .aligned(type, to: [16, 32].randomElement(using: &generator) ?? 16) : type
    }

    mutating func types(upTo count: Int) -> [CType] {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in next() }
    }

    private mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private mutating func scalar() -> CType {
        let choices: [CType] = [
            .bool, .char, .short, .int, .int, .long, .float, .float, .float, .double, .double, .longDouble, .int128,
            .pointer, .complex(.float), .complex(.double), .complex(.longDouble), .integer(.unsignedShort),
        ]
        return choices.randomElement(using: &generator) ?? .int
    }

    private mutating func record(depth: Int) -> CType {
        let members = (0..<Int.random(in: 1...4, using: &generator)).map { member($0, depth: depth - 1) }
        return .record(
            RecordType(
                kind: isOne(of: 4) ? .union : .structure, tag: nil,
                members: [RecordType.Member(name: "first", type: isOne(of: 2) ? .float : scalar())]
                    + members.dropFirst(),
                isPacked: isOne(of: 5), alignment: isOne(of: 8) ? alignment() : nil))
    }

    private mutating func alignment() -> Int { 1 << Int.random(in: 1...6, using: &generator) }

    private mutating func member(_ index: Int, depth: Int) -> RecordType.Member {
        if isOne(of: 7) { return bits(index) }
        return RecordType.Member(
            name: "m\(index)", type: memberType(depth: depth), isPacked: isOne(of: 12),
            alignment: isOne(of: 16) ? alignment() : nil)
    }

    private mutating func memberType(depth: Int) -> CType {
        let type = depth > 0 && isOne(of: 3) ? record(depth: depth) : scalar()
        return isOne(of: 4) ? .array(of: type, count: Int.random(in: 1...3, using: &generator)) : type
    }

    private mutating func bits(_ index: Int) -> RecordType.Member {
        let type = [IntegerType.char, .int, .unsignedInt, .long].randomElement(using: &generator) ?? .int
        let hasName = !hasUnnamedBits || !isOne(of: 4)
        let bits = Int.random(in: (hasName ? 1 : 0)...type.size * 8, using: &generator)
        return RecordType.Member(name: hasName ? "m\(index)" : nil, type: .integer(type), bits: bits)
    }
}
