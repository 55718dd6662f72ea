// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Conditions for the calls of one action") struct FittedConditionTests {
    private struct Seen: ObservedCall {
        let action = ActionName(module: "shop", action: "buy")
        let signature: Signature
        let arguments: [Value]
        let outcome: Outcome?
        let savedErrno: Int32 = 0
        func output(_ name: String) -> Value? { nil }
    }

    private let signature: Signature

    init() throws {
        var scope = DeclarationScope()
        let text = """
            enum rank { FIRST = 1, TOP = 1, LAST = 5 };
            typedef struct { int x; const char *name; } place;
            enum rank buy(int8_t count, bool isGift, const char *name, enum rank rank, double price, place where,
                const struct box *box);
            """
        let source = SourceText(name: "test.h", text)
        let declarations = try scope.read(SourceRange(source, 0..<source.bytes.count))
        signature = try #require(
            declarations.lazy.compactMap { if case .function(let function) = $0 { function } else { nil } }.last)
    }

    private func condition(_ path: String, _ value: Value) throws -> BoundCallCondition {
        try CallCondition(.object([.init(path, value)]), at: .after).bound(to: signature)
    }

    private func mistake(_ path: String, _ value: Value) -> ConditionMistake? {
        do {
            _ = try condition(path, value)
            return nil
        } catch { return error as? ConditionMistake }
    }

    private func number(_ number: Int128) -> Value { .number(.integer(number)) }
    private func operators(_ word: String, _ operand: Value) -> Value { .object([.init(word, operand)]) }

    @Test("an enumeration is met by any of its names, and by its number")
    func enumerations() throws {
        func holds(_ value: Value) throws -> Bool {
            let arguments = [number(1), .bool(true), .string(""), .string("FIRST")]
            let call = Seen(signature: signature, arguments: arguments, outcome: .returned(.string("LAST")))
            return try condition("argument.rank", value).holds(for: call)
        }
        for value in [.string("FIRST"), .string("TOP"), number(1), operators("in", .array([number(5), number(1)]))] {
            #expect(try holds(value), "\(value)")
        }
        for value in [.string("LAST"), number(5), operators("ne", .string("TOP")), operators("ne", number(1))] {
            #expect(try !holds(value), "\(value)")
        }
        #expect(try holds(operators("ne", number(7))))
        #expect(try holds(operators("lt", .string("LAST"))) && holds(operators("ge", number(1))))
        #expect(try !holds(operators("gt", number(1))) && !holds(operators("gt", number(9))))
        let call = Seen(signature: signature, arguments: [], outcome: .returned(.string("LAST")))
        #expect(try condition("result", number(5)).holds(for: call))
    }

    @Test("what can never hold is a mistake")
    func never() {
        let byte = "argument.count is a whole number from -128 to 127 and can never be"
        let cases: [(String, Value, String)] = [
            ("argument.count", .string("5"), "\(byte) equal to \"5\""),
            ("argument.count", number(300), "\(byte) equal to 300"),
            ("argument.count", .number(.decimal("1.5")), "\(byte) equal to 1.5"),
            ("argument.count", .null, "\(byte) equal to null"),
            ("argument.count", operators("lt", .string("a")), "\(byte) less than \"a\""),
            (
                "argument.count", operators("matches", .string("a")),
                "argument.count is a number, and \"matches\" holds for a text only"
            ),
            ("argument.count", operators("in", .array([.string("a"), .null])), "\(byte) one of"),
            ("argument.count", operators("null", .bool(true)), "\(byte) null"),
            ("argument.isGift", number(1), "argument.isGift is true or false and can never be equal to 1"),
            ("argument.isGift", operators("gt", number(0)), "\"gt\" holds for a number or a text only"),
            ("argument.name", number(1), "argument.name is a text or bytes or null and can never be equal to 1"),
            ("argument.name", operators("near", .array([number(1), number(1)])), "\"near\" holds for a number only"),
            ("argument.rank", .string("TIP"), "can never be equal to \"TIP\""),
            ("argument.price", .bool(true), "argument.price is a double and can never be equal to true"),
            ("argument.where.x", .string("a"), "can never be equal to \"a\""),
            ("argument.where.y", number(1), "argument.where of buy has no field \"y\""),
            (
                "argument.where", operators("gt", number(5)),
                "argument.where is an object, and \"gt\" holds for a number or a text only"
            ),
            ("argument.where", .object([.init("x", .string("a"))]), "can never be equal to {\"x\": \"a\"}"),
            ("argument.where.x.z", number(1), "argument.where.x of buy is a number and has no part \".z\""),
            (
                "argument.box", operators("gt", number(0)),
                "argument.box is a handle of box or null, and \"gt\" holds for a number or a text only"
            ),
            ("argument.box", .string("a"), "can never be equal to \"a\""),
            ("argument.count", operators("gt", number(127)), "\(byte) greater than 127"),
            ("argument.count", operators("lt", number(-128)), "\(byte) less than -128"),
            ("argument.count", operators("near", .array([number(1000), number(1)])), "\(byte) near"),
            ("argument.price", .string("x"), "can never be equal to \"x\""),
            ("argument.price", operators("gt", .string("Infinity")), "can never be greater than \"Infinity\""),
            ("argument.rank", operators("gt", .string("no name")), "can never be greater than \"no name\""),
            (
                "status", .string("retured"),
                "status is returned or failed and can never be equal to \"retured\""
            ),
            (
                "errno", .string("no name"),
                "errno is a whole number from -2147483648 to 2147483647 and can never be equal to \"no name\""
            ),
            ("errno", .string("ENOWHERE"), "\"ENOWHERE\" is not a constant of errno"),
        ]
        for (path, value, words) in cases {
            let message = mistake(path, value)?.message
            #expect(message?.contains(words) == true, "\(path): \(message ?? "no mistake")")
        }
        #expect(mistake("argument.rank", .string("TIP"))?.suggestion == "did you mean \"TOP\"?")
        #expect(mistake("status", .string("retured"))?.suggestion == "did you mean \"returned\"?")
    }

    @Test("what may hold is none")
    func possible() {
        let cases: [(String, Value)] = [
            ("argument.count", number(-128)), ("argument.count", operators("lt", number(1000))),
            ("argument.count", operators("ge", number(127))),
            ("argument.count", operators("near", .array([number(200), number(73)]))),
            ("argument.count", operators("ne", .string("a"))), ("argument.count", .number(.decimal("5.0"))),
            ("argument.isGift", .bool(false)), ("argument.name", .null), ("argument.name", .string("")),
            ("argument.name", operators("length", number(3))), ("argument.name", operators("null", .bool(true))),
            ("argument.rank", number(9)), ("argument.price", .string("NaN")), ("argument.price", number(1)),
            ("argument.where", .object([.init("x", number(1))])), ("argument.where.name", .null),
            ("argument.price", operators("gt", .string("-Infinity"))),
            ("argument.rank", operators("matches", .string("T"))),
            ("argument.box", .null), ("failure.code", .string("offline")), ("failure", .null),
            ("status", operators("in", .array([.string("failed"), .string("lost")]))),
        ]
        for (path, value) in cases { #expect(mistake(path, value) == nil, "\(path) \(value)") }
    }
}
