// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Annotations of members in behaviours")
struct MemberAnnotationRunTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Examples/libraries").standardized.path

    @Test("pass a list of buffers to writev, each with its length")
    func writev() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "struct iovec { const void *iov_base; size_t iov_len; }", "int pipe(_Out_writes_(2) int *ends)",
                    "ssize_t writev(int fd, _In_reads_(n) const struct iovec *list, int n)",
                    "ssize_t read(int fd, _Out_writes_bytes_to_(n, return) void *buffer, size_t n)" ],
                    "annotate": { "struct iovec": { "iov_base": "_In_reads_bytes_(iov_len)" } } } },
                  "steps": [
                    { "call": "c.pipe", "save": { "read": "out.ends[0]", "write": "out.ends[1]" } },
                    { "call": "c.writev", "expect": { "result": 10 }, "with": [{ "ref": "write" },
                      [{ "iov_base": "weft" }, { "iov_base": null }, { "iov_base": "-warp-", "iov_len": 5 }, ["-"]]] },
                    { "call": "c.read", "with": [{ "ref": "read" }, 99],
                      "expect": { "out.buffer": { "bytes": "d2VmdC13YXJwLQ==" } } } ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("say which member of libyaml's events stands there, and how long its text is")
    func events() throws {
        let kinds = [
            "scalar", "alias", "stream_start", "document_start", "document_end", "sequence_start", "mapping_start",
        ]
        let cases = kinds.map { "\"data.\($0)\": \"_Case_(YAML_\($0.uppercased())_EVENT)\"" }.joined(separator: ", ")
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "yaml": { "library": "libyaml-0.so.2", "bindings": "\(Self.examples)/yaml.bindings.json",
                    "annotate": {
                      "struct yaml_event_s": { "data": "_Switch_is_(type)", \(cases),
                        "data.scalar.value": "_In_reads_(length)" },
                      "yaml_parser_initialize": { "parser": "_Inout_" },
                      "yaml_parser_set_input_string": { "input": "_Retained_ _In_reads_(size)" },
                      "yaml_parser_parse": { "parser": "_Inout_", "event": "_Out_" } } } },
                  "steps": [
                    { "new": "yaml_parser_t", "save": "parser" },
                    { "call": "yaml.yaml_parser_initialize", "with": [{ "ref": "parser" }] },
                    { "call": "yaml.yaml_parser_set_input_string",
                      "with": { "parser": { "ref": "parser" }, "input": "[weft]" } },
                    { "call": "yaml.yaml_parser_parse", "with": [{ "ref": "parser" }] },
                    { "call": "yaml.yaml_parser_parse", "with": [{ "ref": "parser" }] },
                    { "call": "yaml.yaml_parser_parse", "with": [{ "ref": "parser" }],
                      "expect": { "out.event.data.sequence_start.style": "YAML_FLOW_SEQUENCE_STYLE" } },
                    { "call": "yaml.yaml_parser_parse", "with": [{ "ref": "parser" }],
                      "expect": { "out.event.data": { "scalar": { "length": 4, "value": { "bytes": "d2VmdA==" } } } } },
                    { "call": "yaml.yaml_parser_parse", "with": [{ "ref": "parser" }],
                      "expect": { "out.event.type": "YAML_SEQUENCE_END_EVENT"} } ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(!run.output.contains("alias"))
    }

    @Test("stand on the parameters of functions in a table, as SQLite's interface to files is")
    func functions() throws {
        let bound = try bench.heddle(
            "bind", "sqlite3.h", "--library", "libsqlite3.so.0", "--only", "sqlite3_vfs_find", "-o", "vfs.json")
        #expect(bound.status == 0, "\(bound.errors)")
        let behaviour = { (annotation: String) in
            """
            { "behaviour": 1, "policy": { "memory": "trusted" },
              "modules": { "db": { "library": "libsqlite3.so.0", "bindings": "vfs.json", "annotate": {
                "struct sqlite3_vfs": { \(annotation) } } } },
              "steps": [
                { "call": "db.sqlite3_vfs_find", "with": ["unix"], "save": "files" },
                { "call": { "ref": "files->xFullPathname" }, "with": [{ "ref": "files" }, "/a.db", 99],
                  "expect": { "result": 0, "out.zOut": "/a.db" } },
                { "call": { "ref": "files->xCurrentTime" }, "with": [{ "ref": "files" }],
                  "expect": { "result": 0, "out.$2": { "gt": 2460000 } } } ] }
            """
        }
        let path = #""xFullPathname.zOut": "_Out_writes_z_(nOut)""#
        let run = try bench.heddle("run", behaviour: behaviour(path + #", "xCurrentTime.$2": "_Out_""#))
        #expect(run.status == 0, "\(run.errors)")
        for (other, message) in [
            (#""xCurrentTime.now": "_Out_""#, "is no member of struct sqlite3_vfs"),
            (#""xCurrentTime.$3": "_Out_""#, "is no member of struct sqlite3_vfs"),
            (#""xCurrentTime.$2": "_Out_writes_(count)""#, "count"),
            (#""xCurrentTime.$2": "int *p, _Out_""#, "is more than annotations"),
        ] {
            let refused = try bench.heddle("check", behaviour: behaviour("\(path), \(other)"))
            #expect(refused.status == 3)
            #expect(refused.errors.contains(message), "\(refused.errors)")
        }
    }

    @Test("let saved values, and objects of new, stand for what is counted or chosen")
    func references() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "struct iovec { _In_reads_bytes_(iov_len) void *iov_base; size_t iov_len; }",
                    "struct v { int k; _Switch_is_(k) union { _Case_(1) int i; _Case_(2) const char *t; } is; }",
                    "int pipe(_Out_writes_(2) int *ends)", "char *strdup(const char *text)",
                    "ssize_t writev(int fd, _In_reads_(n) const struct iovec *list, int n)",
                    "ssize_t readv(int fd, _In_reads_(n) const struct iovec *list, int n)" ] } },
                  "steps": [
                    { "call": "c.pipe", "save": { "read": "out.ends[0]", "write": "out.ends[1]" } },
                    { "call": "c.strdup", "with": ["weft"], "save": "text" },
                    { "call": "c.writev", "expect": { "result": 4 },
                      "with": [{ "ref": "write" }, [{ "iov_base": { "ref": "text" } }]] },
                    { "new": "uint8_t[3]", "save": "room" },
                    { "call": "c.readv", "expect": { "result": 3 },
                      "with": [{ "ref": "read" }, [{ "iov_base": { "ref": "room" } }]] },
                    { "read": "room[2]", "expect": { "result": 102 } },
                    { "call": "c.readv", "expect": { "result": 1 },
                      "with": [{ "ref": "read" }, [{ "iov_base": { "ref": "room" }, "iov_len": 1 }]] },
                    { "new": "struct v", "value": { "is": { "t": { "ref": "text" } } }, "save": "v" },
                    { "read": "v[0]", "expect": { "result": { "k": 2, "is": { "t": "weft" } } } },
                    { "write": "v->is", "value": { "t": null } },
                    { "read": "v->k", "expect": { "result": 2 } },
                    { "write": "v->is", "value": { "i": 2 } } ] }
                """)
        #expect(run.status == 1)
        #expect(
            run.output.contains("v->is.i does not stand there: the member t does by k, which is 2"), "\(run.output)")
    }

    @Test("refuse an object whose room nobody knows, and more than an object has")
    func refusedObjects() throws {
        let run = try bench.heddle(
            "check",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "struct f { int n; _In_reads_(n) int v[]; }",
                    "void f(_Outptr_result_buffer_(2) struct f **list)" ] } },
                  "steps": [{ "new": "struct f", "save": "f", "value": { "v": [1, 2, 3] } }] }
                """)
        #expect(run.status != 0 && run.errors.contains("nobody knows its room"), "\(run.errors)")
    }

    @Test("that name no structure or no member of it, or contradict its type, are refused where they stand")
    func refused() throws {
        func check(_ annotate: String, _ steps: String = "") throws -> Program.Ended {
            try bench.heddle(
                "check",
                behaviour: """
                    { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "annotate": { \(annotate) },
                      "declarations": [ "typedef struct iovec { const void *base; size_t n; } vec", "struct none",
                        "typedef struct { int *at; int n; } list", "void f(list *x)" ] } },
                      "steps": [{ "new": "list", "value": { "n": 0 } }\(steps)] }
                    """)
        }
        #expect(
            try check(#""struct iovec": { "base": "_In_reads_bytes_(n)" }, "list": { "at": "_In_reads_(n)" }"#).status
                == 0)
        for (annotate, message) in [
            (#""struct iovek": { "base": "_In_reads_bytes_(n)" }"#, "did you mean \"struct iovec\""),
            (#""struct iovec": { "bass": "_In_reads_bytes_(n)" }"#, "did you mean \"base\""),
            (#""struct iovec": { "base": "_In_reads_bytes_(m)" }"#, "there is no field \"m\""),
            (#""struct iovec": { "n": "_In_reads_(2)" }"#, "needs a pointer"),
            (#""vec": { "base": "_In_reads_bytes_(n)" }"#, "annotate \"struct iovec\""),
            (#""struct none": { "base": "_In_reads_bytes_(n)" }"#, "are not declared"),
            (#""list": "_In_reads_(n)""#, "by the names of parameters or members"),
        ] {
            let ended = try check(annotate)
            #expect(ended.status != 0 && ended.errors.contains(message), "\(annotate): \(ended.errors)")
            #expect(ended.errors.components(separatedBy: "error:").count == 2, "\(ended.errors)")
        }
        // A value that would fit with the right annotation is no mistake of its own.
        for annotate in [#""list": { "at": "_In_reads_(m)" }"#, #""liszt": { "at": "_In_reads_(n)" }"#] {
            let ended = try check(annotate, #", { "new": "list", "value": { "at": [1] } }"#)
            #expect(ended.errors.components(separatedBy: "error:").count == 2, "\(ended.errors)")
        }
    }

    @Test("are read as their values behind a handle, and never beyond their count or in another case")
    func followed() throws {
        func run(_ step: String) throws -> Program.Ended {
            try bench.heddle(
                "run",
                behaviour: """
                    { "behaviour": 1,
                      "modules": { "c": { "library": "libc.so.6", "declarations": [
                        "struct s { short n; _In_reads_(n) int *v; _In_reads_bytes_opt_(4) const void *raw; \
                          _In_reads_opt_z_(n + 2) const char *text; _Null_terminated_ const char **list; }",
                        "struct t { int k; struct s s; _Switch_is_(k) union { _Case_(1) int i; _Case_(2) double d; } is; \
                          _Switch_is_(k) union { _Case_(1) int whole; _Case_(2) double real; }; }",
                        "struct one { _In_reads_(1) struct s *only; }" ] } },
                      "steps": [
                        { "new": "struct s", "save": "p", "value":
                          { "n": 3, "v": [4, 5, 6], "raw": "warp", "text": "weft", "list": ["a", "b"] } },
                        { "new": "struct t", "save": "q",
                          "value": { "k": 2, "s": { "v": [7] }, "is": { "d": 1.5 }, "real": 2.5 } },
                        { "new": "struct one", "save": "o", "value": { "only": [{ "v": [1] }] } },
                        \(step) ] }
                    """)
        }
        let held = try run(
            """
            { "read": "p->v", "expect": { "result": [4, 5, 6] } },
            { "read": "p->v[2]", "expect": { "result": 6 } },
            { "read": "p->raw", "expect": { "result": { "bytes": "d2FycA==" } } },
            { "read": "p->text", "expect": { "result": "weft" } },
            { "read": "q->s.v", "expect": { "result": [7] }, "save": "seven" },
            { "read": "q->is.d", "expect": { "result": 1.5 } }, { "read": "q->real", "expect": { "result": 2.5 } },
            { "read": "o->only", "expect": { "result[0].n": 1 } },
            { "write": "p->n", "value": 1 }, { "read": "p->v", "expect": { "result": [4] } },
            { "write": "p->v[0]", "value": 9 }, { "read": "p[0].v", "expect": { "result": [9] } }
            """)
        #expect(held.status == 0, "\(held.errors) \(held.output)")
        for (step, message) in [
            (#"{ "read": "p->v[3]" }"#, "p->v has 3 elements by n, counted from 0"),
            (#"{ "read": "q->s.v[1]" }"#, "q->s.v has 1 element by n"),
            (#"{ "read": "p->list[2]" }"#, "p->list has 2 elements before its end"),
            (#"{ "read": "q->is.i" }"#, "q->is.i does not stand there: the member d does by k, which is 2"),
            (#"{ "read": "q->whole" }"#, "q->whole does not stand there: the member real does by k, which is 2"),
            (#"{ "write": "p->n", "value": -1 }, { "read": "p->v" }"#, "beside v give it no count"),
            (#"{ "write": "p->v", "value": [1] }"#, "stands for values that other members count"),
            (#"{ "write": "p->raw", "value": "x" }"#, "the structure with all of them is one: \"p[0]\""),
            (#"{ "write": "q->s.v", "value": [1] }"#, "the structure with all of them is one: \"q->s\""),
            (#"{ "read": "p->list" }"#, "stands for values up to a null or 0"),
        ] {
            let ended = try run(step)
            #expect(ended.status != 0, "\(step)")
            #expect((ended.errors + ended.output).contains(message), "\(step): \(ended.errors) \(ended.output)")
            #expect(!ended.errors.contains("trusted"), "\(ended.errors)")
        }
    }

    @Test("of characters with a NUL among them come back whole, also in a recording")
    func recorded() throws {
        try BuiltModules.compile(
            """
            struct s { const char *text; int n; };
            void get(struct s *s) { s->text = "a\\0b"; s->n = 3; }
            int ask(int (*f)(const char *text, int n)) { return f("c\\0d", 3); }
            """, to: "nul.so", in: bench.folder)
        try bench.folder.write(
            "b.json",
            """
            { "behaviour": 1,
              "modules": { "m": { "library": "./nul.so", "declarations": [
                "struct s { _In_reads_(n) const char *text; int n; }", "void get(_Out_ struct s *s)",
                "int ask(int (*f)(_In_reads_(n) const char *text, int n))" ] } },
              "steps": [
                { "call": "m.get" }, { "call": "m.get", "expect": { "out.s.text": { "hex": "610062" } } },
                { "call": "m.ask", "with": [{ "callback": { "returns": 1 } }] } ] }
            """)
        for options in [[], ["--stubs"]] {
            let ended = try Program.built("heddle").run(
                ["record", "b.json", "-o", "r.json"] + options, in: bench.folder.path)
            #expect(ended.status == 0, "\(options): \(ended.errors)")
            #expect(bench.folder.text(of: "r.json")?.contains(#""a\u0000b""#) == true)
        }
    }
}
