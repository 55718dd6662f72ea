// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@testable import HeddleForeign

@Suite("Placements by the System V ABI for x86-64")
struct SystemVTests {
    /// Parameters, result and where they travel.
    typealias Row = ([CType], CType, String)

    private static let mixed = CType.structure(.long, .float)
    private static let large = CType.structure(.long, .long, .long)

    private static let scalars: [Row] = [
        ([], .void, ""),
        ([.int, .double, .pointer, .float, .bool], .long, "rdi, xmm0, rsi, xmm1, rdx -> rax"),
        ([.int128], .int128, "rdi rsi -> rax rdx"),
        (
            [.long, .long, .long, .long, .long, .int128, .long], .void,
            "rdi, rsi, rdx, rcx, r8, [0], r9; 16 on the stack"
        ),
        (
            [.long, .long, .long, .long, .long, .long, .int, .int128], .void,
            "rdi, rsi, rdx, rcx, r8, r9, [0], [16]; 32 on the stack"
        ),
        ([.longDouble, .int], .longDouble, "[0], rdi -> x87; 16 on the stack"),
        (
            Array(repeating: .double, count: 9), .double,
            "xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, [0] -> xmm0; 8 on the stack"
        ),
        ([.complex(.float)], .complex(.float), "xmm0 -> xmm0"),
        ([.complex(.double)], .complex(.double), "xmm0 xmm1 -> xmm0 xmm1"),
        ([.complex(.longDouble)], .complex(.longDouble), "[0] -> x87 x87; 32 on the stack"),
        (
            Array(repeating: .float, count: 7) + [.complex(.double), .float], .void,
            "xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, [0], xmm7; 16 on the stack"
        ),
    ]

    private static let records: [Row] = [
        ([mixed], mixed, "rdi xmm0 -> rax xmm0"),
        ([.structure(.double, .int)], .structure(.double, .int), "xmm0 rdi -> xmm0 rax"),
        ([.structure(.float, .float, .float)], .structure(.float, .float), "xmm0 xmm1 -> xmm0"),
        ([.structure(.float, .int, .double)], .structure(.int, .char), "rdi xmm0 -> rax"),
        (
            Array(repeating: mixed, count: 7), .float,
            "rdi xmm0, rsi xmm1, rdx xmm2, rcx xmm3, r8 xmm4, r9 xmm5, [0] -> xmm0; 16 on the stack"
        ),
        (
            [.long, .long, .long, .long, .long, .structure(.long, .long), .long], .void,
            "rdi, rsi, rdx, rcx, r8, [0], r9; 16 on the stack"
        ),
        ([large, .int], large, "[0], rsi -> memory; 24 on the stack"),
        (
            [.structure(.array(of: .char, count: 3)), .structure(.array(of: .char, count: 17))], .void,
            "rdi, [0]; 24 on the stack"
        ),
        ([.union(.double, .long)], .union(.double, .long), "rdi -> rax"),
        ([.union(.double, .float)], .union(.structure(.float, .int), .double), "xmm0 -> rax"),
        ([.structure(.longDouble)], .structure(.longDouble), "[0] -> x87; 16 on the stack"),
        ([.union(.longDouble, .int)], .union(.longDouble, .int), "[0] -> memory; 16 on the stack"),
        ([.union(.longDouble, .structure(.long, .long))], .union(.longDouble, .int128), "rdi rsi -> rax rdx"),
        ([.union(.longDouble, .array(of: .float, count: 4))], .void, "[0]; 16 on the stack"),
        // The inner union has its classes before they are merged with the outer one's.
        ([.union(.longDouble, .union(.float, .array(of: .int, count: 2)))], .void, "[0]; 16 on the stack"),
        ([.union(.longDouble, .union(.float, .array(of: .int, count: 3)))], .void, "rdi rsi"),
        ([.structure(.complex(.longDouble))], .structure(.complex(.longDouble)), "[0] -> memory; 32 on the stack"),
        ([.structure(.float, .complex(.float))], .structure(.complex(.float)), "xmm0 xmm1 -> xmm0"),
        ([.fields(bits(.int, 3), bits(.long, 62))], .fields(bits(.int, 3), plain(.double)), "rdi rsi -> rax xmm0"),
    ]

    private static let alignments: [Row] = [
        (
            [.structure(.char, .int, packed: true)], .structure(.char, .int, packed: true),
            "[0] -> memory; 8 on the stack"
        ),
        ([.structure(.int, .char, packed: true)], .structure(.long, .double, packed: true), "rdi -> rax xmm0"),
        ([.fields(bits(.char, 8), bits(.int, 31), packed: true)], .void, "rdi"),
        ([.structure(.float, aligned: 16)], .structure(.long, aligned: 16), "xmm0 -> rax"),
        (
            [.longDouble, .int, large, .structure(.long, .long, .long, aligned: 16)], .void,
            "[0], rdi, [16], [48]; 80 on the stack"
        ),
        (
            [large, .structure(.char, aligned: 32), large, .structure(.char, aligned: 64)], .void,
            "[0], [32], [64], [128]; 192 on the stack at multiples of 64"
        ),
        // Alignment added by a typedef counts neither on the stack nor inside a packed record.
        ([large, .aligned(large, to: 32)], .void, "[0], [24]; 48 on the stack"),
        ([.structure(.int, .aligned(.int, to: 8), packed: true)], .void, "rdi"),
        ([.structure(.int128, packed: true)], .void, "rdi rsi"),
    ]

    @Test("are those of the document and both compilers", arguments: scalars + records + alignments)
    func rows(_ row: Row) throws {
        let placement = try SystemV.place(row.0, result: row.1)
        let names = (SystemVRegisters.arguments, SystemVRegisters.results, "xmm")
        #expect(placement.description(names) == row.2)
    }

    private static let over = CType.structure(.int, aligned: 8)
    private static let packed = CType.structure(.int, .char, packed: true)

    private static let refused: [(CType, String)] = [
        (.void, "no size"),
        (.record(RecordType(kind: .structure, tag: "opaque", members: nil)), "no size"),
        (.fields(unnamed(5)), "no member with a name"),
        (.structure(.int, .array(of: .char, count: nil)), "an array of any size"),
        (.structure(.array(of: .structure(.float, .array(of: .float, count: nil)), count: 2)), "an array of any size"),
        (.fields(plain(.float), unnamed(32)), "pass it differently"),
        (.fields(plain(.float), unnamed(0), plain(.float)), "pass it differently"),
        (.fields(unnamed(32), plain(.float)), "pass it differently"),
        (.record(.union, [unnamed(0), plain(.float)]), "pass it differently"),
        (.structure(.char, .record(.union, [bits(.int, 20), plain(.char)], true)), "pass it differently"),
        (.structure(.float, .array(of: .int, count: 0)), "pass it differently"),
        (.structure(.double, .array(of: .int128, count: 0), .char, packed: true), "pass it differently"),
        (.structure(.int, over, packed: true), "pass it differently"),
        (.structure(.array(of: packed, count: 2)), "pass it differently"),
    ]

    @Test("are refused where gcc and clang disagree", arguments: refused)
    func disagreements(_ type: CType, _ reason: String) {
        #expect {
            try SystemV.place([.int, type], result: .void)
        } throws: { error in
            let refusal = error as? Unsupported
            return refusal?.parameter == 1 && refusal?.message.contains(reason) == true
        }
        if type != .void {
            #expect(throws: Unsupported.self) { try SystemV.place([], result: type) }
        }
    }

    @Test("exist where such a member makes no difference to either compiler")
    func harmless() throws {
        let types: [CType] = [
            .fields(plain(.int), unnamed(32)), .fields(plain(.double), unnamed(0), plain(.float)),
            .structure(.double, .array(of: .int, count: 0)), .structure(.char, .array(of: .int, count: 0)),
            .structure(.array(of: .structure(.char, .short, packed: true), count: 2)),
            .structure(.long, Self.over, packed: true),
        ]
        for type in types {
            #expect(throws: Never.self) { try SystemV.place([type], result: type) }
        }
    }

    @Test("extend small integers by their sign")
    func widening() throws {
        let types: [CType] = [.bool, .char, .integer(.unsignedShort), .int, .long, .float]
        let placement = try SystemV.place(types, result: .short)
        #expect(placement.arguments.map { $0[0].widening } == [.unsigned, .signed, .unsigned, .signed, .none, .none])
        #expect(placement.arguments.map { $0[0].size } == [1, 1, 2, 4, 8, 4])
        let result = Placement.Piece(offset: 0, size: 2, place: .integer(0), widening: .signed)
        #expect(placement.result == .registers([result]))
    }
}
