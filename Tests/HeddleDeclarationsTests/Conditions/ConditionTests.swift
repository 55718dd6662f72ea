// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Conditions") struct ConditionTests {
    private func number(_ number: Int128) -> Value { .number(.integer(number)) }

    private func condition(_ word: String, _ operand: Value) throws -> Condition<Value> {
        try Condition<Value>(.object([.init(word, operand)]))
    }

    /// `[5, {…}]`
    private func tolerance(_ key: String, _ tolerance: String) -> Value {
        .array([number(5), .object([.init(key, .number(Number(written: tolerance)))])])
    }

    private func operators(_ word: String, _ operand: Value) -> Value { .object([.init(word, operand)]) }

    private func mistake(_ value: Value) -> ConditionMistake? {
        do {
            _ = try Condition<Value>(value)
            return nil
        } catch { return error }
    }

    @Test("each operator holds for what it says, and for nothing else")
    func operators() throws {
        let five = number(5)
        let cases: [(String, Value, holds: [Value], fails: [Value])] = [
            ("eq", five, [five, .number(.decimal("5.0"))], [number(6), .string("5"), .null]),
            ("ne", five, [number(6), .string("5"), .null], [five]),
            ("lt", five, [number(4)], [five, number(6), .string("4"), .null]),
            ("le", five, [number(4), five], [number(6)]), ("gt", five, [number(6)], [five, number(4)]),
            ("ge", five, [number(6), five], [number(4), .bool(true)]),
            ("lt", .string("b"), [.string("a")], [.string("b"), .string("c"), number(1)]),
            ("near", .array([five, number(1)]), [number(4), number(6)], [number(3), number(7), .string("5")]),
            ("near", tolerance("relative", "0.2"), [number(4), number(6)], [number(3), number(7), .string("5")]),
            ("near", tolerance("absolute", "1"), [number(4), number(6)], [number(3), number(7)]),
            (
                "near", tolerance("ulps", "1"), [Value(5.000000000000001), five],
                [Value(5.000000000000002), number(6), .string("NaN")]
            ),
            ("in", .array([five, .null]), [five, .null], [number(6), .array([five])]),
            ("matches", .string("^a+$"), [.string("aa")], [.string("ab"), number(1)]),
            ("matches", .string("^a+"), [.bytes([0x61, 0xFF])], [.bytes([0xFF])]),
            ("lt", .string("b"), [.bytes([0x61, 0xFF])], [.bytes([0x62, 0xFF])]),
            ("not", operators("matches", .string("a")), [.bytes([0xFF])], [.bytes([0xFF, 0x61])]),
            ("eq", .number(.decimal("-0.0")), [Value(-0.0)], [number(0), Value(0.0)]),
            ("eq", number(0), [Value(-0.0), Value(0.0)], [number(1)]),
            ("contains", .string("b"), [.string("abc"), .array([.string("b")])], [.string("ac"), .array([])]),
            (
                "length", number(2), [.string("ab"), .array([.null, .null]), .bytes([1, 2])], [.string("a"), number(2)]
            ),
            ("null", .bool(true), [.null], [five]), ("null", .bool(false), [five], [.null]),
            ("startsWith", .string("ab"), [.string("abc"), .string("ab")], [.string("cab"), .string("a"), number(1)]),
            ("startsWith", .bytes([1]), [.bytes([1, 2])], [.bytes([2, 1]), .bytes([])]),
            ("endsWith", .string("bc"), [.string("abc"), .string("bc")], [.string("bca"), .string("c"), .null]),
            ("not", five, [number(6), .null], [five]),
            ("not", operators("gt", five), [five, .string("a")], [number(6)]),
            ("anyOf", .array([five, operators("lt", number(0))]), [five, number(-1)], [number(0), number(6)]),
            (
                "allOf", .array([operators("gt", five), operators("lt", number(9))]), [number(6)],
                [five, number(9), .null]
            ),
            (
                "each", operators("ge", number(0)), [.array([five, number(0)]), .array([])],
                [.array([number(-1)]), five]
            ),
            ("each", five, [.array([five])], [.array([five, number(6)]), .null]),
        ]
        for (word, operand, holds, fails) in cases {
            let condition = try condition(word, operand)
            for value in holds { #expect(condition.holds(for: value), "\(value) \(word) \(operand)") }
            for value in fails { #expect(!condition.holds(for: value), "\(value) \(word) \(operand)") }
        }
    }

    @Test("a value that is not an object of operators is what is equalled")
    func equality() throws {
        #expect(try Condition<Value>(number(5)).holds(for: number(5)))
        #expect(try Condition<Value>(.object([])).holds(for: .object([])))
        let part = Value.object([.init("x", number(1))])
        #expect(try Condition<Value>(part).holds(for: .object([.init("y", .null), .init("x", number(1))])))
        #expect(try condition("eq", .object([.init("eq", number(1))])).holds(for: .object([.init("eq", number(1))])))
    }

    @Test("several operators hold together, and nothing holds for a value that is not there")
    func several() throws {
        let condition = try Condition<Value>(.object([.init("ge", number(1)), .init("lt", number(3))]))
        #expect([0, 1, 2, 3].map { condition.holds(for: number($0)) } == [false, true, true, false])
        #expect(!condition.holds(for: nil))
        #expect(try !self.condition("ne", number(1)).holds(for: nil))
        #expect(condition.words == "at least 1, less than 3")
    }

    @Test("what an operator cannot compare with is refused, and said")
    func operands() {
        #expect(
            mistake(.object([.init("lt", .null)]))?.message == "\"lt\" compares with a number or text, not with null")
        #expect(
            mistake(.object([.init("in", number(1))]))?.message
                == "\"in\" compares with an array of at least one value, not with number 1")
        for operand in [.array([number(1)]), .array([number(1), number(-1)]), .array([number(1), .null])] as [Value] {
            #expect(mistake(.object([.init("near", operand)])) != nil)
        }
        #expect(
            mistake(.object([.init("matches", .string("["))]))?.message.contains("not a regular expression") == true)
        #expect(mistake(.object([.init("length", number(-1))])) != nil)
        #expect(mistake(.object([.init("null", number(0))])) != nil)
    }

    @Test("an object with other names beside operators is a value, and a mistake where no object can be")
    func mixture() throws {
        let mixed = Value.object([.init("ge", number(0)), .init("lte", number(0))])
        #expect(try Condition(mixed).isPlainValue)
        let mistake = ConditionMistake.notAnOperator(among: mixed.memberNames, of: "result")
        #expect(mistake?.message == "\"lte\" is not an operator, and result is never an object")
        #expect(mistake?.suggestion == "did you mean \"le\"?")
        #expect(mistake?.path == PartPath([.member("lte")]) && mistake?.isOfName == true)
    }

    @Test(
        "an operator of another language is told by its name here",
        arguments: [
            ("greater", "gt"), (">=", "ge"), ("starts_with", "startsWith"), ("not-equal", "ne"), ("regex", "matches"),
        ])
    func otherNames(name: String, word: String) {
        let mistake = ConditionMistake.notAnOperator(among: [name], of: "result")
        #expect(mistake?.suggestion == "did you mean \"\(word)\"?")
    }

    @Test("the names of other languages stand for operators, and are none themselves")
    func otherWords() {
        #expect(ConditionWords.all.allSatisfy { ConditionWords.meant(by: $0) == nil })
        #expect(ConditionWords.other.values.allSatisfy(ConditionWords.has))
    }

    @Test("conditions stand inside of conditions, however deep, and are told in words")
    func nesting() throws {
        let inner = operators("each", operators("anyOf", .array([.null, operators("startsWith", .string("a"))])))
        let condition = try Condition(operators("not", inner))
        #expect(condition.holds(for: .array([.string("b")])))
        #expect(!condition.holds(for: .array([.null, .string("ab")])))
        #expect(condition.words == #"not (with each element (equal to null or starting with "a"))"#)
        #expect(condition.written == operators("not", inner))
    }

    @Test(
        "a mistake deep inside has the way to it",
        arguments: [
            ("not", ["not", "gt"]), ("each", ["each", "gt"]), ("anyOf", ["anyOf", "0", "gt"]),
        ] as [(String, [String])])
    func places(word: String, path: [String]) {
        let wrong = operators("gt", .null)
        let found = mistake(operators(word, word == "anyOf" ? .array([wrong]) : wrong))
        let steps = path.map { Int($0).map(PartPath.Step.element) ?? .member($0) }
        #expect(found?.path == PartPath(steps))
        #expect(found?.message == "\"gt\" compares with a number or text, not with null")
    }

    @Test("a list of conditions is a list with at least one")
    func lists() {
        #expect(
            mistake(operators("anyOf", number(1)))?.message
                == "\"anyOf\" takes an array of conditions, not number 1")
        #expect(mistake(operators("allOf", .array([])))?.message.contains("an empty array") == true)
    }
}
