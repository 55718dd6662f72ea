// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Integers")
struct IntegerTests {
    private static let types = [
        "char", "signed_char", "unsigned_char", "short", "unsigned_short", "int", "unsigned_int", "long",
        "unsigned_long", "long_long", "unsigned_long_long", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t",
        "uint32_t", "int64_t", "uint64_t", "size_t",
    ]

    @Test("of every type cross at their edges, and one beyond is refused", arguments: types)
    func edges(type: String) throws {
        let action = try Fixture("Numbers").action("same_\(type)")
        guard case .integer(let integer) = action.signature.result.canonical else {
            throw Fixture.NotDeclared(name: type)
        }
        let range = integer.range
        for value in [range.lowerBound, range.lowerBound + 1, 0, 1, range.upperBound - 1, range.upperBound] {
            #expect(try action.call(.whole(value)).result == .whole(value))
        }
        for value in [range.lowerBound - 1, range.upperBound + 1, .max, .min] {
            #expect(action.misfits(.value(.whole(value))).count == 1, "\(value)")
        }
    }

    @Test("are widened by sign, as callees expect")
    func widening() throws {
        let fixture = try Fixture("Numbers")
        for (name, values) in [
            ("widen_int8", [-128, -1, 127] as [Int128]), ("widen_uint8", [0, 255]), ("widen_int16", [-32768, 32767]),
            ("widen_uint16", [65535]), ("widen_int32", [-2_147_483_648, -1]),
        ] {
            for value in values { #expect(try fixture.action(name).call(.whole(value)).result == .whole(value)) }
        }
    }

    @Test("beyond 2^53 may be written as text, smaller ones not")
    func text() throws {
        let action = try Fixture("Numbers").action("same_uint64_t")
        #expect(try action.call("18446744073709551615").result == .whole(18_446_744_073_709_551_615))
        #expect(action.misfits("12").count == 1)
        #expect(action.misfits("18446744073709551616").count == 1)
        #expect(action.misfits("9007199254740993 ").count == 1)
    }

    @Test(
        "are nothing else",
        arguments: [
            Value.decimal("1.5"), .decimal("1.0"), .decimal("1e3"), .bool(true), .null, "x", .array([1]), .object([]),
            .bytes([1]), .handle(Handle(id: 1, type: "jar")),
        ])
    func misfits(value: Value) throws {
        #expect(
            try Fixture("Numbers").action("same_int").misfits(.value(value)) == [
                "0: \(value.kindDescription), not a whole number from -2147483648 to 2147483647"
            ])
    }

    @Test("of an enumeration cross by name or number")
    func enumerations() throws {
        let fixture = try Fixture("Numbers")
        let color = try fixture.action("same_color")
        #expect(try color.call("GREEN").result == "GREEN")
        #expect(try color.call(8).result == "BLUE")
        #expect(try color.call(3).result == 3)
        #expect(color.misfits("green") == ["0: text \"green\", not one of RED, GREEN, BLUE, or a number"])
        #expect(color.misfits(-1).count == 1)
        #expect(color.misfits(.value(true)).count == 1)
        #expect(try fixture.action("same_sign").call(-1).result == "NEGATIVE")
        #expect(try fixture.action("same_wide").call("HUGE_CONSTANT").result == "HUGE_CONSTANT")
        #expect(try fixture.action("same_wide").call(.whole(1 << 33)).result == .whole(1 << 33))
    }

    @Test("are not truth values")
    func bools() throws {
        let action = try Fixture("Numbers").action("same_bool")
        #expect(try action.call(true).result == true)
        #expect(try action.call(false).result == false)
        for value in [0, 1, "true", .null] as [Value] {
            #expect(action.misfits(.value(value)) == ["0: \(value.kindDescription), not true or false"])
        }
    }
}
