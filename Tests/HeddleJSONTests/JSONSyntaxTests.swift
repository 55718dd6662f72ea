// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@testable import HeddleJSON

@Suite("JSON by RFC 8259")
struct JSONSyntaxTests {
    private static func read(_ bytes: [UInt8]) throws(Diagnostics) -> Value {
        try JSONNode.read(SourceText(name: "a.json", bytes: bytes)).value
    }

    /// The mistakes of a text.
    private static func mistakes(_ bytes: [UInt8]) -> [Diagnostic] {
        do throws(Diagnostics) {
            _ = try read(bytes)
            return []
        } catch {
            return error.all
        }
    }

    @Test(
        "is read",
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)), (" \t\r\n0\n", .number(.integer(0))),
            ("[]", .array([])), ("{}", .object([])), ("[ ]", .array([])), ("{ }", .object([])), (#""""#, .string("")),
            ("[[],{}]", .array([.array([]), .object([])])),
            ("[1,2]", .array([.number(.integer(1)), .number(.integer(2))])),
            (#"{"":0}"#, .object([.init("", .number(.integer(0)))])),
            (
                #"{"a":{"b":[null]},"c":""}"#,
                .object([
                    .init("a", .object([.init("b", .array([.null]))])), .init("c", .string("")),
                ])
            ),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")), (#""\u0041\u00e9\u20AC""#, .string("Aé€")),
            (#""\uD834\uDD1E\ud834\udd1e""#, .string("𝄞𝄞")), (#""\u0000""#, .string("\0")),
            (#""\uFFFF""#, .string("\u{FFFF}")),
            ("\"é€𝄞\u{7F}\u{2028}\"", .string("é€𝄞\u{7F}\u{2028}")), (#""a\u005C\u0022b""#, .string("a\\\"b")),
            (#""\\u0041""#, .string("\\u0041")),
        ] as [(String, Value)])
    func accepted(text: String, value: Value) throws {
        #expect(try Self.read(Array(text.utf8)) == value)
    }

    @Test(
        "keeps numbers exactly",
        arguments: [
            ("0", .integer(0)), ("-1", .integer(-1)), ("9007199254740993", .integer(9_007_199_254_740_993)),
            ("999999999999999999", .integer(999_999_999_999_999_999)),
            ("-99999999999999999", .integer(-99_999_999_999_999_999)),
            ("18446744073709551615", .integer(18_446_744_073_709_551_615)),
            ("170141183460469231731687303715884105727", .integer(.max)),
            ("-170141183460469231731687303715884105728", .integer(.min)),
            ("170141183460469231731687303715884105728", .decimal("170141183460469231731687303715884105728")),
            ("-0", .decimal("-0")), ("-0.0", .decimal("-0.0")), ("1.0", .decimal("1.0")), ("1e2", .decimal("1e2")),
            ("1E+2", .decimal("1E+2")), ("0.10", .decimal("0.10")), ("-0e-0", .decimal("-0e-0")),
            ("1e999999999999", .decimal("1e999999999999")), ("123456789012345678.5", .decimal("123456789012345678.5")),
        ] as [(String, Number)])
    func numbers(text: String, number: Number) throws {
        #expect(try Self.read(Array(text.utf8)) == .number(number))
    }

    @Test(
        "refuses anything else",
        arguments: [
            "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "{]", "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{1:2}", "{a:1}", "{'a':1}", "'a'", "1 2", "[] []",
            "{}x",
            "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "-01", "00", "1.", ".5", "1.e2",
            "1e",
            "1e+", "0x10", "1_000", "--1", "1a", "\"", "\"a", "\"\\", "\"\\\"", #""\x""#, #""\u""#, #""\u12""#,
            #""\u12G4""#,
            #""\uD800""#, #""\uDC00""#, #""\uD800\uD800""#, #""\uD800x""#, #""\uD834\n""#, "\"\n\"", "\"\t\"", "\"\0\"",
            "\"\u{1F}\"", "// a\n1", "/* a */ 1", "1 // a", "# a\n1", "\u{FEFF}1", "\0", "1\0", "\u{A0}1", "\u{2028}1",
            "undefined",
            "[1;2]", "(1)", "\"a\" \"b\"", ":", ",", "[:]", "{\"a\"::1}", "\u{0C}1", "﻿", "tru", "t", "[tru", "[-",
            "[\"a\\", "{\"a",
        ])
    func refused(text: String) {
        let found = Self.mistakes(Array(text.utf8))
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.code.area == .json && $0.range != nil })
    }

    @Test(
        "refuses bytes that are not UTF-8, and points at them",
        arguments: [
            ([0x80], 0), ([0xFF], 0), ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x80, 0xAF], 0),
            ([0xED, 0xA0, 0x80], 0),
            ([0xF0, 0x80, 0x80, 0xAF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xC3], 0),
            ([0xE2, 0x82], 0), ([0x61, 0xF0, 0x9F, 0x98], 1), ([0xC3, 0xA9, 0xE2, 0x28, 0xA1], 2), ([0xC3, 0x28], 0),
        ] as [([UInt8], Int)])
    func encoding(bytes: [UInt8], at offset: Int) {
        let found = Self.mistakes([0x22] + bytes + [0x22])
        #expect(found.map(\.code) == [.json(.encoding)])
        #expect(found.map(\.range?.bytes) == [offset + 1..<offset + 2])
        #expect(Self.mistakes([0x22] + bytes).count == 1)
        #expect(Self.mistakes(bytes).count == 1)
    }

    @Test("accepts the first and last character of each length of UTF-8")
    func boundaries() throws {
        let text = "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
        #expect(try Self.read(Array("\"\(text)\"".utf8)) == .string(text))
    }

    @Test("nests 512 levels and no more", arguments: ["[", "{\"a\":"])
    func depth(opening: String) throws {
        func text(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: opening, count: depth) + "1"
                    + String(repeating: opening == "[" ? "]" : "}", count: depth)).utf8)
        }
        _ = try Self.read(text(512))
        for depth in [513, 10_000, 200_000] {
            let found = Self.mistakes(text(depth))
            #expect(found.map(\.code) == [.json(.tooDeep)])
            #expect(found.map(\.range?.bytes.lowerBound) == [512 * opening.utf8.count])
        }
    }

    @Test("is at most 64 MiB large")
    func size() throws {
        let large = [UInt8](repeating: 0x20, count: (64 << 20) + 1)
        #expect(Self.mistakes(large).map(\.code) == [.json(.tooLarge)])
    }

    @Test("keeps offsets up to the end of the largest text")
    func largestOffsets() throws {
        let text = [UInt8](repeating: 0x20, count: (64 << 20) - 5) + Array("[\"a\"]".utf8)
        let node = try #require(JSONNode.reread(SourceText(name: "a", bytes: text), at: text.count - 5))
        #expect(node.range.text == "[\"a\"]")
        #expect(node.range.bytes.upperBound == 64 << 20)
        #expect(node.value == .array([.string("a")]))
    }
}
