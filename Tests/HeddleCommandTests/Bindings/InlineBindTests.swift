// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle bind --inline", .enabled(if: Program.isInstalled("clang")))
struct InlineBindTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let header = """
        #include <stddef.h>
        #include <string.h>
        typedef struct thing thing;
        thing *thing_make(int n); void thing_delete(thing *t); int thing_count(const thing *t); extern int thing_deleted;
        struct pair { int a; double b; };
        static inline int twice(int n) { return 2 * n; }
        static inline struct pair paired(int a, double b) { struct pair p = { a, b }; return p; }
        static inline int counted_twice(const thing *t) { return twice(thing_count(t)); }
        static inline void thing_free(thing *t) { if (t != NULL) thing_delete(t); }
        inline int plain(int n) { return n + 1; }
        static inline size_t measured(const char *text) { return strlen(text); }
        static inline int variadic(int n, ...) { return n; }
        int nowhere(int n);
        static inline int astray(int n) { return nowhere(n); }
        #define IS_EVEN(n) (((n) & 1) == 0)
        #define BROKEN(n) ((n)->nothing)
        #define GREET(name) ("hello " name)

        """
    private static let source = """
        #include "own.h"
        #include <stdlib.h>
        struct thing { int n; };
        int thing_deleted;
        thing *thing_make(int n) { thing *t = malloc(sizeof(thing)); t->n = n; return t; }
        void thing_delete(thing *t) { ++thing_deleted; free(t); }
        int thing_count(const thing *t) { return t->n; }
        int deleted(void) { return thing_deleted; }
        """

    private func bind(_ options: String..., flags: [String] = ["-Wl,-soname,libown.so.1"]) throws -> Program.Ended {
        try bench.folder.write("own.h", Self.header + "int deleted(void);\n")
        try BuiltModules.compile(
            Self.source, to: "libown.so", flags: ["-I\(bench.folder.path)", "-w"] + flags, in: bench.folder)
        return try Program.built("heddle").run(
            ["bind", "own.h", "--library", "./libown.so", "-o", "own.json"] + options, in: bench.folder.path)
    }

    private func run(_ steps: String, annotate: String = "{}") throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "own": { "library": "./libown.so", "bindings": "own.json", "annotate": \(annotate) } },
                  "steps": [ \(steps) ] }
                """)
    }

    @Test("compiles the inline functions, which are called under their own names like those of the library")
    func functions() throws {
        let bound = try bind("--inline")
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(
            bound.errors == """
                own.json: 10 functions, 1 variable, 2 types, 0 constants; 3 refused
                own.json: astray is left out: it uses nowhere, which neither libown.so.1 nor a library that it needs exports

                """)
        let text = try #require(bench.folder.text(of: "own.json"))
        #expect(text.contains("\"inlineLibrary\": \"own.inline.so\""))
        #expect(text.contains("\"variadic\": \"it is inline and takes variadic arguments, which C cannot hand on\""))
        let source = try #require(bench.folder.text(of: "own.inline.c"))
        #expect(source.contains("int heddle_inline_twice(int heddle_0) { return (twice)(heddle_0); }"))
        let ended = try run(
            """
            { "call": "own.twice", "with": [21], "expect": { "result": 42 } },
            { "call": "own.plain", "with": [41], "expect": { "result": 42 } },
            { "call": "own.measured", "with": ["weft"], "expect": { "result": 4 } },
            { "call": "own.paired", "with": [1, 2.5], "expect": { "result": { "a": 1, "b": 2.5 } } },
            { "call": "own.thing_make", "with": [4], "save": "t" },
            { "call": "own.counted_twice", "with": [{ "ref": "t" }], "expect": { "result": 8 } }
            """, annotate: #"{ "thing_make": { "return": "_Free_(thing_free)" } }"#)
        #expect(ended.status == 0, "\(ended.errors)\(ended.output)")
    }

    @Test("shares the variables of the library with it")
    func shared() throws {
        #expect(try bind("--inline").status == 0)
        let ended = try run(
            """
            { "call": "own.thing_make", "with": [4], "save": "t" },
            { "call": "own.thing_free", "with": [{ "ref": "t" }] },
            { "call": "own.deleted", "expect": { "result": 1 } },
            { "call": "own.counted_twice", "with": [{ "ref": "t" }],
              "expect": { "failure.message": { "contains": "not released" } } }
            """, annotate: #"{ "thing_free": { "t": "_Post_ptr_invalid_" } }"#)
        // The handle was released by an inline function, and is known to be.
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("own.deleted() = 1"), "\(ended.output)")
    }

    @Test("compiles the macros that are declared, and no others")
    func macros() throws {
        let bound = try bind(
            "--inline-macro", "int IS_EVEN(int n)", "--inline-macro", "int BROKEN(int n)", "--inline-macro",
            "int NO_SUCH(int n)")
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(
            bound.errors == """
                own.json: 5 functions, 1 variable, 2 types, 0 constants; 11 refused
                own.json: BROKEN is left out: the compiler rejects it: member reference type 'int' is not a pointer
                own.json: NO_SUCH is left out: the compiler rejects it: the headers define no macro NO_SUCH

                """)
        let ended = try run(
            """
            { "call": "own.IS_EVEN", "with": [4], "expect": { "result": 1 } },
            { "call": "own.IS_EVEN", "with": [3], "expect": { "result": 0 } }
            """)
        #expect(ended.status == 0, "\(ended.errors)")
        let refused = try run(#"{ "call": "own.twice", "with": [1] }"#)
        #expect(refused.errors.contains("an inline function, which the library does not have"), "\(refused.errors)")
    }

    @Test("compiles macros of the system's headers")
    func system() throws {
        let bound = try bench.heddle(
            "bind", "sys/wait.h", "--library", "libc.so.6", "-o", bench.folder("wait.json"), "--inline-macro",
            "int WEXITSTATUS(int status)")
        #expect(bound.status == 0, "\(bound.errors)")
        let call = try bench.heddle(
            "call", "libc.so.6", "WEXITSTATUS", "1792", "--bindings", bench.folder("wait.json"))
        #expect(call.output == "7\n", "\(call.errors)")
    }

    @Test("leaves out what cannot be linked to a library without a soname")
    func noSoname() throws {
        let bound = try bind("--inline", flags: [])
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(
            bound.errors.contains(
                "counted_twice is left out: it uses thing_count of libown.so, which has no soname to be linked by\n"))
        #expect(
            try run(#"{ "call": "own.twice", "with": [21], "expect": { "result": 42 } }"#).status == 0)
    }

    @Test("says what is wrong with the request, or with files that are gone")
    func mistakes() throws {
        let nowhere = try bench.heddle("bind", "math.h", "--library", "libm.so.6", "--inline")
        #expect(nowhere.status == 2)
        #expect(nowhere.errors.contains("Name a file with -o"), "\(nowhere.errors)")
        for (macro, message) in [
            ("int WEXITSTATUS(int)", ""), ("int", "the declaration declares no name"),
            ("typedef int number", "a macro is declared as one function"),
            ("int IS(numbr n)", "unknown type \"numbr\""),
        ] {
            let bound = try bind("--inline-macro", macro)
            #expect((bound.status == 0) == message.isEmpty, "\(bound.errors)")
            #expect(message.isEmpty || bound.errors.contains(message), "\(bound.errors)")
        }
        #expect(try bind("--inline").status == 0)
        try FileManager.default.removeItem(atPath: bench.folder("own.inline.so"))
        let ended = try run(#"{ "call": "own.twice", "with": [21] }"#)
        #expect(ended.status == 4, "\(ended.errors)")
        #expect(ended.errors.contains("own.inline.so cannot be loaded: no such file"), "\(ended.errors)")
        #expect(ended.errors.contains("own.json:5"), "\(ended.errors)")
    }
}
