// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Excerpts of values for people")
struct ExcerptTests {
    @Test(
        "are the value on one line",
        arguments: [
            (.null, "null"), (.bool(true), "true"), (.number(.integer(-5)), "-5"), (.number(.decimal("1e9")), "1e9"),
            (.string("a\"b\\c"), #""a\"b\\c""#), (.string(""), "\"\""), (.string("ü漢👩‍🚀"), "\"ü漢👩‍🚀\""),
            (.bytes([]), "<>"), (.bytes([0, 0x0F, 0xF0]), "<000ff0>"),
            (.bytes(Array(0..<9)), "<0001020304050607… 9 bytes>"),
            (.array([]), "[]"), (.array([.null, .array([.bool(false)])]), "[null, [false]]"),
            (.object([]), "{}"),
            (
                .object([Value.Member("a", .number(.integer(1))), Value.Member("\"", .null)]),
                #"{"a": 1, "\"": null}"#
            ),
            (.handle(Handle(id: 3, type: "FILE")), "<FILE #3>"),
        ] as [(Value, String)])
    func oneLine(value: Value, text: String) {
        #expect(value.excerpt() == text)
    }

    @Test("show control characters and changes of direction by their codes")
    func control() {
        #expect(
            Value.string("\n\r\t\0\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}").excerpt()
                == #""\n\r\t\u0000\u001b\u007f\u009b\u2028\u202e""#)
        #expect(Value.handle(Handle(id: 1, type: "\u{1B}")).excerpt() == #"<\u001b #1>"#)
    }

    @Test("end in an ellipsis where they are cut, and fit exactly where they are not")
    func cut() {
        #expect(Value.string("abcd").excerpt(limit: 6) == "\"abcd\"")
        #expect(Value.string("abcd").excerpt(limit: 5) == "\"abcd…")
        #expect(Value.array([.null, .null]).excerpt(limit: 7) == "[null, …")
        #expect(Value.null.excerpt(limit: 0) == "…")
        #expect(Value.null.excerpt(limit: -1) == "…")
    }

    @Test("of a value of a thousand levels stop at the limit")
    func deep() {
        let deep = (0..<1000).reduce(Value.null) { value, _ in .array([value]) }
        #expect(deep.excerpt(limit: 10) == "[[[[[[[[[[…")
    }

    @Test("of calls and failures read as sentences")
    func calls() {
        let action = ActionName(module: "z", action: "crc32")
        #expect(action.excerpt(calledWith: []) == "z.crc32()")
        #expect(action.excerpt(calledWith: [.null, .string("x")]) == "z.crc32(null, \"x\")")
        #expect(ActionName(module: "a\n", action: "b").excerpt == "a\\n.b")
        #expect(Failure(code: "c", message: "m\n").excerpt == "c: m\\n")
        #expect(Failure(code: "c", message: "").excerpt == "c")
    }
}
