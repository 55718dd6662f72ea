// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle record: advice on which modules answers can replace")
struct StubAdviceTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func record(_ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run(["record", "steps.json", "-o", "recorded.json"] + options, in: folder.path)
    }

    @Test("names all modules of a library whose handles they share, and that works", arguments: ["a", "b"])
    func handles(module: String) throws {
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            typedef struct box { int n; } box;
            box *box_new(int n) { box *b = malloc(sizeof *b); b->n = n; return b; }
            int box_get(box *b) { return b->n; }
            void box_free(box *b) { free(b); }
            """, to: "box.so", in: folder)
        try folder.write(
            "steps.json",
            """
            { "behaviour": 1,
              "modules": {
                "a": { "library": "./box.so", "declarations": [
                    "typedef struct box box", "box *box_new(int n)", "void box_free(box *b)"] },
                "b": { "library": "./box.so", "declarations": ["typedef struct box box", "int box_get(box *b)"] } },
              "steps": [
                { "call": "a.box_new", "with": [3], "save": "x" },
                { "call": "b.box_get", "with": [{ "ref": "x" }], "expect": { "result": 3 } },
                { "call": "a.box_free", "with": [{ "ref": "x" }] }] }
            """)
        let refused = try record("--stub", module)
        #expect(refused.status == 4)
        #expect(
            refused.errors.contains("\n = replace all modules of the library: --stub a --stub b\n"),
            "\(refused.errors)")
        #expect(try record("--stub", "a", "--stub", "b").status == 0)
    }

    @Test("says what stands for a module that calls from a thread, or that nothing does")
    func threads() throws {
        try BuiltModules.compile(
            """
            #include <pthread.h>
            static void *go(void *f) { ((void (*)(int))f)(7); return 0; }
            void start(void (*f)(int)) { pthread_t t; pthread_create(&t, 0, go, (void *)f); pthread_join(t, 0); }
            """, to: "starts.so", flags: ["-pthread"], in: folder)
        try BuiltModules.compile(
            "static int total; void note(int n) { total += n; } int total_of(void) { return total; }",
            to: "notes.so", in: folder)
        let declared = #""library": "./notes.so", "declarations": ["void note(int n)", "int total_of(void)"]"#
        try write(declared, #", { "call": "n.total_of" }"#)
        let refused = try record("--stub", "s")
        #expect(refused.status == 1)
        let words = "answers cannot call what s calls from threads or by structures: "
        #expect(refused.errors.contains("\(words)replace only others, --stub n"), "\(refused.errors)")
        #expect(try record("--stub", "n").status == 0)
        // A module whose hooks answer cannot be replaced, and expects the call.
        try write(
            #""declarations": ["void note(int n)"]"#, "",
            #", "hooks": [{ "on": "n.note", "instead": [{ "expectCalls": { "times": 1 } }, { "answer": {} }] }]"#)
        let alone = try record("--stubs")
        #expect(alone.status == 1)
        #expect(alone.errors.contains("\(words)record it without stubs"), "\(alone.errors)")
        #expect(try record().status == 0)
    }

    private func write(_ notes: String, _ step: String, _ hooks: String = "") throws {
        try folder.write(
            "steps.json",
            """
            { "behaviour": 1,
              "modules": {
                "s": { "library": "./starts.so", "declarations": ["void start(void (*f)(int n))"] },
                "n": { \(notes) } }\(hooks),
              "steps": [{ "call": "s.start", "with": [{ "action": "n.note" }] }\(step)] }
            """)
    }
}
