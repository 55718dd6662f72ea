// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Differences: texts and bytes")
struct TextDifferenceTests {
    private func lines(_ expected: String, _ actual: String) -> [String] {
        Difference(expected: .string(expected), actual: .string(actual)).lines
    }

    private func lines(_ expected: [UInt8], _ actual: [UInt8]) -> [String] {
        Difference(expected: .bytes(expected), actual: .bytes(actual)).lines
    }

    @Test("where two texts begin to differ is marked under both")
    func mark() {
        #expect(
            lines("one \"two\" three", "one \"two\" four") == [
                #"expected: text "one \"two\" three""#, #"actual:   text "one \"two\" four""#,
                "                            ^ character 10",
            ])
        #expect(lines("aé", "aéé")[2] == "                  ^ character 2, byte 3: the end, not U+00E9")
    }

    @Test("texts that share no beginning are not marked, and nothing is said of such as do not differ")
    func apart() {
        #expect(lines("abc", "xyz").count == 2)
        #expect(lines("abc", "abc").count == 2)
    }

    @Test("long texts are shown from shortly before, with the index in characters and in bytes")
    func long() {
        let common = String(repeating: "ü", count: 500)
        let shown = "…\"" + String(repeating: "ü", count: 20)
        #expect(
            lines(common + "one", common + "two" + String(repeating: ".", count: 300)) == [
                "expected: text \(shown)one\"",
                "actual:   text \(shown)two\(String(repeating: ".", count: 97))\"…",
                String(repeating: " ", count: 37) + "^ character 500, byte 1000",
            ])
    }

    @Test(
        "texts that differ in one way alone say in which",
        arguments: [
            ("Straße", "STRASSE".lowercased(), nil), ("Abc", "aBC", "upper and lower case"),
            ("a b", "a  b", "white space"), ("a\tb", "a b", "white space"), ("a", "a\n", "the newlines at the end"),
            ("a\r\n", "a\n", "the newlines at the end"),
            ("\u{E9}", "e\u{301}", "how Unicode composes their characters"),
        ])
    func oneWay(expected: String, actual: String, way: String?) {
        #expect(lines(expected, actual).contains { $0.hasPrefix("they differ only in") } == (way != nil))
        if let way { #expect(lines(expected, actual).contains("they differ only in \(way)")) }
    }

    @Test("texts that look the same are spelled out")
    func lookAlikes() {
        #expect(
            lines("\u{E9}", "e\u{301}").prefix(2) == [#"expected: text "\u{00E9}""#, #"actual:   text "e\u{0301}""#])
    }

    @Test("what would steer a terminal is shown by its code, and the mark still stands under it")
    func controls() {
        #expect(
            lines("\u{1B}[2Ja", "\u{1B}[2Jb") == [
                #"expected: text "\u001b[2Ja""#, #"actual:   text "\u001b[2Jb""#,
                "                         ^ character 4",
            ])
    }

    @Test("texts of several lines are compared line by line, with what stands around the difference")
    func severalLines() {
        let numbers = (1...30).map { "line \($0)" }
        var other = numbers
        other[4] = "LINE 5 "
        other.remove(at: 19)
        other.append("line 31")
        #expect(
            lines(numbers.joined(separator: "\n"), other.joined(separator: "\n")).dropFirst(2) == [
                "at character 28", "- expected, + actual:", "   4   line 4", "-  5   line 5", #"+  5   "LINE 5 ""#,
                "   6   line 6", "  …", "  19   line 19", "- 20   line 20", "  21   line 21", "  …", "  30   line 30",
                "+ 30   line 31",
            ])
    }

    @Test("of very many lines that differ only the first are shown, and texts of any length are compared in time")
    func manyLines() {
        let left = (0..<100_000).map { "a\($0)" }.joined(separator: "\n")
        let right = (0..<100_000).map { "b\($0)" }.joined(separator: "\n")
        let lines = lines(left, right)
        #expect(lines.count < 40)
        #expect(lines.last == "  and 199976 more")
    }

    @Test("bytes are shown in rows around those that differ, which stand in brackets")
    func bytes() {
        var (left, right) = ([UInt8](repeating: 0, count: 100), [UInt8](repeating: 0, count: 102))
        (left[17], left[18], right[17], right[18]) = (0x41, 0x42, 0x43, 0x44)
        #expect(
            lines(left, right).dropFirst(2) == [
                "4 of 102 bytes differ, the first at 17, and 102 bytes stand for 100", "- expected, + actual:",
                "- 0x0010  00[41 42]00 00 00 00 00 00 00 00 00 00 00 00 00  |.AB.............|",
                "+ 0x0010  00[43 44]00 00 00 00 00 00 00 00 00 00 00 00 00  |.CD.............|",
                "- 0x0060  00 00 00 00                                      |....|",
                "+ 0x0060  00 00 00 00[00 00]                               |......|",
            ])
        #expect(lines([1], [2])[2] == "1 of 1 byte differs, the first at 0")
    }

    @Test("many rows are counted")
    func manyRows() {
        let lines = lines([UInt8](repeating: 0, count: 1000), [UInt8](repeating: 1, count: 1000))
        #expect(lines.count == 3 + 1 + 12 + 1)
        #expect(lines.last == "  and 57 more rows")
    }

    @Test("bytes that should be a text are compared with its bytes")
    func noText() {
        let lines = Difference(expected: .string("aé"), actual: .bytes([0x61, 0xE9])).lines
        #expect(
            lines.dropFirst(2) == [
                "the bytes are not UTF-8", "2 of 3 bytes differ, the first at 1, and 2 bytes stand for 3",
                "- expected, + actual:", "- 0x0000  61[c3 a9]                                        |a..|",
                "+ 0x0000  61[e9]                                           |a.|",
            ])
    }

    @Test("the only part that differs is shown at length")
    func part() {
        let (left, right) = ([UInt8](repeating: 0, count: 20), [UInt8](repeating: 0, count: 19) + [1])
        let lines = Difference(
            expected: .object([.init("data", .bytes(left))]), actual: .object([.init("data", .bytes(right))])
        ).lines
        #expect(lines[3].hasPrefix("  data: expected bytes <00"))
        #expect(lines.last == "+ 0x0010  00 00 00[01]                                     |....|")
    }
}
