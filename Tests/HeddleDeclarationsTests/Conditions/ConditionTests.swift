// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Conditions") struct ConditionTests {
    private func number(_ number: Int128) -> Value { .number(.integer(number)) }

    private func condition(_ word: String, _ operand: Value) throws -> ValueCondition {
        try ValueCondition(.object([.init(word, operand)]))
    }

    private func mistake(_ value: Value) -> ConditionMistake? {
        do {
            _ = try ValueCondition(value)
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
            ("in", .array([five, .null]), [five, .null], [number(6), .array([five])]),
            ("matches", .string("^a+$"), [.string("aa")], [.string("ab"), number(1)]),
            ("contains", .string("b"), [.string("abc"), .array([.string("b")])], [.string("ac"), .array([])]),
            (
                "length", number(2), [.string("ab"), .array([.null, .null]), .bytes([1, 2])], [.string("a"), number(2)]
            ),
            ("null", .bool(true), [.null], [five]), ("null", .bool(false), [five], [.null]),
        ]
        for (word, operand, holds, fails) in cases {
            let condition = try condition(word, operand)
            for value in holds { #expect(condition.holds(for: value), "\(value) \(word) \(operand)") }
            for value in fails { #expect(!condition.holds(for: value), "\(value) \(word) \(operand)") }
        }
    }

    @Test("a value that is not an object of operators is what is equalled")
    func equality() throws {
        #expect(try ValueCondition(number(5)).holds(for: number(5)))
        #expect(try ValueCondition(.object([])).holds(for: .object([])))
        let part = Value.object([.init("x", number(1))])
        #expect(try ValueCondition(part).holds(for: .object([.init("y", .null), .init("x", number(1))])))
        #expect(try condition("eq", .object([.init("eq", number(1))])).holds(for: .object([.init("eq", number(1))])))
    }

    @Test("several operators hold together, and nothing holds for a value that is not there")
    func several() throws {
        let condition = try ValueCondition(.object([.init("ge", number(1)), .init("lt", number(3))]))
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
            mistake(.object([.init("in", number(1))]))?.message == "\"in\" compares with an array, not with number 1")
        for operand in [.array([number(1)]), .array([number(1), number(-1)]), .array([number(1), .null])] as [Value] {
            #expect(mistake(.object([.init("near", operand)])) != nil)
        }
        #expect(mistake(.object([.init("matches", .string("["))]))?.message.contains("no regular expression") == true)
        #expect(mistake(.object([.init("length", number(-1))])) != nil)
        #expect(mistake(.object([.init("null", number(0))])) != nil)
        let mixed = mistake(.object([.init("ge", number(0)), .init("lte", number(0))]))
        #expect(mixed?.message == "\"lte\" is no operator")
        #expect(mixed?.suggestion == "did you mean \"le\"?")
    }
}
