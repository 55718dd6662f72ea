// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Foundation
import Testing

@Suite("Values") struct ValueTests {
    private let sample = Value.object([
        .init("name", .string("Ada")),
        .init("list", .array([.null, .bool(true), .bool(false), .number(.integer(-3))])),
        .init("raw", .bytes([0, 255, 16])), .init("h", .handle(Handle(id: 1, type: "counter"))),
        .init("none", .object([])),
    ])

    @Test("a value is compact JSON")
    func json() {
        #expect(
            sample.json
                == #"{"name":"Ada","list":[null,true,false,-3],"raw":{"bytes":"AP8Q"},"h":{"handle":1,"type":"counter"},"none":{}}"#
        )
        var text = Array("> ".utf8)
        Value.number(.decimal("1.50")).appendJSON(to: &text)
        #expect(text == Array("> 1.50".utf8))
    }

    @Test("texts are escaped where JSON needs it, and nowhere else")
    func escapes() {
        #expect(Value.string("a\"b\\c/\n\r\t\u{8}\u{C}\0\u{1F}").json == #""a\"b\\c/\n\r\t\b\f\u0000\u001f""#)
        #expect(Value.string("é\u{2028}\u{7F}👩‍🚀").json == "\"é\u{2028}\u{7F}👩‍🚀\"")
        #expect(Value.string("\r\n").json == #""\r\n""#)
        #expect(Value.object([.init("a\"b", .null)]).json == #"{"a\"b":null}"#)
    }

    @Test("JSON readers read the same texts")
    func readBack() throws {
        for scalar in (0...0x2100).compactMap(Unicode.Scalar.init) {
            let text = "a\(scalar)b"
            let data = Data(Value.array([.string(text)]).json.utf8)
            #expect(try JSONDecoder().decode([String].self, from: data) == [text])
        }
    }

    @Test("bytes are base64 with padding")
    func base64() {
        for count in 0...70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
            #expect(Value.bytes(bytes).json == "{\"bytes\":\"\(Data(bytes).base64EncodedString())\"}")
        }
    }

    @Test("equality asks what values say")
    func equality() {
        #expect(Value.number(.integer(1)).isEqual(to: .number(.decimal("1.0"))))
        #expect(!Value.number(.integer(1)).isEqual(to: .string("1")))
        #expect(!Value.number(.integer(1)).isEqual(to: .bool(true)))
        let left = Value.object([.init("a", .number(.integer(1))), .init("b", .null)])
        let right = Value.object([.init("b", .null), .init("a", .number(.decimal("1e0")))])
        #expect(left.isEqual(to: right))
        #expect(!left.isEqual(to: .object([.init("a", .number(.integer(1)))])))
        #expect(!left.isEqual(to: .object([.init("a", .number(.integer(1))), .init("c", .null)])))
        #expect(Value.array([.number(.decimal("2.0"))]).isEqual(to: .array([.number(.integer(2))])))
        #expect(!Value.array([.null]).isEqual(to: .array([.null, .null])))
        #expect(!Value.string("é").isEqual(to: .string("e\u{301}")))
        #expect(sample.isEqual(to: sample))
        #expect(!Value.bytes([1]).isEqual(to: .bytes([2])))
    }

    @Test("a value's kind is said shortly")
    func kinds() {
        let kinds: [(Value, String)] = [
            (.null, "null"), (.bool(true), "true"), (.number(.integer(12)), "number 12"),
            (.string("abc"), "text \"abc\""),
            (.object([]), "object"), (.array([.null, .null, .null]), "array of 3"),
            (.bytes([1, 2, 3, 4, 5]), "5 bytes"), (.bytes([1]), "1 byte"),
            (.handle(Handle(id: 7, type: "counter")), "handle of counter"),
        ]
        for (value, kind) in kinds { #expect(value.kindDescription == kind) }
        #expect(Value.string(String(repeating: "x", count: 1000)).kindDescription.count < 60)
        #expect(Value.number(.decimal(String(repeating: "9", count: 1000))).kindDescription.count < 60)
        #expect(Value.handle(Handle(id: 7, type: String(repeating: "x", count: 1000))).kindDescription.count < 100)
        #expect(!Value.string("\u{1B}[2J").kindDescription.contains("\u{1B}"))
    }
}
