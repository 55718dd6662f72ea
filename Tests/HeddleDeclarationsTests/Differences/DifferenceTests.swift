// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Differences: types and parts")
struct DifferenceTests {
    private let point = CType.named(
        "point",
        .record(
            RecordType(
                kind: .structure, tag: nil,
                members: [
                    .init(name: "x", type: .integer(.int)), .init(name: "y", type: .floating(.double)),
                    .init(name: "name", type: .text),
                ])))
    private let color = CType.enumeration(
        EnumerationType(
            tag: "color", constants: [.init(name: "RED", value: 0), .init(name: "GREEN", value: 7)],
            underlying: .unsignedInt))

    private func object(_ members: (String, Value)...) -> Value { .object(members.map { .init($0, $1) }) }

    @Test(
        "both values stand behind their type, or behind their kind where the type has no such values",
        arguments: [
            (Value.integer(5), CType.named("int32_t", .integer(.int)), "int32_t 5"),
            (.string("a"), .text, "const char * \"a\""),
            (.null, .text, "const char * null"), (.bool(true), .bool, "bool true"), (.string("a"), .bool, "text \"a\""),
            (.string("NaN"), .floating(.double), "double \"NaN\""), (.integer(5), .void, "number 5"),
            (
                .handle(Handle(id: 7, type: "FILE")), .pointer(to: .named("FILE", .void), isConst: false),
                "FILE * <FILE #7>"
            ),
            (.bytes([1, 0xAB]), .pointer(to: .integer(.unsignedChar), isConst: true), "const unsigned char * <01ab>"),
            (.array([.integer(1)]), .array(of: .integer(.int), count: 1), "int[1] [1]"),
        ])
    func types(value: Value, type: CType, text: String) {
        #expect(Difference(expected: value, actual: nil, as: type).lines == ["expected: \(text)", "actual:   nothing"])
    }

    @Test("an enumerator is told by its name and its number, whichever of them the value is")
    func enumerators() {
        #expect(
            Difference(expected: .string("GREEN"), actual: .integer(3), as: color).lines
                == ["expected: enum color GREEN (7)", "actual:   enum color 3, which has no name"])
        #expect(Difference(expected: .integer(7), actual: .string("RED"), as: color).lines[0].hasSuffix(" GREEN (7)"))
    }

    @Test("members that differ are told by their paths and types, and those that agree are counted")
    func members() {
        let expected = object(("x", .integer(1)), ("y", .number(.decimal("2.5"))), ("name", .string("abc")))
        let actual = object(
            ("name", .string("abd")), ("x", .integer(1)), ("y", .number(.decimal("2.75"))), ("more", .null))
        #expect(
            Difference(expected: expected, actual: actual, as: point, at: "result").lines == [
                #"expected: point {"x": 1, "y": 2.5, "name": "abc"}"#,
                #"actual:   point {"name": "abd", "x": 1, "y": 2.75, "more": null}"#,
                "2 of 3 parts differ:", "  result.y: expected double 2.5, actual double 2.75",
                #"  result.name: expected const char * "abc", actual const char * "abd"; they differ at character 2"#,
            ])
    }

    @Test("arrays are compared element by element, in structures too; what only one of them has is told")
    func elements() {
        let expected = Value.array([object(("x", .integer(1))), object(("x", .integer(2)))])
        let actual = Value.array([object(("x", .integer(1))), object(("x", .integer(3))), .null])
        #expect(
            Difference(expected: expected, actual: actual, as: .array(of: point, count: nil), at: "out.all").lines
                .suffix(3) == [
                    "2 of 3 parts differ:", "  out.all[1].x: expected int 2, actual int 3",
                    "  out.all[2]: expected nothing, actual null",
                ])
        #expect(
            Difference(expected: .array([.integer(1)]), actual: .array([]), at: "result").lines
                == [
                    "expected: array [1]", "actual:   array []", "1 of 1 part differs:",
                    "  result[0]: expected number 1, actual nothing",
                ])
        #expect(
            Difference(expected: object(("no", .null)), actual: object(), as: point, at: "r").lines.last
                == "  r.no: expected null, actual nothing")
    }

    @Test("of many parts only the first are shown")
    func many() {
        let lines = Difference(
            expected: .array((0..<100).map { .integer($0) }), actual: .array((0..<100).map { .integer($0 * 2) })
        ).lines
        #expect(lines[2] == "99 of 100 parts differ:")
        #expect(lines.count == 16)
        #expect(lines.last == "  and 87 more")
    }

    @Test(
        "numbers that are the same bits are said to be",
        arguments: [
            (
                -1, 4_294_967_295, CType?.some(.integer(.int)),
                "0xffffffff: -1 with a sign and 4294967295 without one, in 32 bits"
            ),
            (255, -1, nil, "0xff: -1 with a sign and 255 without one, in 8 bits"),
            (200, -56, nil, "0xc8: -56 with a sign and 200 without one, in 8 bits"),
        ] as [(Int128, Int128, CType?, String)])
    func sameBits(expected: Int128, actual: Int128, type: CType?, words: String) {
        let lines = Difference(expected: .integer(expected), actual: .integer(actual), as: type).lines
        #expect(lines.dropFirst(2) == ["both are the bits \(words)"])
    }

    @Test(
        "numbers that only happen to differ are not",
        arguments: [
            (1, -2, nil), (-1, 255, .integer(.int)), (5, 6, .integer(.int)), (.min, .max, .integer(.int128)),
        ] as [(Int128, Int128, CType?)])
    func otherBits(expected: Int128, actual: Int128, type: CType?) {
        #expect(Difference(expected: .integer(expected), actual: .integer(actual), as: type).lines.count == 2)
    }

    @Test("floating-point numbers that are close are told apart in units in the last place")
    func closeness() {
        func remarks(_ left: String, _ right: String, _ type: CType?) -> [String] {
            Array(
                Difference(
                    expected: .number(Number(written: left)), actual: .number(Number(written: right)), as: type
                ).lines.dropFirst(2))
        }
        let words = "they are 1 ULP of double apart, a distance of 5.551115123125783e-17; \"near\" allows for one"
        #expect(remarks("0.3", "0.30000000000000004", .floating(.double)) == [words])
        #expect(remarks("0.3", "0.30000000000000004", nil) == [words])
        #expect(remarks("1", "1.0000001", .floating(.float))[0].hasPrefix("they are 1 ULP of float apart"))
        #expect(remarks("-5e-324", "5e-324", .floating(.double))[0].hasPrefix("they are 2 ULP of double apart"))
        #expect(remarks("0.1", "0.10000000000000001", .floating(.double)) == ["as double they are the same"])
        #expect(remarks("1", "2", .floating(.double)) == [])
        #expect(remarks("1e999", "1", .floating(.double)) == [])
        #expect(remarks("1", "-1", .floating(.double)) == [])
    }

    @Test("operators are said in words, with those that do not hold where others do")
    func operators() {
        func lines(_ operators: [(ConditionOperator, Value)], _ actual: Value?) -> [String] {
            let condition = Condition<Value>(operators.map { .compares($0, $1) })
            return Difference(condition: condition, actual: actual, as: .integer(.int)).lines
        }
        #expect(
            lines([(.ge, .integer(3)), (.lt, .integer(9))], .integer(9))
                == ["expected: at least 3, less than 9", "actual:   int 9", "it is not less than 9"])
        #expect(lines([(.gt, .integer(3))], .integer(3)) == ["expected: greater than 3", "actual:   int 3"])
        #expect(lines([(.gt, .integer(3))], nil) == ["expected: greater than 3", "actual:   nothing"])
        #expect(
            lines([(.near, .array([.integer(1), .number(.decimal("0.5"))]))], .integer(2)).last == "they are 1 apart")
        let tolerance = Value.object([
            .init("relative", .number(.decimal("0.001"))), .init("ulps", .integer(4)), .init("of", .string("float")),
        ])
        #expect(
            lines([(.near, .array([.integer(2), tolerance]))], .number(.decimal("2.5"))).last
                == "they are 0.5 apart, 0.002 is 0.001 of the expected number, 2097152 ULP of float")
        #expect(lines([(.length, .integer(3))], .string("abcd")).last == "it is 4 long")
        #expect(lines([(.ne, .integer(3)), (.lt, .integer(9))], .integer(3)).last == "it is equal to 3")
        #expect(lines([(.null, .bool(false)), (.ne, .integer(3))], .null).last == "it is null")
        #expect(lines([(.null, .bool(true)), (.ne, .integer(3))], .integer(4)).last == "it is not null")
    }

    @Test("what an operator turns out to be unable to compare with is said")
    func unfit() {
        func last(_ word: ConditionOperator, _ operand: Value, _ actual: Value) -> String? {
            Difference(condition: Condition([.compares(word, operand)]), actual: actual).lines.last
        }
        #expect(
            last(.matches, .string("("), .string("a"))?.hasPrefix(
                #"text "(" is not a regular expression for "matches": "#) == true)
        #expect(
            last(.near, .array([.integer(1)]), .integer(2))
                == #""near" compares with [expected, tolerance], not with array of 1"#)
        #expect(
            last(.near, .array([.integer(1), .string("x")]), .integer(2))
                == #""near" compares with two numbers, [expected, tolerance], not with text "x""#)
        #expect(Difference(words: "less", actual: .null).lines == ["expected: less", "actual:   null"])
    }
}

extension CType {
    fileprivate static let text = CType.pointer(to: .integer(.char), isConst: true)
}

extension Value {
    fileprivate static func integer(_ number: Int128) -> Value { .number(.integer(number)) }
}
