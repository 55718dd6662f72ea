// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Words of JSON")
struct JSONWordTests {
    @Test(
        "are refused elsewhere, at their place",
        arguments: [
            ("True", "1:1"), ("TRUE", "1:1"), ("False", "1:1"), ("FALSE", "1:1"), ("Null", "1:1"), ("NULL", "1:1"),
            ("nul", "1:1"), ("nulll", "1:5"), ("tru", "1:1"), ("truee", "1:5"), ("fals", "1:1"), ("falsee", "1:6"),
            ("t", "1:1"), ("f", "1:1"), ("n", "1:1"), ("nil", "1:1"), ("none", "1:1"), ("None", "1:1"),
            ("yes", "1:1"), ("no", "1:1"), ("on", "1:1"), ("off", "1:1"), ("true1", "1:5"), ("1true", "1:2"),
            ("null1", "1:5"), ("[tru", "1:2"), ("[fals", "1:2"), ("[nul", "1:2"), ("[true", "1:6"),
            ("[truefalse]", "1:6"), ("[true false]", "1:7"), ("[nan]", "1:2"), ("[NaN]", "1:2"), ("[-NaN]", "1:2"),
            ("[Infinity]", "1:2"), ("[-Infinity]", "1:2"), ("[+Infinity]", "1:2"), ("[inf]", "1:2"),
            ("[-inf]", "1:2"), ("[Inf]", "1:2"),
        ] as [(String, String)])
    func refused(text: String, place: String) {
        #expect(placeOfMistake(in: text) == place)
    }
}
