// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import Testing
import Workbench

@Suite("Drawing a line on a terminal")
struct LineDrawingTests {
    @Test(
        "cuts a text to the columns that there are",
        arguments: [
            ("12/340 cases", 12, "12/340 cases"), ("12/340 cases", 11, "12/340 cas…"), ("12/340 cases", 1, "…"),
            ("12/340 cases", 0, ""), ("", 0, ""), ("fünf · acht", 11, "fünf · acht"),
            // Two columns each; combined, one character.
            ("鍵鍵鍵", 6, "鍵鍵鍵"), ("鍵鍵鍵", 5, "鍵鍵…"), ("鍵鍵鍵", 4, "鍵…"), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
        ])
    func cut(text: String, columns: Int, expected: String) {
        #expect(LineDrawing.cut(text, to: columns) == expected)
    }

    @Test("leaves what is written where it is, also in the middle of a line and at the bottom of the screen")
    func place() {
        for above in [0, 1, 22, 23, 24, 60] {
            let lines = (0..<above).map { "line \($0)" } + ["half"]
            let text = lines.joined(separator: "\r\n")
            let drawn = text + LineDrawing.drawing("3/9", width: 80)
            #expect(Screen(drawn).lines == lines + ["3/9"])
            #expect(Screen(drawn + LineDrawing.drawing("4/9", width: 80)).lines == lines + ["4/9"])
            #expect(
                Screen(drawn + "\(LineDrawing.erasing)" + " line\r\nnext").lines == lines.dropLast() + [
                    "half line", "next",
                ])
        }
    }

    @Test("takes the rest of an earlier line away that others have written into")
    func overwritten() {
        let drawn = LineDrawing.drawing("a long line of ours", width: 80)
        #expect(Screen(drawn + "one\r\ntwo" + drawn).lines == ["one", "two", "a long line of ours"])
    }
}
