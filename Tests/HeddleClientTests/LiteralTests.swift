// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing

@Suite("Literals as arguments and values, with import Heddle alone")
struct LiteralTests {
    private let host = ModuleHost()

    init() throws {
        let types = "typedef struct { int number; const char *name; double list[3]; } item;"
        try host.script(
            "echo",
            [
                ScriptedAction("\(types) item same(item i)") { $0[0] },
                ScriptedAction("int is_null(_In_opt_ const char *text)") { [$0[0] == .null ? 1 : 0][0] },
                ScriptedAction("int either(int number, _In_opt_ const char *text)") { $0[0] },
                ScriptedAction("double sum(_In_reads_(n) const double *numbers, int n)") { arguments in
                    guard case .array(let numbers) = arguments[0] else { return nil }
                    return Value(numbers.compactMap { Double($0) }.reduce(0, +))
                },
                ScriptedAction("int seven(void)") { _ in 7 },
                ScriptedAction("bool negated(bool b)") { $0[0] == true ? false : true },
            ])
        try host.module("echo")
    }

    @Test("may be of every kind, beside each other")
    func kinds() throws {
        #expect(try host.call("echo.seven") == 7)
        #expect(try host.call("echo.negated", true) == false)
        #expect(try host.call("echo.is_null", "a") == 0)
        #expect(try host.call("echo.is_null", nil) == 1)
        #expect(try host.call("echo.either", 3, nil) == 3)
        #expect(try host.call("echo.sum", [1, 2.5, 3], 3) == 6.5)
        #expect(try host.call("echo.sum", [Double](), 0) == 0)
        let item: Value = try host.call("echo.same", ["number": 3, "name": "Ada", "list": [1, 2, 3]])
        #expect(item["name"] == "Ada")
        #expect(item["list"]?[2] == 3)
        let unnamed: Value = try host.call("echo.same", ["number": 3, "name": .null])
        #expect(unnamed["name"] == .some(.null))
    }

    @Test("stand beside variables, optionals among them")
    func variables() throws {
        let none: String? = nil
        #expect(try host.call("echo.is_null", none) == 1)
        #expect(try host.call("echo.either", 3, none) == 3)
        #expect(try host.call("echo.either", 4, Value.null) == 4)
        let numbers = [1.0, 2]
        #expect(try host.call("echo.sum", numbers, 2) == 3)
        #expect(try host.call("echo.sum", numbers, numbers.count) == 3)
        let value: Value = 1
        #expect(try host.call("echo.either", value, "x") == 1)
        let either = try host.prepare("echo.either", 5, nil)
        #expect(either.invoke() && either.result == 5)
    }

    @Test("leave the result to be ignored, or to be looked at as a whole")
    func results() throws {
        try host.call("echo.either", 3, nil)
        try host.call("echo.seven")
        let result: CallResult = try host.call("echo.either", 3, nil)
        #expect(result.outcome == .returned(3))
        let seven: CallResult = try host.call("echo.seven")
        #expect(seven.outcome == .returned(7))
    }
}
