// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@testable import HeddleDeclarations

@Suite("A regular expression")
struct RegularExpressionTests {
    @Test(
        "matches a part of a text",
        arguments: [
            ("b+", "abbc", true), ("^b", "ab", false), ("^a|^b", "ba", true), ("a.c", "a\nc", false),
            ("(?s)a.c", "a\nc", true), ("a$", "a\n", false), (#"a\Z"#, "a\r\n", true), (#"a\z"#, "a\n", false),
            ("(?m)^b$", "a\r\nb\r\nc", true), ("(?m)^$", "a\r\nb", false), (#"\bfoo\b"#, "a foo b", true),
            (#"\bfoo\b"#, "food", false), (#"o\Bo"#, "foo", true), ("x{2,3}y", "xy", false), ("x{,1}y", "y", true),
            ("^(ab){2}$", "abab", true), ("^(ab){2}$", "ab", false), ("a{", "a{", true), ("a{0}", "", true),
            ("[^a-c]", "abc", false), ("[]a]", "a", nil), (#"[\]a-]"#, "-", true), ("[a[0-9]]", "7", true),
            ("[^[:digit:]]", "12", false), (#"[\d\s]"#, "x y", true), (#"\p{Lu}\P{Lu}"#, "aBc", true),
            (#"\x41\x{42}\u0043\u{44}\o{105}"#, "ABCDE", true), ("(?i)stra(?-i)S", "STRAS", true),
            ("(?i:a)B", "Ab", false), ("(?<name>a)(?:b)(?#words)c", "abc", true), (#"\d"#, "٣", true),
            ("é", "e\u{301}", false), ("😀", "a😀b", true), (#"\R$"#, "a\r\n", true), ("()|a", "b", true),
        ] as [(String, String, Bool?)])
    func matches(_ pattern: String, _ text: String, _ isMatch: Bool?) throws {
        #expect((try? RegularExpression(pattern))?.hasMatch(in: text) == isMatch)
    }

    @Test(
        "says what is wrong with it, and at which character",
        arguments: [
            ("ab(c", "the group is not closed, at character 3"),
            ("ab)", #"")" closes no group; write "\)" for the character, at character 3"#),
            ("a[b", "the set is not closed, at character 2"),
            ("a[]", #"the set is empty; write "\]" for the character, at character 2"#),
            ("*a", #""*" repeats nothing; write "\*" for the character, at character 1"#),
            ("a**", "a repetition is repeated; put it into a group, at character 3"),
            ("^*", "a place between characters cannot be repeated, at character 2"),
            ("a{3,2}", "the maximum is less than the minimum, at character 2"),
            ("[z-a]", "the range ends before it begins, at character 2"),
            ("[a&&b]", #"sets cannot be combined by "&&", at character 3"#),
            (#"é\q"#, "this escape has no meaning here, at character 2"),
            (#"\p{Nope}"#, #""Nope" is not a known property: a general category such as Lu, or Alphabetic, "#),
            (#"\x{110000}"#, "the escape is not the number of a character, at character 1"),
            (#"(a)\1"#, "a reference to a group would need an engine that backtracks, at character 4"),
            ("a(?=b)", "lookahead would need an engine that backtracks, at character 2"),
            ("(?<!a)b", "lookbehind would need an engine that backtracks, at character 1"),
            ("a++", "possessive repetition would need an engine that backtracks, at character 2"),
            ("(?x)a", #""x" is not a known option; the options are i, m and s, at character 3"#),
            ("ab(c{100}){100}", "the repetitions exceed 4000 characters, at character 3"),
            (
                "(((a{999999999}){999999999}){999999999}){99999999999999999999}",
                "the repetitions exceed 4000"
            ),
        ])
    func mistakes(_ pattern: String, _ words: String) {
        #expect(
            mistake(inPattern: pattern)?.words.hasPrefix(words) == true, "\(mistake(inPattern: pattern)?.words ?? "")")
    }

    @Test("is read without a deep stack and without much memory, however it is nested and repeated")
    func depth() {
        for (open, close) in [("(", ")"), ("[", "]"), ("(?:", ")*")] {
            let nested = String(repeating: open, count: 700) + "a" + String(repeating: close, count: 700)
            #expect(mistake(inPattern: nested)?.reason == "groups and sets are nested more than 100 deep")
        }
        #expect(mistake(inPattern: String(repeating: "a", count: 4001))?.reason.contains("longer than 4000") == true)
        #expect(mistake(inPattern: "(){999999999999}") == nil)
        #expect(mistake(inPattern: "(a{0}){999999999}") == nil)
    }

    @Test(
        "reaches each of its places once at a character, whatever the text is",
        arguments: ["(.*)*x", "(a|a)*x", "(a+)+x", "(a?){200}a{200}x", "(.*a){20}x", "a*a*a*a*a*a*x"])
    func steps(_ pattern: String) throws {
        var parser = PatternParser(pattern)
        let program = PatternProgram(try parser.readAll())
        for count in [25, 1000] {
            var matcher = PatternMatcher(program, [Unicode.Scalar](repeating: "a", count: count))
            let hasMatch = matcher.findsMatch()
            #expect(!hasMatch)
            #expect(matcher.steps <= (count + 1) * program.instructions.count)
        }
    }

    @Test("says of every text what Swift's engine says")
    func agreement() throws {
        var random = SeededGenerator(seed: 7)
        var matches = 0
        for _ in 0..<3000 {
            let pattern = Self.pattern(depth: 2, using: &random)
            let expression = try RegularExpression(pattern)
            let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
            for _ in 0..<4 {
                let letters = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    "abA_ 1\n".randomElement(using: &random)
                }
                let text = String(letters.compactMap(\.self))
                let isMatch = text.contains(regex)
                matches += isMatch ? 1 : 0
                #expect(expression.hasMatch(in: text) == isMatch, "\(pattern) in \(text.debugDescription)")
            }
        }
        #expect((1000...11000).contains(matches))
    }

    /// An expression that an engine which backtracks is through with soon: no repetition without an end stands in
    /// another.
    private static func pattern(depth: Int, using random: inout SeededGenerator) -> String {
        let atoms = ["a", "b", "A", ".", "[ab]", "[^a]", #"\d"#, #"\w"#, #"\s"#, #"\W"#, "(?i:a)", "[a-b_]"]
        // Swift's boundaries of words are those that a text is broken at, where lines end among them.
        let ends = ["", "", "", "^", "$"]
        let repetitions = ["", "", "*", "+", "?", "{2}", "{1,2}", "{,2}", "*?", "+?"]
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
            let isGroup = depth > 0 && Int.random(in: 0..<3, using: &random) == 0
            if isGroup {
                let group = "(\(pattern(depth: depth - 1, using: &random)))"
                return group + (["", "?", "{2}", "{1,2}"].randomElement(using: &random) ?? "")
            }
            return (atoms.randomElement(using: &random) ?? "a") + (repetitions.randomElement(using: &random) ?? "")
        }
        let sequence = parts.joined() + (ends.randomElement(using: &random) ?? "")
        return Int.random(in: 0..<4, using: &random) == 0
            ? "\(sequence)|\(atoms.randomElement(using: &random) ?? "a")" : sequence
    }
}
