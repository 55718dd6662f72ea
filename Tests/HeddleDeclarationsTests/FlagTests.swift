// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing
import Workbench

@Suite("Flags")
struct FlagTests {
    private func enumeration(_ text: String) throws -> EnumerationType {
        guard case .type(_, .enumeration(let enumeration)) = try read(text).last else { throw NotAFunction(text: text) }
        return enumeration
    }

    @Test(
        "are enumerations of single bits, and no others",
        arguments: [
            ("A = 1, B = 2, C = 4", true), ("A, B, C, D = 4", true), ("R = 4, W = 2, X = 1, ALL = 7", true),
            ("A = 1, B = 2, C = 4, AB = 3, MASK = 0x7fffffff", true), ("A = 1, B = 2", false),
            ("A, B, C, D, E", false), ("A = 1, B, C, D", false), ("A, B, C, D, E, F, G, H", false),
            ("A = 1, B = 2, C = 4, N = -1", false), ("A = 1, B = 2, C = 4, D = 9, E = 10, F = 11, G = 13", false),
            ("A = 1u << 31, B = 2, C = 4", true), ("A = 1 << 30, B = 1 << 28, C = 1ull << 63", true),
        ])
    func flags(_ constants: String, _ areFlags: Bool) throws {
        #expect(try enumeration("enum e { \(constants) }").isFlags == areFlags)
    }

    @Test("have the names of their bits in the order of the declaration, where no constant has the number")
    func names() throws {
        let access = try enumeration("enum access { N, R = 4, W = 2, X = 1, RX = 5 }")
        #expect((0...8).map { access.name(of: $0) } == ["N", "X", "W", "W|X", "R", "RX", "R|W", "R|W|X", nil])
        #expect(access.name(of: -1) == nil)
        let colour = try enumeration("enum colour { RED = 1, GREEN = 2 }")
        #expect(colour.name(of: 3) == nil)
    }

    @Test(
        "are combined by | in any order",
        arguments: [
            ("R|W", 6), ("W | R", 6), (" R |RX", 5), ("N|X", 1), ("R", 4), ("R|", nil), ("|", nil), ("R|r", nil),
            ("R||W", nil), ("R W", nil), ("", nil), ("R|4", nil),
        ] as [(String, Int128?)])
    func numbers(_ text: String, _ number: Int128?) throws {
        #expect(try enumeration("enum access { N, R = 4, W = 2, X = 1, RX = 5 }").number(named: text) == number)
    }

    @Test("are constants of bindings too, where a whole number is wanted, as a text or as a list")
    func constants() throws {
        var names = ConstantNames()
        names.add([.init("UTF", 8), .init("UCP", 2), .init("PI", .number(.decimal("3.5")))])
        let constants = names.named(after: "m")
        #expect(try constants.resolved("UTF|UCP", as: .integer(.int)) == 10)
        #expect(try constants.resolved(["UTF", "UCP", "UTF"], as: .integer(.unsignedInt)) == 10)
        #expect(try constants.resolved([], as: .integer(.int)) == [])
        #expect(try constants.resolved(["UTF|UCP", "UCP"], as: .array(of: .integer(.int), count: 2)) == [10, 2])
        #expect(try constants.resolved([["UTF", "UCP"], 1], as: .array(of: .integer(.int), count: 2)) == [10, 1])
        #expect(try constants.resolved("UTF|UCP", as: .pointer(to: .integer(.char), isConst: true)) == "UTF|UCP")
        let unknown = #expect(throws: UnknownName.self) { try constants.resolved("UTF|UCQ", as: .integer(.int)) }
        #expect(unknown?.message == "\"UCQ\" is not a constant of m")
        #expect(unknown?.suggestion == "did you mean \"UCP\"?")
        for text in ["UTF+UCP", "UTF, UCP"] {
            let other = #expect(throws: UnknownName.self) { try constants.resolved(.string(text), as: .integer(.int)) }
            #expect(other?.suggestion == "names are combined by |: \"UTF|UCP\"")
        }
        let fraction = #expect(throws: UnknownName.self) { try constants.resolved("UTF|PI", as: .integer(.int)) }
        #expect(fraction?.message == "\"PI\" names no whole number, which \"|\" combines")
    }
}
