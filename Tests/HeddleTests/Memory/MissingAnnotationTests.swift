// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A missing annotation is named with its place")
struct MissingAnnotationTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            struct packet { int n; int items[]; };
            struct packet *make(void) { return 0; }
            int look(const struct packet *it) { return it->n; }
            int change(struct packet *it) { return it->n; }
            int add(const void *data, unsigned long datalen) { return data != 0 && datalen > 0; }
            int copy(const char *text, unsigned long len) { return text != 0 && len > 0; }
            """, to: "libpackets.so", in: folder)
    }

    private func mistakes(_ steps: String) -> [Diagnostic] {
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "packets", "declarations": [
                "struct packet { int n; int items[]; }", "struct packet *make(void)",
                "int look(const struct packet *it)", "int change(struct packet *it)",
                "int add(const void *data, unsigned long datalen)", "int copy(const char *text, unsigned long len)"] } }, "steps": [\(steps)] }
            """
        do {
            _ = try Plan.read(
                SourceText(name: "a.json", text), on: ModuleHost(modulePath: [folder.path]), origin: .file(folder: "."))
            return []
        } catch { return error.all }
    }

    @Test("where the elements of a flexible array member are not counted", arguments: ["it->items", "it->items[2]"])
    func count(path: String) {
        let mistakes = mistakes(#"{ "call": "m.make", "save": "it" }, { "read": "\#(path)" }"#)
        #expect(
            mistakes.map(\.message) == [
                #""it" ends with the array "items", and no annotation says how many elements it has"#
            ])
        #expect(mistakes.first?.suggestion?.contains(#""struct packet": { "items": "_In_reads_(…)" }"#) == true)
    }

    @Test(
        "where a parameter counts the bytes of a text",
        arguments: [
            (#""add", "with": ["text", 4]"#, #""add": { "data": "_In_reads_bytes_(datalen)" }"#),
            (##""copy", "with": ["a\u0000b", 3]"##, #""copy": { "text": "_In_reads_(len)" }"#),
        ])
    func counted(call: String, annotation: String) {
        let mistakes = mistakes(#"{ "call": "m.\#(call.dropFirst()) }"#)
        #expect(
            mistakes.map { $0.suggestion ?? "" } == [
                "annotate it to pass so many bytes: \"annotate\": { \(annotation) }"
            ])
    }

    @Test(
        "where a structure is given for a pointer that is declared as a handle",
        arguments: [("look", "_In_"), ("change", "_Inout_")])
    func structure(function: String, word: String) {
        let mistakes = mistakes(#"{ "call": "m.\#(function)", "with": [{ "n": 3 }] }"#)
        #expect(
            mistakes.first?.suggestion?.contains(#""annotate": { "\#(function)": { "it": "\#(word)" } }"#) == true,
            "\(mistakes)")
    }

    @Test("and not where a handle is missing", arguments: ["5", "null", "[1]"])
    func others(value: String) {
        let mistakes = mistakes(#"{ "call": "m.look", "with": [\#(value)] }"#)
        #expect(mistakes.count == 1 && mistakes[0].suggestion?.contains("annotate it") != true, "\(mistakes)")
    }
}
