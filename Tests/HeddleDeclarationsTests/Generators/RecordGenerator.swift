// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

/// Makes structures and unions by chance, the same ones for the same seed: bit-fields of all widths and types, packed
/// and aligned ones, nested, anonymous, arrays.
struct RecordGenerator {
    /// The features of the generated records.
    static let known = """
        enum small { SMALL = 1 }; enum __attribute__((packed)) byte { BYTE = 200 };
        enum __attribute__((packed)) word { WORD = -300 }; enum wide { WIDE = 0x100000000 };
        enum negative { NEGATIVE = -1 }; typedef struct pair { char first; long second; } pair;
        typedef int aligned16 __attribute__((aligned(16))); typedef long unaligned __attribute__((aligned(1)));
        typedef struct { short x; char y; } aligned_pair __attribute__((aligned(32)));
        typedef double _Complex phasor; typedef union { int i; char c[5]; } choice;

        """

    static let scope: DeclarationScope? = try? HeddleDeclarationsTests.scope(known)

    private static let named = [
        "enum small", "enum byte", "enum word", "enum wide", "enum negative", "pair", "struct pair", "aligned16",
        "unaligned", "aligned_pair", "phasor", "choice", "size_t", "uint8_t",
    ].compactMap { scope?.type(named: $0) }

    private static let enumerations = ["enum small", "enum byte", "enum word", "enum wide", "enum negative"]
        .compactMap { scope?.type(named: $0) }

    private static let integers = IntegerType.allCases.map(CType.integer)

    private static let scalars =
        integers + FloatingType.allCases.flatMap { [CType.floating($0), .complex($0)] }
        + [.bool, .pointer(to: .void, isConst: false), .pointer(to: .integer(.char), isConst: true)]

    private var random: SeededGenerator
    private var names = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func record(tag: String?, depth: Int = 2) -> RecordType {
        let kind: RecordType.Kind = random.chance(5) ? .union : .structure
        var members = [member(depth: depth)]
        for _ in 0..<random.number(0..<7) { members.append(member(depth: depth)) }
        if members.allSatisfy({ $0.name == nil }) { members.append(plain(.integer(.short))) }
        if depth == 2, kind == .structure, random.chance(8) {
            members.append(plain(.array(of: random.pick(Self.scalars), count: nil)))
        }
        return RecordType(
            kind: kind, tag: tag, members: members, isPacked: random.chance(4),
            alignment: random.chance(6) ? alignment() : nil)
    }

    private mutating func member(depth: Int) -> RecordType.Member {
        if random.chance(2) { return field() }
        if depth > 0, random.chance(6) {
            let inner = CType.record(record(tag: nil, depth: depth - 1))
            return random.chance(2) ? RecordType.Member(name: nil, type: inner) : plain(inner)
        }
        let type = random.chance(3) ? random.pick(Self.named) : random.pick(Self.scalars)
        return plain(random.chance(6) && hasWholeSize(type) ? .array(of: type, count: random.number(1..<4)) : type)
    }

    private func hasWholeSize(_ type: CType) -> Bool {
        type.layout.map { $0.size % $0.alignment == 0 } ?? false
    }

    private mutating func plain(_ type: CType) -> RecordType.Member {
        RecordType.Member(
            name: name(), type: type, isPacked: random.chance(6), alignment: random.chance(8) ? alignment() : nil)
    }

    /// A bit-field; where its name is nil it only takes up room.
    private mutating func field() -> RecordType.Member {
        let type = random.chance(8) ? .bool : random.pick(random.chance(4) ? Self.enumerations : Self.integers)
        let most = type == .bool ? 1 : (type.layout?.size ?? 1) * 8
        let isNamed = !random.chance(6)
        let natural = type.layout?.alignment ?? 1
        let bits = isNamed ? random.number(1..<(most + 1)) : random.number(0..<(random.chance(2) ? 1 : most + 1))
        return RecordType.Member(
            name: isNamed ? name() : nil, type: type, bits: bits, isPacked: isNamed && random.chance(8),
            alignment: random.chance(12) ? max(natural, alignment()) : nil)
    }

    private mutating func alignment() -> Int { 1 << random.number(0..<6) }

    private mutating func name() -> String {
        names += 1
        return "m\(names)"
    }
}
