// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("A span that is concealed")
struct ConcealmentTests {
    private func rendered(_ text: String, pointing at: String, concealing secrets: String...) -> String {
        let source = SourceText(name: "a.json", text)
        for secret in secrets {
            guard let found = text.utf8.firstRange(of: Array(secret.utf8)) else { continue }
            let start = text.utf8.distance(from: text.utf8.startIndex, to: found.lowerBound)
            SourceRange(source, start..<start + secret.utf8.count).conceal()
        }
        guard let found = text.utf8.firstRange(of: Array(at.utf8)) else { return "" }
        let start = text.utf8.distance(from: text.utf8.startIndex, to: found.lowerBound)
        return Diagnostic(code: .json(.syntax), "m", at: SourceRange(source, start..<start + at.utf8.count)).render()
    }

    @Test("is asterisks wherever its line is quoted, before the caret, under it and behind it")
    func everywhere() {
        let text = #"["hunter2", 5, "topsecret"]"#
        #expect(
            rendered(text, pointing: "5", concealing: "\"hunter2\"", "\"topsecret\"") == """
                error: m
                 --> a.json:1:13
                  |
                1 | [*********, 5, ***********]
                  |             ^
                """)
        #expect(
            rendered(text, pointing: "\"hunter2\"", concealing: "\"hunter2\"") == """
                error: m
                 --> a.json:1:2
                  |
                1 | [*********, 5, "topsecret"]
                  |  ^^^^^^^^^
                """)
    }

    @Test("has as many asterisks as characters, so that the caret stays where it is")
    func characters() {
        #expect(
            rendered("[\"pässwörd\", 5]", pointing: "5", concealing: "\"pässwörd\"") == """
                error: m
                 --> a.json:1:14
                  |
                1 | [**********, 5]
                  |              ^
                """)
    }

    @Test("over several lines is concealed on each, and in the middle of a long line too")
    func long() {
        #expect(!rendered("[\"a\n  hidden\n\", 5]", pointing: "hidden", concealing: "a\n  hidden").contains("hidden"))
        let long = "[" + String(repeating: "x", count: 5000) + "hidden" + String(repeating: "y", count: 5000) + ", 5]"
        #expect(!rendered(long, pointing: "yyy", concealing: "hidden").contains("hid"))
        #expect(rendered(long, pointing: "yyy", concealing: "hidden").contains("xx******yy"))
    }
}
