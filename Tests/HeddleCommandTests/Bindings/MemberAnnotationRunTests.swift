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

    @Test("that name no structure or no member of it, or contradict its type, are refused where they stand")
    func refused() throws {
        func check(_ annotate: String) throws -> Program.Ended {
            try bench.heddle(
                "check",
                behaviour: """
                    { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "annotate": { \(annotate) },
                      "declarations": [ "typedef struct iovec { const void *base; size_t n; } vec", "struct none",
                        "typedef struct { int *at; int n; } list", "void f(list *x)" ] } }, "steps": [] }
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
        ] {
            let ended = try check(annotate)
            #expect(ended.status != 0 && ended.errors.contains(message), "\(annotate): \(ended.errors)")
            #expect(ended.errors.components(separatedBy: "error:").count == 2, "\(ended.errors)")
        }
    }
}
