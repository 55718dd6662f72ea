// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Bit-fields")
struct BitFieldTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    /// The value that C reads from each field.
    private func seen(_ bits: Value) throws -> Value? { try values.action("show_bits").call(bits, 200)["text"] }

    private let least: Value = [
        "one": -1, "three": 0, "seven": -64, "flag": false, "level": "LOW", "forty": 0, "long_one": -4_294_967_296,
        "whole": -32768, "all": 0, "small": -16,
    ]
    private let most: Value = [
        "one": 0, "three": 7, "seven": 63, "flag": true, "level": "HIGH", "forty": 1_099_511_627_775,
        "long_one": 4_294_967_295, "whole": 32767, "all": .whole(Int128(UInt64.max)), "small": 15,
    ]

    @Test("of every width and type stand where C looks for them")
    func edges() throws {
        #expect(try seen(least) == "-1 0 -64 0 0 0 -4294967296 -32768 0 -16")
        #expect(try seen(most) == "0 7 63 1 2 1099511627775 4294967295 32767 18446744073709551615 15")
    }

    @Test("come back as C has written them")
    func roundTrip() throws {
        for bits in [least, most] { #expect(try values.action("same_bits").call(bits)["of"] == bits) }
        let ones = try #require(try values.action("all_ones").call()["of"])
        #expect(ones["one"] == -1 && ones["three"] == 7 && ones["seven"] == -1 && ones["flag"] == true)
        #expect(ones["level"] == 3 && ones["small"] == -1 && ones["all"] == .whole(Int128(UInt64.max)))
    }

    @Test("leave each other alone", arguments: ["one", "three", "seven", "forty", "long_one", "whole", "all", "small"])
    func neighbours(field: String) throws {
        let alone = try #require(
            try values.action("same_bits").call(.object([Value.Member(field, least[field] ?? 0)]))["of"])
        guard case .object(let members) = alone else { return }
        for member in members where member.name != field {
            #expect(member.value == 0 || member.value == false || member.value == "LOW", "\(member)")
        }
        #expect(alone[field] == least[field])
    }

    @Test(
        "one beyond their width are refused, with what they hold",
        arguments: [
            ("one", 1, "-1 to 0, as 1 bits hold"), ("one", -2, "-1 to 0, as 1 bits hold"),
            ("three", 8, "0 to 7, as 3 bits hold"), ("three", -1, ""), ("seven", 64, "-64 to 63, as 7 bits hold"),
            ("seven", -65, "-64 to 63, as 7 bits hold"), ("level", 4, "0 to 3, as 2 bits hold"),
            ("forty", 1 << 40, "0 to 1099511627775, as 40 bits hold"),
            ("long_one", 1 << 32, "-4294967296 to 4294967295, as 33 bits hold"),
            ("small", 16, "-16 to 15, as 5 bits hold"),
        ] as [(String, Int64, String)])
    func misfits(field: String, number: Int64, range: String) throws {
        let misfits = try values.action("show_bits").misfits(
            .value(.object([Value.Member(field, .whole(Int128(number)))])), .absent, 100)
        #expect(misfits.count == 1)
        #expect(misfits.first?.hasPrefix("0: number \(number) in \(field), not ") == true)
        #expect(misfits.first?.hasSuffix(range) == true, "\(misfits)")
    }

    @Test("are no texts, and flags no numbers")
    func kinds() throws {
        let show = try values.action("show_bits")
        #expect(show.misfits(.value(["flag": 1]), .absent, 100) == ["0: number 1 in flag, not true or false"])
        #expect(show.misfits(.value(["level": "TOP"]), .absent, 100).count == 1)
        #expect(show.misfits(.value(["three": "7"]), .absent, 100).count == 1)
    }
}
