// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing

@Suite("A call from Swift, with import Heddle alone")
struct CallTests {
    private let host = ModuleHost()

    init() throws {
        try host.module(
            "m", library: "libm.so.6",
            declarations: [
                "double hypot(double x, double y)", "double fdim(double x, double y)",
                "double frexp(double x, _Out_ int *exponent)", "long lround(double x)",
            ])
        try host.module(
            "c", library: "libc.so.6",
            declarations: [
                "size_t strlen(const char *s)", "long labs(long n)", "int isdigit(int c)", "void srand(unsigned seed)",
                "_Success_(return == 0) int rmdir(const char *path)",
                "typedef struct { long quot; long rem; } ldiv_t; ldiv_t ldiv(long a, long b);",
                "int snprintf(_Out_writes_(size) char *text, size_t size, _Printf_format_string_ const char *format, ...)",
            ])
    }

    @Test("takes literals and variables, and gives the number that is asked for")
    func numbers() throws {
        let length: Double = try host.call("m.hypot", 3, 4)
        #expect(length == 5)
        let side = 3.0
        let mixed: Double = try host.call("m.hypot", side, Float(4))
        #expect(mixed == 5)
        let rounded: Int = try host.call("m.lround", 2.5)
        #expect(rounded == 3)
        let count: UInt32 = try host.call("c.strlen", "weft")
        #expect(count == 4)
        #expect(try host.call("c.labs", -7) == 7)
        #expect(abs(try host.call("m.hypot", 1, 1) - 1.4142135623730951) == 0.0)
    }

    @Test("gives a value where its type is open, and an optional where it may be null")
    func values() throws {
        let value: Value = try host.call("m.hypot", 3, 4)
        #expect(value == 5)
        let optional: Double? = try host.call("m.hypot", 3, 4)
        #expect(optional == 5)
    }

    @Test("may ignore the result, and then still throws a failure")
    func ignored() throws {
        try host.call("c.srand", 1)
        try host.call("m.hypot", 3, 4)
        #expect(throws: Failure.self) { try host.call("c.rmdir", "/no/such/folder") }
    }

    @Test("gives the whole outcome to whoever asks for a CallResult")
    func results() throws {
        let call: CallResult = try host.call("m.frexp", 8)
        #expect(call.outcome == .returned(0.5))
        let mantissa: Double = try call.get()
        #expect(mantissa == 0.5)
        #expect(try call.output("exponent") == 4)
        #expect(call.out.first?.name == "exponent")
        let failed: CallResult = try host.call("c.rmdir", "/no/such/folder")
        #expect(failed.errno == 2)
        #expect(throws: Failure.self) { _ = try failed.get(as: Int.self) }
        #expect(throws: Diagnostic.self) { _ = try call.output("mantissa", as: Int.self) }
    }

    @Test("takes its arguments as a list or by name")
    func forms() throws {
        let numbers: [Value] = [3, 4]
        #expect(try host.call("m.hypot", with: numbers).outcome == .returned(5))
        #expect(try host.call("m.fdim", named: ["y": 2, "x": 5.5]).get(as: Double.self) == 3.5)
        let text = try host.call("c.snprintf", with: [32, "%d %s", 7, "x"])
        #expect(try text.output("text") == "7 x")
    }

    @Test("gives a structure as an object, or as a type that the program has for it")
    func structures() throws {
        let value: Value = try host.call("c.ldiv", 7, 2)
        #expect(value == ["quot": 3, "rem": 1])
        let division: Division = try host.call("c.ldiv", 7, 2)
        #expect(division.quotient == 3)
    }

    @Test("is prepared once and made many times")
    func prepared() throws {
        let call = try host.prepare("m.hypot", 3, 4)
        #expect(call.invoke())
        #expect(call.result == 5)
        #expect(try host.prepare("m.hypot", with: [6, 8]).invoke())
    }

    @Test(
        "by a name that is none is an error of the call",
        arguments: ["hypot", "", ".hypot"])
    func wrongNames(text: String) throws {
        let mistake = #expect(throws: Diagnostic.self) { try host.call(ActionName(stringLiteral: text), 3, 4) }
        #expect(mistake?.message.contains("does not name an action") == true)
    }

    @Test("by the name of an action that is not there suggests the one that was meant")
    func missing() throws {
        let mistake = #expect(throws: Diagnostic.self) { try host.call("m.hypto", 3, 4) }
        #expect(mistake?.suggestion == "did you mean \"hypot\"?")
        #expect("\(ActionName("m.hypot")) \(("a.b.c" as ActionName).module)" == "m.hypot a.b")
    }

    @Test("throws a diagnostic where an argument does not fit, or the type does not take the result")
    func misfits() throws {
        #expect(throws: Diagnostic.self) { try host.call("m.hypot", 3, "4") }
        #expect(throws: Diagnostic.self) { let _: String = try host.call("m.hypot", 3, 4) }
    }

    @Test("meets hooks that answer and fail with literals")
    func hooks() throws {
        let answer = try host.hook("m.hypot", .instead) { call in try? call.answer(42) }
        #expect(try host.call("m.hypot", 3, 4) == 42)
        answer.remove()
        try host.hook("m.hypot", .before) { call in try? call.setArgument(0, to: 6.0) }
        try host.hook("m.fdim", .before) { $0.fail(Failure(code: "closed", message: "it is night")) }
        #expect(try host.call("m.hypot", 3, 8) == 10)
        let failure = #expect(throws: Failure.self) { try host.call("m.fdim", 1, 2) }
        #expect(failure?.code == "closed")
    }

    @Test("reaches an action that is written in Swift")
    func scripted() throws {
        try host.script("shop", [ScriptedAction("int price(const char *name)") { _ in 42 }])
        let shop = try host.module("shop")
        let price: Int = try shop.price("Ada")
        #expect(price == 42)
        #expect(try host.call("shop.price", "Ada") == 42)
    }
}

/// The result of `ldiv`.
private struct Division: ValueConvertible {
    let quotient: Int
    let remainder: Int

    init?(_ value: Value) {
        guard case .object(let members) = value, members.count == 2, let quotient = Int(members[0].value),
            let remainder = Int(members[1].value)
        else { return nil }
        self.quotient = quotient
        self.remainder = remainder
    }

    var value: Value { ["quot": quotient.value, "rem": remainder.value] }
}
