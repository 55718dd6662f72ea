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
            int seal(unsigned char *out, const unsigned char *in, unsigned long n, int *done, void **kept) {
                return out == in && n == 0 && done == 0 && kept == 0;
            }
            int filled(int *values, int n) { return values != 0 && n > 0; }
            """, to: "libpackets.so", in: folder)
    }

    private func mistakes(_ steps: String) -> [Diagnostic] {
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "packets", "declarations": [
                "struct packet { int n; int items[]; }", "struct packet *make(void)",
                "int look(const struct packet *it)", "int change(struct packet *it)",
                "int add(const void *data, unsigned long datalen)", "int copy(const char *text, unsigned long len)",
                "int seal(unsigned char *out, const unsigned char *in, unsigned long n, int *done, void **kept)",
                "int filled(_Out_writes_(n) int *values, int n)"] } }, "steps": [\(steps)] }
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

    @Test("for each pointer of a function that cannot be called without")
    func pointers() {
        let mistakes = mistakes(#"{ "call": "m.seal", "with": [] }"#)
        #expect(mistakes.first?.message.hasPrefix("m.seal cannot be called: out: unsigned char * does not say") == true)
        #expect(
            mistakes.first?.suggestion == """
                annotate each pointer, for example by "annotate": { "seal": { "out": "_Out_writes_(…)", \
                "in": "_In_reads_(n)", "done": "_Out_", "kept": "_Outptr_" } }
                """, "\(mistakes)")
    }

    @Test("where values are given for what the function writes")
    func outputs() {
        let mistakes = mistakes(#"{ "call": "m.filled", "with": [[1, 2], 2] }"#)
        #expect(mistakes.map(\.message) == ["m.filled takes 1 argument, 2 are given"])
        #expect(
            mistakes.first?.suggestion
                == "leave out \"values\", which comes back as out.values, or give all arguments by name")
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
