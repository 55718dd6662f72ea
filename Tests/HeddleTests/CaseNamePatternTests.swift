// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing

@Suite("Patterns for names of cases")
struct CaseNamePatternTests {
    /// The names of the cases that a pattern chooses among some.
    private func chosen(_ pattern: String, among names: [String]) throws -> [String] {
        let cases = names.map { name in
            let text = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return #"{ "name": "\#(text)", "steps": [{ "call": "c.abs", "with": [1] }] }"#
        }
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "cases": [\(cases.joined(separator: ", "))] }
            """
        let plan = try Plan.read(SourceText(name: "names.json", text), on: ModuleHost(), origin: .file(folder: "."))
        return CaseSelection(names: [pattern]).cases(of: plan.cases.map(\.outline)).map(\.name)
    }

    private static let names = [
        "a", "ab", "a*b", #"a\b"#, #"a\*b"#, #"a\\b"#, "*", #"\"#, "it's \"quoted\"", "a [1]", "ü*", "--name", " a ",
    ]

    @Test("a name can be meant by itself, whatever is in it", arguments: names)
    func exact(name: String) throws {
        #expect(try chosen(WildcardPattern.escaping(name), among: Self.names) == [name])
    }

    @Test(
        "a star is any run of characters, unless a backslash stands before it",
        arguments: [
            ("a*b", ["ab", "a*b", #"a\b"#, #"a\*b"#, #"a\\b"#]), (#"a\*b"#, ["a*b"]), (#"a\b"#, [#"a\b"#]),
            (#"a\\b"#, [#"a\b"#]), (#"a\\*b"#, [#"a\b"#, #"a\*b"#, #"a\\b"#]),
            (#"*\**"#, ["a*b", #"a\*b"#, "*", "ü*"]),
            (#"\"#, [#"\"#]), (#"\\"#, [#"\"#]), ("", []),
        ])
    func stars(pattern: String, found: [String]) throws {
        #expect(try chosen(pattern, among: Self.names) == found)
    }
}
