// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Floating-point numbers")
struct FloatingTests {
    private func same(_ type: String, _ value: Value) throws -> Value? {
        try Fixture("Numbers").action("same_\(type)").call(value).result
    }

    @Test("come back as they were given", arguments: ["float", "double", "long_double"])
    func roundTrip(type: String) throws {
        for value in ["0.1", "-2.5", "1e-30", "0.0625"] {
            #expect(try same(type, .decimal(value))?.isEqual(to: .decimal(value)) == true, "\(value)")
        }
        for value in [0, 1, -7, 16_777_216] as [Value] {
            #expect(try same(type, value)?.isEqual(to: value) == true)
        }
    }

    @Test("keep the sign of zero, infinities and what is no number", arguments: ["float", "double", "long_double"])
    func specials(type: String) throws {
        for name in ["NaN", "Infinity", "-Infinity"] { #expect(try same(type, .string(name)) == .string(name)) }
        #expect(try same(type, .decimal("-0.0")) == .decimal("-0"))
    }

    @Test("are rounded once, to the type that they have")
    func rounding() throws {
        #expect(try same("float", .decimal("0.1")) == .decimal("0.1"))
        #expect(try same("float", 16_777_217)?.isEqual(to: 16_777_216) == true)
        // Half way between two floats, and a little more: rounding by way of double would lose the little.
        #expect(try same("float", .decimal("1.00000005960464477539062500000001")) == .decimal("1.0000001"))
    }

    @Test("that the type cannot hold are refused")
    func overflow() throws {
        let fixture = try Fixture("Numbers")
        #expect(try fixture.action("same_float").misfits(.value(.decimal("1e39"))).count == 1)
        #expect(try fixture.action("same_double").misfits(.value(.decimal("1e309"))).count == 1)
        #expect(try same("long_double", .decimal("1e309"))?.isEqual(to: .decimal("1e309")) == true)
        #expect(try fixture.action("same_long_double").misfits(.value(.decimal("1e5000"))).count == 1)
    }

    @Test("are nothing else", arguments: [Value.bool(true), .null, "1.5", "nan", "inf", .bytes([1])])
    func misfits(value: Value) throws {
        #expect(try Fixture("Numbers").action("same_double").misfits(.value(value)).count == 1)
    }
}
