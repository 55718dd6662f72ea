// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle record, of values that could be taken for something else", .waiting)
struct RecordedValueTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            #"""
            #include <stdio.h>
            #include <string.h>
            typedef struct { const char *bytes; } one; typedef struct { one ref; } nested; typedef struct { const char *handle; } named;
            typedef struct thing { int n; } thing;
            typedef union { int number; thing *object; double d; } any;
            typedef struct { int type; union { struct { int encoding; } start; struct { thing *version; int more; } doc; } data; } event;
            typedef struct { int type; union { struct { int a, b, c; }; struct { thing *version; int more; }; }; } flat;
            typedef union { char ref[8]; thing *object; } ref_or;
            typedef union { char bytes[8]; thing *object; } bytes_or;
            typedef union { char hex[8]; thing *object; } hex_or; typedef union { char handle[8]; thing *object; } handle_or;
            typedef enum { RED = 1, GREEN } color; typedef union { color ref; thing *object; } color_or;
            typedef struct { union { char ref[8]; thing *object; }; } inner_or;
            ref_or get_ref_or(void) { return (ref_or){ "got" }; }
            bytes_or get_bytes_or(void) { return (bytes_or){ "aGk=" }; }
            hex_or get_hex_or(void) { return (hex_or){ "6869" }; }
            handle_or get_handle_or(void) { return (handle_or){ "thing 1" }; }
            color_or get_color_or(void) { color_or c; memset(&c, 0, sizeof c); c.ref = GREEN; return c; }
            inner_or get_inner_or(void) { inner_or i; memset(&i, 0, sizeof i); strcpy(i.ref, "got"); return i; }
            int first_of(ref_or r) { return r.ref[0]; }
            one get_one(void) { return (one){ "6869" }; }
            nested get_nested(void) { return (nested){ { "aGk=" } }; }
            named get_named(void) { return (named){ "thing 1" }; }
            int to_hex(char *hex, int n) { snprintf(hex, n, "6869"); return 4; }
            void to_bytes(char *bytes) { strcpy(bytes, "aGk="); }
            int length(const char *bytes) { return strlen(bytes); }
            int length_of(one o) { return strlen(o.bytes); }
            static thing only = { 7 };
            any get_object(void) { any a; memset(&a, 0, sizeof a); a.object = &only; return a; }
            any get_number(void) { any a; memset(&a, 0, sizeof a); a.number = -7; return a; }
            void get_start(event *e) { memset(e, 0, sizeof *e); e->type = 1; e->data.start.encoding = 3; }
            void get_doc(event *e) { memset(e, 0, sizeof *e); e->type = 2; e->data.doc.version = &only; e->data.doc.more = 1; }
            flat get_flat(void) { flat f; memset(&f, 0, sizeof f); f.type = 2; f.version = &only; f.more = 1; return f; }
            int n_of(thing *t) { return t->n; }
            """#, to: "values.so", in: bench.folder)
    }

    private static let declarations = [
        "typedef struct { const char *bytes; } one", "typedef struct { one ref; } nested",
        "typedef struct { const char *handle; } named", "typedef struct thing thing",
        "typedef union { int number; thing *object; double d; } any",
        "typedef struct { int type; union { struct { int encoding; } start; struct { thing *version; int more; } doc; } data; } event",
        "typedef struct { int type; union { struct { int a, b, c; }; struct { thing *version; int more; }; }; } flat",
        "typedef union { char ref[8]; thing *object; } ref_or",
        "typedef union { char bytes[8]; thing *object; } bytes_or",
        "typedef union { char hex[8]; thing *object; } hex_or",
        "typedef union { char handle[8]; thing *object; } handle_or",
        "typedef enum { RED = 1, GREEN } color; typedef union { color ref; thing *object; } color_or",
        "typedef struct { union { char ref[8]; thing *object; }; } inner_or",
        "ref_or get_ref_or(void)", "bytes_or get_bytes_or(void)", "hex_or get_hex_or(void)",
        "handle_or get_handle_or(void)", "color_or get_color_or(void)", "inner_or get_inner_or(void)",
        "int first_of(ref_or r)",
        "one get_one(void)", "nested get_nested(void)", "named get_named(void)",
        "int to_hex(_Out_writes_(n) char *hex, int n)", "void to_bytes(_Out_writes_(8) char *bytes)",
        "int length(const char *bytes)", "int length_of(one o)", "any get_object(void)", "any get_number(void)",
        "void get_start(_Out_ event *e)", "void get_doc(_Out_ event *e)", "flat get_flat(void)", "int n_of(thing *t)",
    ]

    private func behaviour(_ steps: String) -> String {
        let declarations = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            { "behaviour": 1, "modules": { "m": { "library": "./values.so", "declarations": [\(declarations)] } },
              "steps": [\(steps)] }
            """
    }

    private func recording(of steps: String) throws -> String { try bench.recording(of: behaviour(steps)) }

    /// Records steps, with and without stubs, and expects that each recording is right, green and stable.
    private func expectSound(_ steps: String) throws {
        _ = try recording(of: steps)
        let stubbed = try bench.recording(of: behaviour(steps), "--stubs")
        #expect(!stubbed.contains("library"))
    }

    @Test(
        "takes fields and parameters named hex, bytes, ref and handle for what they are",
        arguments: [
            #"{ "call": "m.get_one" }"#, #"{ "call": "m.get_nested" }"#, #"{ "call": "m.get_named" }"#,
            #"{ "call": "m.to_hex", "with": [5] }"#, #"{ "call": "m.to_hex", "with": { "n": 5 } }"#,
            #"{ "call": "m.to_bytes" }"#, #"{ "call": "m.length", "with": { "bytes": "aGk=" } }"#,
            #"{ "call": "m.length_of", "with": [["aGk="]] }"#,
            #"{ "call": "m.get_one", "save": "o" }, { "call": "m.length_of", "with": [{ "ref": "o" }] }"#,
        ])
    func names(steps: String) throws {
        try expectSound(steps)
    }

    @Test(
        "takes of a union with a pointer the member that it holds",
        arguments: [
            #"{ "call": "m.get_number" }"#, #"{ "call": "m.get_start" }"#, #"{ "call": "m.get_flat" }"#,
            #"{ "call": "m.get_object", "save": "a" }, { "call": "m.n_of", "with": [{ "ref": "a.object" }], "expect": { "result": 7 } }"#,
            #"{ "call": "m.get_doc", "save": { "e": "out.e" } }, { "call": "m.n_of", "with": [{ "ref": "e.data.doc.version" }] }"#,
        ])
    func unions(steps: String) throws {
        try expectSound(steps)
    }

    @Test(
        "takes of a union the member named ref, bytes, hex or handle for what it is",
        arguments: [
            "get_ref_or", "get_bytes_or", "get_hex_or", "get_handle_or", "get_color_or", "get_inner_or",
        ])
    func namedMembers(function: String) throws {
        try expectSound(#"{ "call": "m.\#(function)" }"#)
    }

    @Test("writes such a member in a form that steps may give it in, too")
    func givenMember() throws {
        let stubbed = try bench.recording(of: behaviour(#"{ "call": "m.get_ref_or" }"#), "--stubs")
        #expect(stubbed.contains(#"{ "ref": { "bytes": "Z290" } }"#), "\(stubbed)")
        try expectSound(
            #"{ "call": "m.first_of", "with": [{ "ref": { "bytes": "Z290" } }], "expect": { "result": 103 } }"#)
    }

    @Test("says in its status, and with a message, that what it has written does not hold")
    func unsound() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int mkdir(const char *path, unsigned int mode)"] } },
              "steps": [{ "call": "c.mkdir", "with": ["made", 448] }] }
            """#)
        let ended = try bench.heddle("record", "--runs", "1", "stack.json", "-o", "recorded.json")
        #expect(ended.status == 1)
        #expect(
            ended.errors.contains("error: the recording does not hold: the outcome differed when it was run"),
            "\(ended.errors)")
        #expect(ended.errors.contains("--> recorded.json:"))
        #expect(bench.folder.text(of: "recorded.json") != nil)
    }

    @Test("takes names for names in the options of aspects")
    func options() throws {
        let run = try bench.heddle(
            "run",
            behaviour: #"""
                { "behaviour": 1, "modules": { "m": { "library": "./values.so", "declarations": [
                    "int length(const char *bytes)", "int to_hex(_Out_writes_(n) char *hex, int n)" ] } },
                  "hooks": [
                    { "on": "m.length", "before": { "rewrite": { "arguments": { "bytes": "weft" } } },
                      "after": { "track": { "label": "l", "data": { "bytes": "argument.bytes" } } } },
                    { "on": "m.to_hex", "instead": { "answer": { "calls": [
                        { "call": "m.to_hex", "result": 2, "out": { "hex": "zz" } } ] } } } ],
                  "steps": [ { "call": "m.length", "with": ["a"], "expect": { "result": 4 } },
                             { "call": "m.to_hex", "with": [5], "expect": { "out.hex": "zz" } } ] }
                """#)
        #expect(run.status == 0, "\(run.errors)")
    }
}
