// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing
import Workbench

@Suite("Numbers") struct NumberTests {
    @Test("the edges of every integer type are exact")
    func edges() {
        for type in IntegerType.allCases {
            for value in [type.range.lowerBound, type.range.upperBound] {
                #expect(Value.number(.integer(value)).json == "\(value)")
                #expect(Number.decimal("\(value)").integer == value)
                #expect(Number.integer(value).integer == value)
            }
        }
    }

    @Test("a whole number is one that is written as one")
    func whole() {
        for text in [
            "1.0", "1e3", "1E0", "0.5", "+1", "", "-", "x", " 1", "1 ", "0x1", String(repeating: "9", count: 60),
        ] {
            #expect(Number.decimal(text).integer == nil, "\(text)")
        }
        #expect(Number.decimal("-0").integer == 0)
    }

    @Test("numbers are rounded once, to the type that is asked for")
    func rounding() {
        #expect(Number.integer(9_007_199_254_740_993).double == 9_007_199_254_740_992)
        #expect(Number.integer(9_007_199_254_740_991).double == 9_007_199_254_740_991)
        #expect(Number.integer(Int128(UInt64.max)).double == 18_446_744_073_709_551_616)
        #expect(Number.decimal("0.1").float == 0.1)
        #expect(Number.decimal("16777217").float == 16_777_216)
        // Rounded to double first, this would become 1 + 2^-23.
        #expect(Number.decimal("1.00000005960464477539062500000000001").float == Float(1).nextUp)
        #expect(Number.decimal("1.000000059604644775390625").float == 1)
        #expect(Number.decimal("1e400").double == nil)
        #expect(Number.decimal("-1e400").double == nil)
        #expect(Number.decimal("1e39").float == nil)
        #expect(Number.decimal("3.4028235e38").float == .greatestFiniteMagnitude)
        #expect(Number.integer(.max).float == Float(Int128.max))
        #expect(Number.decimal("1e-400").double == 0)
        #expect(Number.decimal("4.9e-324").double == .leastNonzeroMagnitude)
        #expect(Number.decimal("-0").double?.sign == .minus)
        #expect(Number.decimal("1e99999999999999999999").double == nil)
        for text in ["nan", "inf", "0x1p3", "", "1_0", "infinity"] {
            #expect(Number.decimal(text).double == nil, "\(text)")
        }
    }

    @Test(
        "computed numbers are worth what they are in memory, and are told and compared with written ones by their text")
    func computed() throws {
        let float = try #require(Value(Float(0.1)).number)
        let double = try #require(Value(0.1).number)
        #expect(float.text == "0.1")
        #expect(float.double == 0.10000000149011612)
        #expect(float.float == 0.1)
        #expect(float.compare(double) == .greater)
        #expect(double.compare(float) == .less)
        #expect(float.compare(.decimal("0.1")) == .equal)
        #expect(float == .decimal("0.1") && float.hashValue == Number.decimal("0.1").hashValue)
        #expect(Value(1e300).number?.float == nil)
        #expect(Value(Float(16_777_216)).number == .integer(16_777_216))
        #expect(Value(Float(16_777_218)).number?.text == "1.6777218e+07")
        #expect(Value(Float(16_777_218)).number?.double == 16_777_218)
        #expect(float.integer == nil)
        let large = try #require(Value(Float(2_147_483_648)).number)
        #expect(large.text == "2.1474836e+09" && large.integer == 2_147_483_648)
        #expect(large.compare(.integer(2_147_483_648)) == .equal)
        #expect(large.compare(.decimal("2.1474836e+09")) == .equal)
        #expect(large.compare(.integer(2_147_483_647)) == .greater)
        #expect(Number.integer(2_147_483_649).compare(large) == .greater)
        #expect(large.distance(to: .integer(2_147_483_640)) == .integer(8))
        #expect(large.distance(to: .decimal("2.1474836e+09")) == .integer(0))
        #if arch(x86_64)
            #expect(Value(longDouble: Float80(0.1)).number?.double == 0.1)
            #expect(try #require(Value(longDouble: Float80(1) / 10).number).compare(double) == .less)
        #endif
    }

    @Test("floating values have the shortest text that reads back as the same")
    func shortest() {
        let cases: [(Double, String)] = [
            (1, "1"), (-0.0, "-0"), (0, "0"), (0.1, "0.1"), (1e300, "1e+300"), (-2.5, "-2.5"),
            (9_007_199_254_740_992, "9007199254740992"),
            (.leastNonzeroMagnitude, "5e-324"), (100_000, "100000"), (.nan, "\"NaN\""), (.infinity, "\"Infinity\""),
            (-.infinity, "\"-Infinity\""),
        ]
        for (value, text) in cases { #expect(Value(value).json == text) }
        #expect(Value(Float(0.1)).json == "0.1")
        #expect(Value(Float(16_777_216)).json == "16777216")
        #expect(Value(3.0) == .number(.integer(3)))
    }

    @Test("random floating values read back as the same")
    func roundTrips() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: random.next())
            if double.isFinite, case .number(let number) = Value(double) {
                #expect(number.double?.bitPattern == double.bitPattern)
            } else {
                #expect(!double.isFinite)
            }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if float.isFinite, case .number(let number) = Value(float) {
                #expect(number.float?.bitPattern == float.bitPattern)
            } else {
                #expect(!float.isFinite)
            }
        }
    }

    #if arch(x86_64)
        @Test("long doubles keep all of their digits")
        func longDoubles() {
            var random = SeededGenerator(seed: 6)
            for _ in 0..<2000 {
                let value =
                    Float80(sign: .plus, exponent: Int.random(in: -16_000...16_000, using: &random), significand: 1)
                    * (1 + Float80(random.next()) / Float80(UInt64.max))
                guard case .number(let number) = Value(longDouble: value) else { continue }
                #expect(number.longDouble == value)
            }
            #expect(Number.decimal("1e5000").longDouble == nil)
            #expect(Number.decimal("1e4000").longDouble != nil)
            #expect(Value(longDouble: Float80(-0.0)).json == "-0")
            #expect(Value(longDouble: Float80.nan).json == "\"NaN\"")
        }
    #endif

    @Test("numbers that are worth the same are equal, however they are written")
    func equal() {
        for (left, right) in [
            ("1", "1.0"), ("1", "1e0"), ("1", "10e-1"), ("0", "-0"), ("0", "0e999"), ("0.00", "0e-5"), ("100", "1E+2"),
            ("0.001", "1e-3"),
            ("1e999999999", "10e999999998"), ("123.4500", "1.2345e2"), ("-5", "-50e-1"), ("00001", "1"),
        ] {
            #expect(Number.decimal(left).compare(.decimal(right)) == .equal, "\(left) \(right)")
            #expect(Number.decimal(right).compare(.decimal(left)) == .equal, "\(right) \(left)")
        }
    }

    @Test("numbers that differ in any digit are not")
    func ordered() {
        for (less, greater) in [
            ("0.1", "0.10000000000000001"), ("9007199254740992", "9007199254740993"), ("-1", "0"), ("-2", "-1"),
            ("0", "1e-999999999"),
            ("1e999999999", "1e1000000000"), ("-1e999999999", "1"), ("9", "10"), ("0.09", "0.1"), ("-0.1", "-0.09"),
            ("1.5", "15e0"),
            ("99999999999999999999999999999999999999999", "100000000000000000000000000000000000000000"), ("x", "-1e9"),
            ("1e999999999999999999999999999999999", "1e9999999999999999999999999999999999"),
        ] {
            #expect(Number.decimal(less).compare(.decimal(greater)) == .less, "\(less) \(greater)")
            #expect(Number.decimal(greater).compare(.decimal(less)) == .greater, "\(greater) \(less)")
        }
    }

    @Test("comparing agrees with scaled integers")
    func model() {
        var random = SeededGenerator(seed: 9)
        func number() -> (text: String, scaled: Int128) {
            let mantissa = Int128(Int.random(in: -200...200, using: &random))
            let exponent = Int.random(in: -4...4, using: &random)
            let scaled = mantissa * (0..<(exponent + 4)).reduce(1) { product, _ in product * 10 }
            return (Bool.random(using: &random) ? "\(mantissa)e\(exponent)" : "\(mantissa).0E\(exponent)", scaled)
        }
        for _ in 0..<20_000 {
            let (left, right) = (number(), number())
            let expected: Number.Order =
                left.scaled < right.scaled ? .less : left.scaled == right.scaled ? .equal : .greater
            #expect(Number.decimal(left.text).compare(.decimal(right.text)) == expected, "\(left) \(right)")
        }
    }
}

extension Value {
    fileprivate var number: Number? { if case .number(let number) = self { number } else { nil } }
}
