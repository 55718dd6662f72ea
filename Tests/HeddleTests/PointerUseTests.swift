// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("Pointers are taken as C takes them")
struct PointerUseTests {
    private static let source = """
        #include <stdlib.h>
        #include <string.h>
        typedef struct { int value; } cell_body;
        typedef cell_body cell[1];
        void set(cell c, int value) { c->value = value; }
        int get(const cell_body *c) { return c->value; }
        int lengths(int count, const char **texts, const size_t *sizes) {
            int sum = 0;
            for (int i = 0; i < count; i++) sum += sizes ? sizes[i] : strlen(texts[i]);
            return sum;
        }
        static int released;
        int split(const char *text, int *count, const char ***pieces) {
            const char **made = malloc(2 * sizeof *made);
            made[0] = text, made[1] = "end";
            *pieces = made, *count = 2;
            return 0;
        }
        void release(char *memory) { free(memory); released++; }
        int releases(void) { return released; }
        """
    private static let declarations = [
        "typedef struct { int value; } cell_body", "typedef cell_body cell[1]", "struct pair { cell left, right; }",
        "void set(cell_body *c, int value)", "int get(const cell_body *c)",
        "int lengths(int count, _In_reads_(count) const char **texts, _In_reads_opt_(count) const size_t *sizes)",
        "int split(_In_z_ const char *text, _Out_ int *count, _Outptr_result_buffer_(*count) _Free_(release) const char ***pieces)",
        "void release(_Post_ptr_invalid_ char *memory)", "int releases(void)",
    ]
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "libuse.so", in: folder)
    }

    /// What is wrong with steps, or does not hold of them.
    private func mistakes(_ steps: String...) throws -> [String] {
        let declared = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "use", "declarations": [\(declared)] } },
              "steps": [\(steps.joined(separator: ", "))] }
            """
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let host = ModuleHost(modulePath: [folder.path])
        do {
            let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
            _ = Run(plan, on: host, events: stream)()
        } catch {
            return error.all.map { [$0.message, $0.suggestion].compactMap(\.self).joined(separator: "; ") }
        }
        stream.finish()
        return recorder.mistakes
    }

    @Test("the place of an array of structures is a pointer to the first one, as of mpfr_t")
    func arrays() throws {
        let mistakes = try mistakes(
            #"{ "new": "cell[3]", "save": "cells" }"#, #"{ "call": "m.set", "with": [{ "ref": "&cells[1]" }, 7] }"#,
            #"{ "call": "m.get", "with": [{ "ref": "&cells[1]" }], "expect": { "result": 7 } }"#,
            #"{ "call": "m.get", "with": [{ "ref": "&cells[0]" }], "expect": { "result": 0 } }"#,
            #"{ "new": "struct pair", "save": "p" }"#, #"{ "call": "m.set", "with": [{ "ref": "&p->right" }, 9] }"#,
            #"{ "read": "p->right[0].value", "expect": { "result": 9 } }"#)
        #expect(mistakes == [])
    }

    @Test("the array by itself is refused, with the pointer that C passes for it")
    func array() throws {
        let mistakes = try mistakes(
            #"{ "new": "cell[3]", "save": "cells" }"#, #"{ "call": "m.get", "with": [{ "ref": "cells[1]" }] }"#)
        #expect(mistakes.count == 1 && mistakes[0].contains("\"&cells[1]\" is the pointer"), "\(mistakes)")
    }

    @Test("null in the place of an optional array does not count the array beside it")
    func optional() throws {
        let call = #"{ "call": "m.lengths", "with": { "texts": ["warp", "weft!"], "#
        let mistakes = try mistakes(
            call + #""sizes": null }, "expect": { "result": 9 } }"#,
            call + #""sizes": [1, 2] }, "expect": { "result": 3 } }"#,
            call + #""sizes": null, "count": 1 }, "expect": { "result": 4 } }"#)
        #expect(mistakes == [])
        #expect(try self.mistakes(call + #""sizes": [1] } }"#).count == 1)
    }

    @Test("memory of any sort is released by a function that takes char *, as before there was void *")
    func release() throws {
        let mistakes = try mistakes(
            #"{ "call": "m.split", "with": ["warp"], "save": { "pieces": "out.pieces" }, "expect": { "out.pieces": ["warp", "end"] } }"#,
            #"{ "call": "m.releases", "expect": { "result": { "ge": 0 } } }"#)
        #expect(mistakes == [])
    }
}
