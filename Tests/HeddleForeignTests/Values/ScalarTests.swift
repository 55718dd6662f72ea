// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Scalars at their edges")
struct ScalarTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("of 128 bits cross whole, and one beyond is refused")
    func int128() throws {
        let same = try values.action("same_int128")
        for number in [Int128.min, .min + 1, -1, 0, .max - 1, .max] {
            #expect(try same.call(.whole(number)).result == .whole(number))
        }
        let beyond = "170141183460469231731687303715884105728"
        #expect(
            same.misfits(.value(.decimal(beyond))) == [
                "0: number \(beyond), not a whole number from -\(beyond) to \(Int128.max)"
            ])
        #expect(try same.call(.string("\(Int128.min)")).result == .whole(.min))
    }

    @Test("of 128 bits without a sign cross whole, beyond what a signed number holds too")
    func uint128() throws {
        let same = try values.action("same_uint128")
        let most = "340282366920938463463374607431768211455"
        #expect(try same.call(.decimal(most)).result == .decimal(most))
        #expect(try same.call(.string(most)).result == .decimal(most))
        #expect(try same.call(.whole(.max)).result == .whole(.max))
        #expect(
            try same.call(.decimal("170141183460469231731687303715884105728")).result
                == .decimal("170141183460469231731687303715884105728"))
        #expect(try values.action("high_half").call(.decimal(most)).result == .whole(Int128(UInt64.max)))
        let beyond = "340282366920938463463374607431768211456"
        #expect(
            same.misfits(.value(.decimal(beyond))) == ["0: number \(beyond), not a whole number from 0 to \(most)"])
        #expect(same.misfits(-1) == ["0: number -1, not a whole number from 0 to \(most)"])
    }

    @Test("that JSON readers elsewhere would round are exact on either side of 2^53")
    func aroundTwoToThe53() throws {
        let numbers = try Fixture("Numbers")
        for number in [9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993] as [Int128] {
            #expect(try numbers.action("same_int64_t").call(.whole(number)).result == .whole(number))
            #expect(try numbers.action("same_uint64_t").call(.whole(number)).result == .whole(number))
            #expect(try numbers.action("same_int64_t").call(.whole(-number)).result == .whole(-number))
        }
        #expect(try numbers.action("same_double").call(.whole(9_007_199_254_740_993)).result == 9_007_199_254_740_992)
    }

    @Test("that are enumerations of every width cross by name and number, unknown numbers too")
    func enumerations() throws {
        let tiny = try values.action("same_tiny")
        #expect(try tiny.call("TINY_LOW").result == "TINY_LOW")
        #expect(try tiny.call(127).result == "TINY_HIGH")
        #expect(try tiny.call(-5).result == -5)
        #expect(tiny.misfits(128) == ["0: number 128, not one of TINY_LOW, TINY_HIGH, or a number"])
        let brief = try values.action("same_brief")
        #expect(try brief.call("BRIEF_HIGH").result == "BRIEF_HIGH")
        #expect(try brief.call(300).result == 300)
        #expect(brief.misfits(-1).count == 1 && brief.misfits(65536).count == 1)
        let deep = try values.action("same_deep")
        #expect(try deep.call(.whole(Int128(Int64.min))).result == "DEEP_LOW")
        #expect(try deep.call("DEEP_HIGH").result == "DEEP_HIGH")
        #expect(deep.misfits(.value(.whole(1 << 63))).count == 1)
    }

    @Test("that two names stand for come back by the first")
    func namesOfOneNumber() throws {
        let twice = try values.action("same_twice")
        #expect(try twice.call("TWICE_ALSO").result == "TWICE_ONE")
        #expect(try twice.call(2).result == "TWICE_TWO")
    }

    @Test("that are complex cross as two numbers", arguments: ["float", "double", "long_double"])
    func complex(type: String) throws {
        let same = try values.action("same_complex_\(type)")
        #expect(try same.call([1.5, -2.25]).result == [1.5, -2.25])
        #expect(try same.call(.array(["NaN", "-Infinity"])).result == ["NaN", "-Infinity"])
        #expect(try same.call([.decimal("-0.0"), 0]).result == [.decimal("-0"), 0])
        let expected = "two numbers that a \(type.replacing("_", with: " ")) can hold, as [real, imaginary]"
        #expect(same.misfits(1) == ["0: number 1, not \(expected)"])
        for wrong in [[1], [1, 2, 3], [], .object([])] as [Value] { #expect(same.misfits(.value(wrong)).count == 1) }
        #expect(same.misfits(.value([1, "i"])).count == 1)
    }

    @Test("that are complex have the real part first")
    func imaginary() throws {
        #expect(try values.action("imaginary_part").call(.array([1, 2])).result == 2)
    }

    @Test(
        "that are floating keep denormals and the largest and smallest numbers",
        arguments: [
            ("float", "1e-45"), ("float", "1.1754944e-38"), ("float", "3.4028235e+38"), ("double", "5e-324"),
            ("double", "2.2250738585072014e-308"), ("double", "1.7976931348623157e+308"),
            ("long_double", "4e-4951"), ("long_double", "3.3621031431120935063e-4932"),
            ("long_double", "1.189731495357231765e+4932"),
        ])
    func extremes(type: String, text: String) throws {
        let same = try Fixture("Numbers").action("same_\(type)")
        for text in [text, "-\(text)"] {
            let result = try #require(try same.call(.decimal(text)).result)
            #expect(result.isEqual(to: .decimal(text)), "\(result)")
        }
    }

    @Test("that are floating are refused just beyond what the type holds, with its name")
    func beyond() throws {
        let numbers = try Fixture("Numbers")
        for (type, text) in [
            ("float", "3.4028236e38"), ("double", "1.7976931348623159e308"), ("long_double", "1.2e4932"),
        ] {
            let name = type.replacing("_", with: " ")
            #expect(
                try numbers.action("same_\(type)").misfits(.value(.decimal(text))) == [
                    "0: number \(text), not a number that a \(name) can hold, \"NaN\", \"Infinity\" or \"-Infinity\""
                ])
        }
        #expect(try numbers.action("same_float").call(.decimal("1e-60")).result == 0)
    }

    @Test("that are truth values are read from the low byte of their register, whatever stands above it")
    func boolRegister() throws {
        let raw = try values.action("raw_bool")
        #expect(try raw.call(1).result == true)
        #expect(try raw.call(0).result == false)
        #expect(try raw.call(2).result == true)
    }
}
