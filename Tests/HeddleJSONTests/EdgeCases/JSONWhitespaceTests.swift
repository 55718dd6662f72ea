// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Whitespace of JSON")
struct JSONWhitespaceTests {
    @Test(
        "are read where RFC 8259 has them",
        arguments: [
            " []", "[] ", "\t[]\n", "\r\n[]\r\n", "[ 1 , 2 ]", "{ \"a\" : 1 }", "\n\n\n1", "1\n", "[\r1\r]",
            "{\n\"a\"\n:\n1\n}", " \t\r\n{ \t\r\n} \t\r\n",
        ])
    func accepted(text: String) {
        #expect(placeOfMistake(in: text) == nil)
    }

    @Test(
        "are refused elsewhere, at their place",
        arguments: [
            ("", "1:1"), (" ", "1:2"), ("\n", "2:1"), ("\r\n\t ", "2:3"), ("\n\n[1,\n\n", "5:1"),
            ("[1,\n  2,\n  ]", "2:4"), ("{\n  \"a\": 1,\n}", "2:9"), ("[\n  1\n  2\n]", "3:3"), ("[\r1 2]", "1:5"),
            ("\n\n  x", "3:3"), ("\"a\"\n\n\nx", "4:1"), ("\u{A0}[]", "1:1"), ("[\u{A0}1]", "1:2"),
            ("\u{2003}[]", "1:1"), ("[]\u{2028}", "1:3"), ("\u{2029}[]", "1:1"), ("\u{85}[]", "1:1"),
            ("\u{200B}[]", "1:1"), ("\u{3000}[]", "1:1"), ("[]\u{A0}", "1:3"), ("[1,\u{2060}2]", "1:4"),
            ("\u{B}[]", "1:1"), ("[\u{C}]", "1:2"),
        ] as [(String, String)])
    func refused(text: String, place: String) {
        #expect(placeOfMistake(in: text) == place)
    }
}
