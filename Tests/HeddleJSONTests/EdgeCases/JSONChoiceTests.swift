// SPDX-License-Identifier: Apache-2.0

import Testing

/// Texts that RFC 8259 leaves to the reader, and that Heddle refuses.
@Suite("Choices in reading JSON")
struct JSONChoiceTests {
    @Test(
        "a name stands once in an object: which of two counts, readers do not agree on (section 4)",
        arguments: [
            ("{\"a\":1,\"a\":1}", "1:8"), ("{\"a\":1,\"a\":2}", "1:8"), ("{\"a\":1,\"b\":2,\"a\":3}", "1:14"),
            ("{\"a\":1,\"\\u0061\":2}", "1:8"), ("{\"\\u0061\":1,\"\\u0061\":2}", "1:13"),
            ("{\"\":1,\"\":2}", "1:7"), ("{\"a\":{\"b\":1,\"b\":2}}", "1:13"), ("[{\"a\":1,\"a\":2}]", "1:9"),
            ("{\"é\":1,\"é\":2}", "1:8"), ("{\"\\n\":1,\"\\u000a\":2}", "1:9"), ("{\"/\":1,\"\\/\":2}", "1:8"),
            ("{\"\u{1D11E}\":1,\"\\uD834\\uDD1E\":2}", "1:8"),
        ] as [(String, String)])
    func duplicates(text: String, place: String) {
        #expect(placeOfMistake(in: text) == place)
    }

    @Test(
        "names differ where their characters do, whatever Unicode calls equivalent (section 8.3)",
        arguments: [
            "{\"a\":1,\"A\":2}", "{\"a\":{\"a\":1}}", "[{\"a\":1},{\"a\":2}]", "{\"a\":1,\"a \":2}",
        ])
    func differentNames(text: String) {
        #expect(placeOfMistake(in: text) == nil)
    }

    @Test(
        "half of a character is none: there is no UTF-8 for it (section 8.2)",
        arguments: [
            ("[\"\\uD800\"]", "1:3"), ("[\"\\uDBFF\"]", "1:3"), ("[\"\\uDC00\"]", "1:3"), ("[\"\\uDFFF\"]", "1:3"),
            ("[\"\\uD800a\"]", "1:3"), ("[\"\\uD800\\n\"]", "1:3"), ("[\"\\uD800\\u0041\"]", "1:3"),
            ("[\"\\uD800\\uD800\"]", "1:3"), ("[\"\\uD800\\uD800\\uDC00\"]", "1:3"), ("[\"\\uDC00\\uD800\"]", "1:3"),
            ("[\"a\\uD800\"]", "1:4"), ("{\"\\uDFAA\":0}", "1:3"), ("{\"\\uD800\\u0041\":0}", "1:3"),
            ("[\"\\uD834\\uDd", "1:3"), ("[\"\\uD800\\uD800\\x\"]", "1:3"),
        ] as [(String, String)])
    func halves(text: String, place: String) {
        #expect(placeOfMistake(in: text) == place)
    }

    @Test(
        "a byte order mark is refused, not ignored (section 8.1)",
        arguments: [[], Array("[]".utf8), Array("{\"a\":1}".utf8)] as [[UInt8]])
    func byteOrderMark(rest: [UInt8]) {
        #expect(placeOfMistake(in: [0xEF, 0xBB, 0xBF] + rest) == "1:1")
    }

    @Test(
        "512 levels are the most (section 9)",
        arguments: [
            ("[", "]", 512, nil), ("[", "]", 513, "1:513"), ("[", "]", 5000, "1:513"), ("[", "", 100_000, "1:513"),
            ("{\"a\":", "}", 512, nil), ("{\"a\":", "}", 513, "1:2561"), ("[{\"a\":", "}]", 256, nil),
            ("[{\"a\":", "}]", 257, "1:1537"), ("[", "", 512, "1:514"), ("", "]", 600, "1:1"),
            ("[{\"\":", "", 50_000, "1:1281"),
        ] as [(String, String, Int, String?)])
    func depth(opening: String, closing: String, levels: Int, place: String?) {
        let inside = opening.isEmpty ? "" : "1"
        let text = String(repeating: opening, count: levels) + inside + String(repeating: closing, count: levels)
        #expect(placeOfMistake(in: text) == place)
    }

    @Test("64 MiB are the most (section 9)")
    func size() {
        #expect(placeOfMistake(in: [UInt8](repeating: 0x20, count: 64 << 20) + [0x31]) == "1:1")
    }
}
