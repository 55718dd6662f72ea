// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleJSON
import Readers
import Testing

@Suite("A mistake of JSON")
struct JSONMistakeTests {
    /// The mistakes of a text; none where it is JSON.
    private func mistakes(_ text: String) -> [Diagnostic] {
        do throws(Diagnostics) {
            _ = try JSONNode.read(SourceText(name: "a.json", text))
            return []
        } catch {
            return error.all
        }
    }

    @Test(
        "says what was found and what was expected",
        arguments: [
            ("", "the text is empty, expected a JSON value"),
            (" \n", "the text is empty, expected a JSON value"),
            ("[1, 2", "found the end of the text, expected \",\" or \"]\""),
            ("{\"a\"", "found the end of the text, expected \":\""),
            ("{\"a\": ", "found the end of the text, expected a value"),
            ("{\"a\": 1", "found the end of the text, expected \",\" or \"}\""),
            ("[1 2]", "found 2, expected \",\" or \"]\""),
            ("{\"a\": 1 \"b\"", "found \"b\", expected \",\" or \"}\""),
            ("{a: 1}", "found \"a\", expected a name in double quotes or \"}\""),
            ("{\"a\": 1, b: 2}", "found \"b\", expected a name in double quotes"),
            ("{\"a\" 1}", "found 1, expected \":\""),
            ("[1] x", "found \"x\", expected the end of the text"),
            ("[1]]", "found \"]\", expected the end of the text"),
            ("[1,]", "found a comma after the last value, JSON has commas only between values"),
            ("[nul]", "found nul, expected a value"),
            ("[NaN]", "found NaN, expected a value"),
            ("[01]", "the number 01 begins with a needless zero, expected none"),
            ("[1.]", "the number 1. is not complete, expected a digit"),
            ("[-]", "the number - is not complete, expected a digit"),
            ("[\"a", "found the end of the text, expected a double quote that ends this value"),
            ("[\"a\n\"]", "found the end of the line, expected a double quote that ends this value"),
            ("[\"a\t\"]", "found the control character U+0009 in a text, expected its escape"),
            ("[\"\\q\"]", "\\q is not a JSON escape"),
            ("[\"\\u12\"]", "the escape \\u12 is not complete, expected four hexadecimal digits"),
            ("[\"\\uD834\"]", "the escape \\uD834 is half of a character, expected both halves"),
            ("[1] // a", "found a comment, JSON has none"),
            ("\u{FEFF}[]", "the text begins with a byte order mark, JSON is plain UTF-8"),
            (
                "[\(String(repeating: "x", count: 100))]",
                "found \(String(repeating: "x", count: 40))…, expected a value"
            ),
        ])
    func sentence(text: String, message: String) {
        #expect(mistakes(text).map(\.message) == [message])
    }

    @Test(
        "suggests a mend",
        arguments: [
            ("[tru]", "did you mean \"true\"?"), ("[True]", "did you mean \"true\"?"),
            ("[NaN]", "write \"NaN\" or \"Infinity\", with the quotes"),
            ("['a']", "JSON writes text between double quotes"), ("{'a': 1}", "JSON writes text between double quotes"),
            ("[.5]", "a number begins with a digit or with \"-\""), ("[1,]", "remove the comma"),
            ("[\"a\tb\"]", "write \\t"), ("[\"a\u{1}b\"]", "write \\u0001"),
            ("[\"a\n\"]", "write \\n for a line break inside of a text"), ("{a: 1}", "write \"a\", with the quotes"),
            ("{ “a”: 1 }", "write straight double quotes: \""), ("[“a”]", "write straight double quotes: \""),
            ("{ { \"a\": 1 } }", "a list stands between [ and ]: write [ for the { at a.json:1:1"),
            ("\"a\": 1", "an object stands between { and }"),
            ("# a", "put remarks under the key \"description\""),
            ("[0644]", "JSON has no octal numbers: write 420, which is 0644 in C, or 644"), ("[007]", "write 7"),
            ("[\"C:\\Program\"]", "a backslash itself is written \\\\"),
        ])
    func suggestion(text: String, suggestion: String) {
        #expect(mistakes(text).map(\.suggestion) == [suggestion])
    }

    @Test(
        "names the format that the text has instead",
        arguments: [
            ("a: 1", "YAML"), ("a:\n  b: 1", "YAML"), ("- 1", "YAML"), ("---\na: 1", "YAML"), ("a = 1", "TOML"),
            ("[a.b]\nc = 1", "TOML"), ("[[a]]", "TOML"),
        ])
    func otherFormat(text: String, format: String) {
        #expect(
            mistakes(text).map(\.suggestion) == ["this looks like \(format): write JSON, as in {\"behaviour\": 1}"])
    }

    @Test(
        "says that a text is UTF-16, with and without its mark",
        arguments: [
            [0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0x7B, 0x00, 0x7D, 0x00], [0x00, 0x7B, 0x00, 0x7D],
        ] as [[UInt8]])
    func utf16(bytes: [UInt8]) {
        let mistake = #expect(throws: Diagnostics.self) {
            try JSONNode.read(SourceText(name: "a.json", bytes: bytes))
        }
        #expect(mistake?.all.map(\.message) == ["the text is UTF-16, JSON is UTF-8"])
        #expect(mistake?.all.map(\.suggestion) == ["save it as UTF-8"])
    }

    @Test("shows where an array begins that the file does not close")
    func opening() {
        #expect(
            mistakes("[\n  {\"a\": [1, 2").map { $0.render() } == [
                """
                error: found the end of the text, expected "," or "]"
                 --> a.json:2:14
                  |
                2 |   {"a": [1, 2
                  |              ^
                  = the array that is not closed begins at a.json:2:9
                """
            ])
    }

    @Test("is found wherever the text is cut off, and never ends the process")
    func truncation() {
        let bytes = Array(FuzzCorpus.full.utf8)
        for length in 0..<bytes.count {
            let found = mistakes(String(decoding: bytes[..<length], as: UTF8.self))
            #expect(found.count == 1 && found[0].code == .json(.syntax), "\(length)")
            #expect(found.allSatisfy { $0.range.map { $0.bytes.upperBound <= length } == true }, "\(length)")
        }
    }
}
