// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing

@Suite("An action as a typed function, with import Heddle alone")
struct TypedCallTests {
    private let host = ModuleHost()

    init() throws {
        try host.module(
            "m", library: "libm.so.6",
            declarations: [
                "double hypot(double x, double y)", "long lround(double x)", "float hypotf(float x, float y)",
                "double frexp(double x, _Out_ int *exponent)", "double ldexp(double x, int exponent)",
            ])
        try host.module(
            "c", library: "libc.so.6",
            declarations: [
                "size_t strlen(const char *s)", "int abs(int n)", "long labs(long n)", "void srand(unsigned seed)",
                "int isdigit(int c)", "int getppid(void)", "_Success_(return == 0) int rmdir(const char *path)",
                "typedef struct { long quot; long rem; } ldiv_t; ldiv_t ldiv(long a, long b);",
            ])
    }

    @Test("takes and gives numbers of the declared types, and of wider ones")
    func numbers() throws {
        let hypot = try host.function("m.hypot", as: ((Double, Double) -> Double).self)
        #expect(try hypot(3, 4) == 5)
        #expect(try hypot(6, 8) == 10)
        let narrow = try host.function("m.hypotf", as: ((Float, Float) -> Float).self)
        #expect(try narrow(3, 4) == 5)
        let magnitude = try host.function("c.abs", as: ((Int) -> Int).self)
        #expect(try magnitude(-7) == 7)
        #expect(try magnitude(Int(Int32.max)) == Int(Int32.max))
        let exact = try host.function("c.abs", as: ((Int32) -> Int32).self)
        #expect(try exact(-7) == 7)
        let long = try host.function("c.labs", as: ((Int) -> Int).self)
        #expect(try long(-(1 << 40)) == 1 << 40)
        let scaled = try host.function("m.ldexp", as: ((Int, Int) -> Double).self)
        #expect(try scaled(3, 2) == 12)
    }

    @Test("takes from none to six arguments")
    func counts() throws {
        try host.script(
            "sums",
            [
                ScriptedAction("int three(int a, int b, int c)") { $0.last },
                ScriptedAction("double four(int a, int b, int c, double d)") { $0.last },
                ScriptedAction("int five(int a, int b, int c, int d, int e)") { $0.last },
                ScriptedAction("int six(int a, int b, int c, int d, int e, int f)") { $0.last },
            ])
        try host.module("sums")
        #expect(try host.function("c.getppid", as: (() -> Int).self)() > 0)
        #expect(try host.function("sums.three", as: ((Int, Int, Int) -> Int).self)(1, 2, 3) == 3)
        #expect(try host.function("sums.four", as: ((Int, Int, Int, Double) -> Double).self)(1, 2, 3, 4.5) == 4.5)
        #expect(try host.function("sums.five", as: ((Int, Int, Int, Int, Int) -> Int).self)(1, 2, 3, 4, 5) == 5)
        #expect(try host.function("sums.six", as: ((Int, Int, Int, Int, Int, Int8) -> Int).self)(1, 2, 3, 4, 5, 6) == 6)
    }

    @Test("takes and gives all else that a call does")
    func others() throws {
        let length = try host.function("c.strlen", as: ((String) -> UInt).self)
        #expect(try length("weft") == 4)
        #expect(try length("") == 0)
        let division = try host.function("c.ldiv", as: ((Int, Int) -> [String: Int]).self)
        #expect(try division(7, 2) == ["quot": 3, "rem": 1])
        let seed = try host.function("c.srand", as: ((UInt32) -> Void).self)
        try seed(1)
        let parts = try host.function("m.frexp", as: ((Double) -> CallResult).self)
        #expect(try parts(8).output("exponent") == 4)
    }

    @Test("throws a failure of the call, and a diagnostic for a number out of range")
    func failures() throws {
        let rmdir = try host.function("c.rmdir", as: ((String) -> Int).self)
        #expect(throws: Failure.self) { try rmdir("/no/such/folder") }
        let magnitude = try host.function("c.abs", as: ((Int) -> Int).self)
        let mistake = #expect(throws: Diagnostic.self) { try magnitude(1 << 40) }
        #expect(mistake?.message.contains("argument 1 (n) of c.abs is number 1099511627776") == true)
        #expect(try magnitude(-3) == 3)
        let token = try host.hook("c.abs", .before) { $0.fail(Failure(code: "closed", message: "it is night")) }
        let failure = #expect(throws: Failure.self) { try magnitude(1) }
        #expect(failure?.code == "closed")
        token.remove()
        #expect(try magnitude(-4) == 4)
    }

    @Test("is refused when it is made if its types do not fit the declaration")
    func refusals() {
        let wrong = #expect(throws: Diagnostic.self) {
            _ = try host.function("m.hypot", as: ((Double, String) -> Double).self)
        }
        #expect(wrong?.message == "argument 2 (y) of m.hypot is String, the declaration wants Double")
        #expect(throws: Diagnostic.self) { _ = try host.function("m.hypot", as: ((Double) -> Double).self) }
        #expect(throws: Diagnostic.self) { _ = try host.function("m.hypot", as: ((Double, Double) -> Int).self) }
        #expect(throws: Diagnostic.self) { _ = try host.function("m.hypo", as: ((Double, Double) -> Double).self) }
    }

    @Test("runs the hooks of the time of each call, which may call it again with other numbers")
    func hooks() throws {
        let hypot = try host.function("m.hypot", as: ((Double, Double) -> Double).self)
        let inner = OneThread(hypot)
        let seen = Lines()
        let token = try host.hook("m.hypot", .after) { call in
            if seen.all.isEmpty {
                seen.add("begin")
                seen.add("\((try? inner.call(6, 8)) ?? 0)")
            }
            seen.add("\(call.arguments)")
        }
        #expect(try hypot(3, 4) == 5)
        #expect(seen.all == ["begin", "10.0", "[3, 4]"])
        token.remove()
        #expect(try hypot(5, 12) == 13)
    }
}

/// A typed call for a hook, which runs on the thread of the call.
private final class OneThread: @unchecked Sendable {
    let call: TypedCall<(Double, Double), Double>

    init(_ call: TypedCall<(Double, Double), Double>) { self.call = call }
}
