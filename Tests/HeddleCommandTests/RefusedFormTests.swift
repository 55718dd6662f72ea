// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle check refuses what a run refuses by its form")
struct RefusedFormTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            #"""
            typedef struct box { int value; } box;
            static box one;
            box *open_one(void) { return &one; }
            int read_one(box *p) { return p->value; }
            typedef struct { const char *text; long number; } label;
            typedef union { label named; long whole[2]; } mixed;
            mixed make(void) { return (mixed){ .named = { "weft", 1 } }; }
            long place(label named) { return named.number; }
            long length(const char *text) { return text ? text[0] : 0; }
            """#, to: "one.so", in: bench.folder)
        try BuiltModules.compile(
            "struct box; int look(struct box *p) { return p != 0; }", to: "two.so", in: bench.folder)
    }

    private func check(_ steps: String) throws -> Program.Ended {
        try bench.heddle(
            "check",
            behaviour: #"""
                { "behaviour": 1, "modules": {
                    "one": { "library": "./one.so", "declarations": [
                      "struct box", "struct box *open_one(void)", "int read_one(struct box *p)",
                      "typedef struct { const char *text; long number; } label",
                      "typedef union { label named; long whole[2]; } mixed",
                      "mixed make(void)", "long place(label named)", "long length(const char *text)" ] },
                    "again": { "library": "./one.so", "declarations": ["struct box", "int read_one(struct box *p)"] },
                    "two": { "library": "./two.so", "declarations": ["struct box", "int look(_In_opt_ struct box *p)"] } },
                  "steps": [\#(steps)] }
                """#)
    }

    @Test("a handle that another library has given out")
    func handles() throws {
        let checked = try check(
            #"{ "call": "one.open_one", "save": "p" }, { "call": "two.look", "with": [{ "ref": "p" }] }"#)
        #expect(checked.status == 3)
        #expect(
            checked.errors.contains(
                #"argument 1 (p) of two.look is "p", which is a handle of box from ./one.so, the declaration wants "#
                    + "a handle of box from ./two.so"), "\(checked.errors)")
    }

    @Test("but takes one that another module of the same library has given out")
    func sameLibrary() throws {
        let checked = try check(
            #"{ "call": "one.open_one", "save": "p" }, { "call": "again.read_one", "with": [{ "ref": "p" }] }"#)
        #expect(checked.status == 0, "\(checked.errors)")
    }

    @Test("a pointer to a text in a structure in a union, which is not followed")
    func texts() throws {
        for (step, words) in [
            (
                #"{ "call": "one.length", "with": [{ "ref": "m.named.text" }] }"#,
                #""m.named.text", which is a handle of char or null, the declaration wants a text or bytes"#
            ),
            (#"{ "call": "one.place", "with": [{ "ref": "m.named" }] }"#, #""m.named", which is"#),
            (
                #"{ "call": "one.make", "expect": { "result.named.text": "weft" } }"#,
                #"result.named.text of one.make is a handle of char or null and can never be text "weft""#
            ),
        ] {
            let checked = try check(#"{ "call": "one.make", "save": "m" }, \#(step)"#)
            #expect(checked.status == 3)
            #expect(checked.errors.contains(words), "\(checked.errors)")
        }
    }
}
