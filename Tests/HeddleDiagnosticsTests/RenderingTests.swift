// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("A diagnostic as people read it")
struct RenderingTests {
    private func render(_ text: String, _ bytes: Range<Int>, label: String? = nil) -> String {
        let source = SourceText(name: "a.json", text)
        return Diagnostic(code: .json(.syntax), "wrong", at: SourceRange(source, bytes), label: label).render()
    }

    @Test("quotes the line with a caret under the place and the label behind it")
    func caret() {
        #expect(
            render("one\ntwo three\n", 8..<13, label: "text") == """
                error: wrong
                 --> a.json:2:5
                  |
                2 | two three
                  |     ^^^^^ text
                """)
    }

    @Test("stands without an excerpt where there is no place")
    func withoutPlace() {
        let diagnostic = Diagnostic(.warning, .usage, code: .json(.syntax), "odd", suggestion: "look")
        #expect(diagnostic.render() == "warning: odd\n = look")
    }

    @Test("shows notes with their places, and the suggestion last")
    func notes() {
        let source = SourceText(name: "a.json", "one\ntwo")
        let diagnostic = Diagnostic(
            code: .json(.syntax), "wrong", at: SourceRange(source, 0..<3), suggestion: "did you mean \"on\"?",
            notes: [.init("the first one is", at: SourceRange(source, 4..<7)), .init("remark")])
        #expect(
            diagnostic.render() == """
                error: wrong
                 --> a.json:1:1
                  |
                1 | one
                  | ^^^
                  = the first one is at a.json:2:1
                  = remark
                  = did you mean "on"?
                """)
    }

    @Test("widens the margin with the line number")
    func margin() {
        let text = String(repeating: "\n", count: 99) + "here"
        #expect(
            render(text, 99..<103) == """
                error: wrong
                   --> a.json:100:1
                    |
                100 | here
                    | ^^^^
                """)
    }

    @Test("shows a tab as one space, so that the caret stands right")
    func tab() {
        #expect(render("\ta\tb", 3..<4).hasSuffix("1 |  a b\n  |    ^"))
    }

    @Test("counts characters, not bytes")
    func multibyte() {
        let text = "„ä€𝄞“ x"
        let offset = text.utf8.count - 1
        #expect(render(text, offset..<offset + 1).hasSuffix("--> a.json:1:7\n  |\n1 | „ä€𝄞“ x\n  |       ^"))
    }

    @Test("counts the columns of a terminal: two for a wide character, none for an accent over another one")
    func columns() {
        let wide = "日本語🙂 x"
        let offset = wide.utf8.count - 1
        #expect(render(wide, offset..<offset + 1).hasSuffix("1 | 日本語🙂 x\n  |          ^"))
        #expect(render(wide, 0..<9).hasSuffix("1 | 日本語🙂 x\n  | ^^^^^^"))
        let accented = "e\u{301}e\u{301} x"
        #expect(render(accented, 7..<8).hasSuffix("1 | e\u{301}e\u{301} x\n  |    ^"))
    }

    @Test("leaves the end of a CRLF line out")
    func carriageReturn() {
        #expect(render("ab\r\ncd\r\n", 4..<6).hasSuffix("2 | cd\n  | ^^"))
        #expect(render("ab\r\ncd", 0..<4).hasSuffix("1 | ab\n  | ^^"))
    }

    @Test("underlines only the first line of a longer place")
    func severalLines() {
        #expect(render("{ [\n] }", 2..<5).hasSuffix("1 | { [\n  |   ^"))
    }

    @Test("points behind the last character at the end of the text", arguments: [2, 3, 1000])
    func end(offset: Int) {
        #expect(render("ab", offset..<offset).hasSuffix("--> a.json:1:3\n  |\n1 | ab\n  |   ^"))
    }

    @Test("points at the empty line behind a final newline")
    func endBehindNewline() {
        #expect(render("ab\n", 3..<3).hasSuffix("--> a.json:2:1\n  |\n2 |\n  | ^"))
    }

    @Test("points into an empty text")
    func emptyText() {
        #expect(render("", 0..<0).hasSuffix("--> a.json:1:1\n  |\n1 |\n  | ^"))
    }

    @Test("cuts a long line on both sides of the place")
    func longLine() throws {
        let text = String(repeating: "a", count: 5000) + "XY" + String(repeating: "b", count: 5000)
        let lines = render(text, 5000..<5002).split(separator: "\n")
        #expect(lines[1] == " --> a.json:1:5001")
        let a = String(repeating: "a", count: 60)
        let b = String(repeating: "b", count: 118)
        #expect(lines[3] == "1 | …\(a)XY\(b)…")
        #expect(lines[4] == "  |  \(String(repeating: " ", count: 60))^^")
    }

    @Test("cuts a long line of multi-byte characters between characters")
    func longMultibyteLine() {
        let text = String(repeating: "€", count: 3000)
        let lines = render(text, 4500..<4503).split(separator: "\n")
        #expect(lines[3] == "1 | …\(String(repeating: "€", count: 180))…")
        #expect(lines[4] == "  | \(String(repeating: " ", count: 61))^")
    }

    @Test("underlines no more than it shows")
    func longRange() {
        let lines = render(String(repeating: "a", count: 500), 0..<500).split(separator: "\n")
        #expect(lines[3].count == lines[4].count)
    }

    @Test("shows what would move the caret or the terminal as U+FFFD")
    func controlCharacters() {
        #expect(render("a\u{1B}[2Jb\u{202E}c", 1..<2).hasSuffix("1 | a\u{FFFD}[2Jb\u{FFFD}c\n  |  ^"))
    }

    @Test("quotes bytes that are not UTF-8")
    func invalidUTF8() {
        let source = SourceText(name: "a", bytes: [0x61, 0xFF, 0x62])
        let diagnostic = Diagnostic(code: .json(.syntax), "wrong", at: SourceRange(source, 1..<2))
        #expect(diagnostic.render().hasSuffix("1 | a\u{FFFD}b\n  |  ^"))
    }

    @Test("describes itself so, and several as the command prints them, also where nobody catches them")
    func description() {
        let mistakes = Diagnostics([
            Diagnostic(code: .json(.syntax), "one"), Diagnostic(.warning, code: .json(.encoding), "two"),
        ])
        #expect("\(mistakes.all[1])" == "warning: two")
        #expect("\(mistakes)" == "error: one\nwarning: two\n1 error, 1 warning")
        #expect(String(reflecting: mistakes) == "\(mistakes)")
        #expect(String(reflecting: mistakes.all[0]) == "error: one")
        let many = Diagnostics(Array(repeating: mistakes.all[0], count: 105))
        #expect("\(many)".hasSuffix("error: one\nand 5 more\n105 errors"))
        #expect(mistakes.errors.map(\.code) == [.json(.syntax)])
    }

    @Test("is coloured only when asked")
    func styled() {
        let diagnostic = Diagnostic(code: .json(.syntax), "wrong")
        #expect(diagnostic.render(styled: true) == "\u{1B}[1;31merror\u{1B}[0m: \u{1B}[1mwrong\u{1B}[0m")
        #expect(diagnostic.render() == "error: wrong")
    }

    @Test("quotes a place of a long line as it does where the line ends near it", .timeLimit(.minutes(30)))
    func placesOfALongLine() {
        let text = String(repeating: "0123456789", count: 300_000)
        let source = SourceText(name: "a.json", text + "\r\nlast")
        let near = SourceText(name: "a.json", String(text.prefix(1_000_500)))
        func render(_ source: SourceText, _ place: Int) -> String {
            Diagnostic(code: .json(.syntax), "wrong", at: SourceRange(source, place..<place + 5)).render()
        }
        for place in stride(from: 0, to: 1_000_000, by: 2000) { #expect(render(source, place) == render(near, place)) }
        #expect(render(source, text.utf8.count).contains("…0123456789") == true)
        #expect(render(source, text.utf8.count + 2).contains("2 | last"))
    }
}
