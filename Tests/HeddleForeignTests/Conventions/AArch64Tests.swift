// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@testable import HeddleForeign

@Suite("Placements by the procedure call standard for AArch64")
struct AArch64Tests {
    /// Parameters, result and where they travel.
    typealias Row = ([CType], CType, String)

    private static let large = CType.structure(.long, .long, .long)
    private static let seven = Array(repeating: CType.long, count: 7)
    private static let sevenPlaces = "x0, x1, x2, x3, x4, x5, x6"
    private static let floats = CType.structure(.float, .float, .float)

    private static let scalars: [Row] = [
        ([], .void, ""),
        ([.int, .double, .pointer, .longDouble, .bool], .longDouble, "x0, v0, x1, v1, x2 -> v0"),
        ([.int, .int128], .int128, "x0, x2 x3 -> x0 x1"),
        (seven + [.int128, .int], .void, "\(sevenPlaces), [0], [16]; 24 on the stack"),
        (seven + [.long, .char, .int128], .void, "\(sevenPlaces), x7, [0], [16]; 32 on the stack"),
        (
            Array(repeating: .float, count: 8) + [.float, .longDouble], .float,
            "v0, v1, v2, v3, v4, v5, v6, v7, [0], [16] -> v0; 32 on the stack"
        ),
        ([.complex(.float), .complex(.longDouble)], .complex(.longDouble), "v0 v1, v2 v3 -> v0 v1"),
    ]

    private static let records: [Row] = [
        ([.structure(.float, .float, .float, .float)], .structure(.double, .double), "v0 v1 v2 v3 -> v0 v1"),
        ([.structure(.array(of: .float, count: 5))], .structure(.array(of: .double, count: 5)), "*x0 -> memory"),
        (
            [.structure(.float, .structure(.float, .complex(.float)))], .union(.float, .array(of: .float, count: 2)),
            "v0 v1 v2 v3 -> v0 v1"
        ),
        ([.structure(.float, .double)], .union(.float, .double), "x0 x1 -> x0"),
        ([.structure(.float, aligned: 16)], .structure(.float, .int), "x0 x1 -> x0"),
        ([floats, floats, floats, .float], .void, "v0 v1 v2, v3 v4 v5, [0], [16]; 24 on the stack"),
        // No argument stands at multiples of more than 16.
        (
            Array(repeating: .double, count: 9) + [.structure(.aligned(.double, to: 32), .double, .double, .double)],
            .void, "v0, v1, v2, v3, v4, v5, v6, v7, [0], [16]; 48 on the stack"
        ),
        ([large, .int], large, "*x0, x1 -> memory"),
        (seven + [large, large], .void, "\(sevenPlaces), *x7, *[0]; 8 on the stack"),
        (seven + [.structure(.long, .char), .int], .void, "\(sevenPlaces), [0], [16]; 24 on the stack"),
        ([.int, .structure(.int128)], .structure(.int128), "x0, x2 x3 -> x0 x1"),
        ([.int, .union(.longDouble, .int)], .union(.longDouble, .int), "x0, x2 x3 -> x0 x1"),
        ([.structure(.array(of: .char, count: 3))], .structure(.char, .int, packed: true), "x0 -> x0"),
        // Only what the members ask for counts, not what the type itself or a typedef adds.
        ([.int, .structure(.long, .long, aligned: 16)], .void, "x0, x1 x2"),
        ([.int, .aligned(.structure(.long, .long), to: 16)], .void, "x0, x1 x2"),
        ([.int, .structure(.aligned(.long, to: 16))], .void, "x0, x2 x3"),
        ([.int, .structure(.structure(.long, .long, aligned: 16))], .void, "x0, x2 x3"),
        ([.int, .structure(.int128, packed: true)], .void, "x0, x1 x2"),
    ]

    @Test("are those of the document", arguments: scalars + records)
    func rows(_ row: Row) throws {
        let placement = try AArch64.place(row.0, result: row.1)
        let names = (0..<8).map { "x\($0)" }
        #expect(placement.description((names, names, "v")) == row.2)
    }

    private static let refused: [(CType, String)] = [
        (.void, "no size"),
        (.structure(.float, .array(of: .float, count: nil)), "an array of any size"),
        (.structure(.float, .array(of: .float, count: 0)), "an array of no elements"),
        (.fields(unnamed(3), plain(.float)), "a bit-field without a name"),
    ]

    @Test("are refused where they are not certain", arguments: refused)
    func refusals(_ type: CType, _ reason: String) {
        #expect {
            try AArch64.place([.int, type], result: .void)
        } throws: { error in
            let refusal = error as? Unsupported
            return refusal?.parameter == 1 && refusal?.message.contains(reason) == true
        }
    }
}
