// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("A source text")
struct SourceTextTests {
    private let source = SourceText(name: "a.json", "one\r\nzwölf\n\nend")

    @Test(
        "finds the line and column of an offset",
        arguments: [
            (0, 1, 1), (3, 1, 4), (5, 2, 1), (7, 2, 3), (9, 2, 4), (11, 2, 6), (12, 3, 1), (13, 4, 1), (16, 4, 4),
        ])
    func positions(offset: Int, line: Int, column: Int) {
        #expect(source.position(at: offset) == SourcePosition(line: line, column: column))
    }

    @Test("takes an offset outside the text as its start or end")
    func outside() {
        #expect(source.position(at: -1) == SourcePosition(line: 1, column: 1))
        #expect(source.position(at: 99) == SourcePosition(line: 4, column: 4))
    }

    @Test("gives a line without its end", arguments: [(1, "one"), (2, "zwölf"), (3, ""), (4, "end")])
    func lines(number: Int, text: String) {
        #expect(source.line(number) == text)
    }

    @Test("has empty lines where it has none", arguments: [0, -1, 5, Int.max])
    func missingLines(number: Int) {
        #expect(source.line(number).isEmpty)
    }

    @Test("finds places in long texts, of many lines and of one", arguments: ["\n", "\r\n", " ü ", ""])
    func longTexts(end: String) {
        let text = (0..<200).map { String(repeating: "漢x", count: $0 % 13) + end }.joined()
        let origin = SourcePosition(line: 7, column: 3)
        let source = SourceText(name: "long", bytes: Array(text.utf8), origin: origin)
        var (line, column) = (origin.line, origin.column)
        for (offset, byte) in source.bytes.enumerated() {
            if byte & 0xC0 != 0x80 {
                #expect(source.position(at: offset) == SourcePosition(line: line, column: column))
            }
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
        }
        let lines = text.split(separator: end == "\r\n" ? "\r\n" : "\n", omittingEmptySubsequences: false)
        for (number, text) in lines.enumerated() { #expect(source.line(number + origin.line) == text) }
    }

    @Test("names a place as terminals and editors expect it")
    func location() {
        let range = SourceRange(source, 5..<7)
        #expect(range.location == "a.json:2:1")
        #expect(range.text == "zw")
    }

    @Test("does not show its bytes where it is reflected")
    func reflection() {
        #expect(Mirror(reflecting: source).children.map(\.label) == ["name"])
    }
}
