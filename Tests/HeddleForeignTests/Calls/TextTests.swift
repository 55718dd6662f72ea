// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Texts")
struct TextTests {
    private let texts: Fixture

    init() throws { texts = try Fixture("Texts") }

    @Test("go in as UTF-8", arguments: ["", "abc", "Grüße, 世界", String(repeating: "x", count: 100_000)])
    func given(text: String) throws {
        #expect(try texts.action("length").call(.string(text)).result == .whole(Int128(text.utf8.count)))
    }

    @Test("that are no UTF-8 go in as the bytes that they come back as")
    func bytes() throws {
        #expect(try texts.action("length").call(.bytes([0xFF, 0xFE, 0x41])).result == 3)
        #expect(try texts.action("length").call(.bytes([])).result == 0)
        #expect(try texts.action("length").misfits(.value(.bytes([0x41, 0]))).count == 1)
    }

    @Test("with a NUL inside are refused: C would take only their start")
    func embeddedNul() throws {
        #expect(
            try texts.action("length").misfits("a\0b") == [
                "0: text \"a\\u0000b\", not a text without NUL: C takes it for the text's end"
            ])
    }

    @Test("are null only where the declaration allows it")
    func null() throws {
        #expect(try texts.action("is_null").call(.null).result == true)
        #expect(try texts.action("is_null").call("").result == false)
        #expect(try texts.action("length").misfits(.value(.null)) == ["0: null, not a text"])
        #expect(try texts.action("is_null").misfits(5) == ["0: number 5, not a text or null"])
        #expect(try texts.action("is_null").misfits(.absent) == ["0: missing, not a text"])
    }

    @Test(
        "are no handles or truth values",
        arguments: [
            Value.bool(true), .array(["a"]), .handle(Handle(id: 1, type: "char")),
        ])
    func misfits(value: Value) throws {
        #expect(try texts.action("length").misfits(.value(value)).count == 1)
    }

    @Test("come back: empty, any UTF-8, null, and as bytes where they are no UTF-8")
    func results() throws {
        let lend = try texts.action("lend")
        #expect(try lend.call(0).result == "")
        #expect(try lend.call(1).result == "Grüße, 世界")
        #expect(try lend.call(2).result == .bytes([0xFF, 0xFE]))
        #expect(try lend.call(3).result == .null)
    }

    @Test("that are the caller's are given back once they were copied")
    func ownership() throws {
        let (greet, held) = try (texts.action("greet"), texts.action("texts_held"))
        #expect(try greet.call("Ada").result == "Hello, Ada")
        #expect(try held.call().result == 0)
        let call = PreparedCall(greet)
        #expect(call.encode(["Bob"]).isEmpty)
        for _ in 0..<3 {
            #expect(call.invoke())
            #expect(try held.call().result == 1)
            #expect(call.result == "Hello, Bob")
            call.settleOwnership()
            call.settleOwnership()
            #expect(try held.call().result == 0)
        }
    }

    @Test("that a hook answers with are not given back to the module, those that it replaces are")
    func answeredOwnership() throws {
        let (greet, held) = try (texts.action("greet"), texts.action("texts_held"))
        let before = try greet.hook(instead: [.closure { try? $0.answer("Hooked") }])
        #expect(try greet.call("Ada").result == "Hooked")
        #expect(try held.call().result == 0)
        greet.remove(before)
        try greet.hook(after: [.closure { try? $0.answer("Replaced") }, .closure { try? $0.answer("Twice") }])
        #expect(try greet.call("Ada").result == "Replaced")
        #expect(try held.call().result == 0)
    }

    @Test("that nobody will see are given back: of a call that fails later, and of all attempts but the last")
    func unseenOwnership() throws {
        let (greet, held) = try (texts.action("greet"), texts.action("texts_held"))
        let id = try greet.hook(after: [.closure { $0.fail(Failure(code: "late", message: "")) }])
        #expect(try greet.call("Ada").failure?.code == "late")
        #expect(try held.call().result == 0)
        greet.remove(id)
        let twice = HookPiece.closure { call in
            call.proceed()
            call.proceed()
        }
        try greet.hook(instead: [twice])
        #expect(try greet.call("Ada").result == "Hello, Ada")
        #expect(try held.call().result == 0)
    }
}
