// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing

@Suite("A text that a callback gets beside its length")
struct CountedCallbackTextTests {
    private func warnings(_ declarations: String, annotate: String = "") throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [\(declarations)]\(annotate) } },
              "steps": [{ "call": "c.qsort", "with": [{ "callback": { "returns": 0 } }] }] }
            """
        let plan = try Plan.read(SourceText(name: "a.json", text), on: ModuleHost(), origin: .file(folder: "."))
        defer { plan.end() }
        return plan.warnings.map { "\($0.message) = \($0.suggestion ?? "")" }
    }

    private let type = #""typedef int (*sink)(const char *piece, size_t size)", "int qsort(sink s)""#

    @Test("is warned of, since it is read up to its NUL")
    func warned() throws {
        #expect(
            try warnings(type) == [
                "piece of this callback is read up to its NUL, and size beside it may count it = annotate it, by "
                    + "_In_reads_ or by _In_z_ where it is a whole text: "
                    + #""annotate": { "sink": { "piece": "_In_reads_(size)" } }"#
            ])
    }

    @Test("is not where an annotation says what it is, or where the number is no length")
    func annotated() throws {
        for words in ["_In_reads_(size)", "_In_z_"] {
            #expect(try warnings(type, annotate: #", "annotate": { "sink": { "piece": "\#(words)" } }"#) == [])
        }
        #expect(try warnings(#""int qsort(int (*s)(const char *path, int flag))""#) == [])
    }
}
