// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A step that can never be right is a mistake, whatever its other arguments are")
struct LeftOutStepTests {
    private func mistakes(_ steps: String) -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": "struct pair { int a, b; }" } },
              \(steps) }
            """
        do {
            _ = try Plan.read(SourceText(name: "a.json", text), on: ModuleHost(), origin: .file(folder: "."))
            return []
        } catch {
            return error.all.map(\.message)
        }
    }

    @Test(
        "also the path of the temporary folder, which no step saves",
        arguments: [
            (
                #"{ "call": "c.abs", "with": [4], "save": "n" }, { "call": { "ref": "n" }, "with": [{ "ref": "temporary.folder" }] }"#,
                #"{ "ref": "n" } is no function, but a value of the type int"#
            ),
            (
                #"{ "new": "struct pair", "save": "s" }, { "write": "s->nope", "value": { "ref": "temporary.folder" } }"#,
                "nope"
            ),
            (
                #"{ "new": "struct pair", "save": "s" }, { "write": "s->a", "value": { "ref": "temporary.folder" } }"#,
                "number"
            ),
        ])
    func temporaryFolder(_ steps: String, _ message: String) {
        for text in ["\"steps\": [\(steps)]", "\"cases\": [{ \"name\": \"one\", \"steps\": [\(steps)] }]"] {
            let mistakes = mistakes(text)
            #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
        }
    }
}
