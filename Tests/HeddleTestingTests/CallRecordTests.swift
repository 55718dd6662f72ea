// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleTesting
import Testing

@Suite("A record of calls")
struct CallRecordTests {
    private let host = ModuleHost()
    private let shop: Module

    init() throws {
        shop = try host.module(
            "shop",
            scripted: [
                ScriptedAction("int price(const char *name)") { _ in .number(.integer(42)) },
                ScriptedAction("void log_in(const char *user, _Secret_ const char *word)") { _ in nil },
                ScriptedAction("int pay(int amount)") { arguments in
                    if arguments == [.number(.integer(7))] { throw Failure(code: "broke", message: "") }
                    return arguments[0]
                },
            ])
    }

    @Test("has each call with its arguments and what it came to, secrets left out")
    func lines() throws {
        let calls = try host.record("shop.*")
        try shop.price("Ada")
        try shop.log_in("Ada", "open sesame")
        #expect(throws: Failure.self) { try shop.pay(7) }
        #expect(
            calls.lines == [#"shop.price("Ada") = 42"#, #"shop.log_in("Ada", "<secret>")"#, "shop.pay(7) failed broke"])
        #expect(calls.order == "price log_in pay")
        calls.clear()
        #expect(calls.calls.isEmpty)
        try shop.pay(1)
        calls.stop()
        try shop.pay(2)
        #expect(calls.lines == ["shop.pay(1) = 1"])
    }

    @Test("has the variadic arguments of a function with ...")
    func furtherArguments() throws {
        try host.module(
            "c", library: "libc.so.6",
            declarations: [
                "int snprintf(_Out_writes_(n) char *text, size_t n, _Printf_format_string_ const char *format, ...)"
            ])
        let calls = try host.record("c.*")
        try host.call("c.snprintf", 20, "%d-%s", 1, "x")
        #expect(calls.lines == [#"c.snprintf(20, "%d-%s", 1, "x") = 3"#])
    }

    @Test("sees what the caller sees, and what stubs answered")
    func stubs() throws {
        let calls = try host.record("shop.*")
        let token = try host.stub("shop.price", returning: .number(.integer(1)))
        try host.stub("shop.pay", failing: Failure(code: "closed", message: "it is night"))
        let price: Int = try shop.price("Ada")
        #expect(price == 1)
        #expect(throws: Failure.self) { try shop.pay(3) }
        token.remove()
        let real: Int = try shop.price("Ada")
        #expect(real == 42)
        #expect(calls.lines == [#"shop.price("Ada") = 1"#, "shop.pay(3) failed closed", #"shop.price("Ada") = 42"#])
    }

    @Test("a stub that does not fit fails the call rather than answer something else")
    func badStub() throws {
        try host.stub("shop.price", returning: .string("much"))
        #expect(throws: Failure.self) { try shop.price("Ada") }
    }

    @Test("says how it differs from what was expected, and what came nearest")
    func difference() throws {
        let calls = try host.record("shop.*")
        try shop.price("Ada")
        try shop.pay(5)
        #expect(calls.difference(from: calls.lines) == nil)
        #expect(
            calls.difference(from: [#"shop.price("Adam") = 42"#, "shop.pay(5) = 5"])
                == """
                - shop.price("Adam") = 42    (nearest: shop.price("Ada") = 42)
                + shop.price("Ada") = 42
                  shop.pay(5) = 5
                """)
        #expect(calls.difference(from: []) == "+ shop.price(\"Ada\") = 42\n+ shop.pay(5) = 5")
    }
}
