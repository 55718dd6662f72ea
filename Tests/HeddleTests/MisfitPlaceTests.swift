// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A part of an argument that does not fit is named at its own place")
struct MisfitPlaceTests {
    /// The only mistake of an argument of `a64l`, declared to take a structure and a callback.
    private func mistake(in arguments: String) throws -> Diagnostic {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "struct corner { short x, y; }", "struct form { struct corner corners[2]; const char *name; }",
                "long a64l(_In_ const struct form *form, int (*of)(int n))" ] } },
              "steps": [{ "call": "c.a64l", "with": \(arguments) }] }
            """
        let found = try #require(throws: Diagnostics.self) {
            try Plan.read(
                SourceText(name: "made.json", text), on: ModuleHost(modulePath: []), origin: .file(folder: "."))
        }
        try #require(found.all.count == 1, "\(found)")
        return found.all[0]
    }

    @Test(
        "with what was meant",
        arguments: [
            (#"[{ "nme": "a" }, { "action": "c.abs" }]"#, #""nme""#, #"did you mean "name"?"#),
            (#"[{ "corners": [{ "x": 1 }, { "yy": 2 }] }, { "action": "c.abs" }]"#, #""yy""#, #"did you mean "y"?"#),
            (#"[{ "corners": [{ "x": 1 }, { "x": 70000 }] }, { "action": "c.abs" }]"#, "70000", nil),
            (#"{ "form": { "corners": [{}, {}, {}] }, "of": { "action": "c.abs" } }"#, "[{}, {}, {}]", nil),
            (#"[{}, { "calback": { "returns": 1 } }]"#, #""calback""#, #"did you mean "callback"?"#),
            (#"[{}, { "callback": { "return": 1 } }]"#, #""return""#, #"did you mean "returns"?"#),
            (#"[{}, { "callback": { "returns": "a" } }]"#, #""a""#, nil),
            (#"[{}, { "callback": { "returns": 1, "answers": [1, true] } }]"#, "true", nil),
            (#"[{}, { "callback": { "returns": 1, "lifetime": "never" } }]"#, #""never""#, nil),
            (#"[{}, { "callback": { "compute": "n +" } }]"#, #""n +""#, nil),
            (#"[{}, { "callback": { "returns": 1, "rules": [{ "if": "m", "returns": 2 }] } }]"#, #""m""#, nil),
            (
                #"[{}, { "callback": { "returns": 1, "rules": [{ "if": "n", "return": 2 }] } }]"#, #""return""#,
                #"did you mean "returns"?"#
            ),
            (#"[{}, { "action": "c.abs", "lifetme": "once" }]"#, #""lifetme""#, #"did you mean "lifetime"?"#),
        ] as [(String, String, String?)])
    func places(arguments: String, place: String, suggestion: String?) throws {
        let mistake = try mistake(in: arguments)
        #expect(mistake.range?.text == place, "\(mistake)")
        #expect(mistake.suggestion == suggestion, "\(mistake)")
    }
}
