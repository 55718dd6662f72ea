// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle record writes down", .waiting)
struct RecordTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("each call with what it came to, and what the file says beside that")
    func whole() throws {
        let recording = try bench.recording(
            of: #"""
                { "behaviour": 1, "description": "sums", "x-owner": [1, 2],
                  "modules": { "z": { "library": "libz.so.1", "declarations": [
                    "unsigned long crc32(unsigned long crc, _In_reads_(len) const uint8_t *buf, unsigned int len)",
                    "_Success_(return == 0) int compress(_Out_writes_to_(*destLen, *destLen) uint8_t *dest, _Inout_ unsigned long *destLen, _In_reads_(sourceLen) const uint8_t *source, unsigned long sourceLen)"] } },
                  "hooks": [{ "name": "counted", "on": "z.*", "after": "count", "description": "kept" }],
                  "policy": { "onFailure": "continue" },
                  "steps": [
                    { "call": "z.crc32", "with": [0, "hello", 5], "save": "sum", "expect": { "result": { "gt": 1 } } },
                    { "call": "z.crc32", "with": { "crc": { "ref": "sum" }, "buf": { "hex": "00ff" } }, "description": "by name" },
                    { "call": "z.compress", "with": { "destLen": 64, "source": "hello" }, "save": { "size": "out.destLen" } }
                  ] }
                """#)
        #expect(
            recording == #"""
                {
                    "behaviour": 1,
                    "description": "sums",
                    "x-owner": [1, 2],
                    "modules": {
                        "z": {
                            "library": "libz.so.1",
                            "declarations": [
                                "unsigned long crc32(unsigned long crc, _In_reads_(len) const uint8_t *buf, unsigned int len)",
                                "_Success_(return == 0) int compress(_Out_writes_to_(*destLen, *destLen) uint8_t *dest, _Inout_ unsigned long *destLen, _In_reads_(sourceLen) const uint8_t *source, unsigned long sourceLen)"
                            ]
                        }
                    },
                    "policy": {
                        "onFailure": "continue"
                    },
                    "hooks": [
                        { "name": "counted", "on": "z.*", "after": "count", "description": "kept" }
                    ],
                    "steps": [
                        { "call": "z.crc32", "with": [0, "hello", 5], "save": "sum", "expect": { "result": 907060870 } },
                        {
                            "call": "z.crc32",
                            "with": { "crc": { "ref": "sum" }, "buf": { "bytes": "AP8=" } },
                            "expect": { "result": 1052242546 },
                            "description": "by name"
                        },
                        {
                            "call": "z.compress",
                            "with": { "destLen": 64, "source": "hello" },
                            "save": { "size": "out.destLen" },
                            "expect": { "result": 0, "out.dest": { "bytes": "eJzLSM3JyQcABiwCFQ==" }, "out.destLen": 13 }
                        }
                    ]
                }

                """#)
    }

    @Test("floating-point numbers exactly, and those that are none")
    func numbers() throws {
        let recording = try bench.recording(
            of: #"""
                { "behaviour": 1, "modules": { "m": { "library": "libm.so.6", "declarations": [
                    "double sqrt(double x)", "float sqrtf(float x)", "double log(double x)", "double copysign(double x, double y)",
                    "long double sqrtl(long double x)"] } },
                  "steps": [{ "call": "m.sqrt", "with": [2] }, { "call": "m.sqrtf", "with": [2] }, { "call": "m.sqrt", "with": [-1] },
                    { "call": "m.log", "with": [0] }, { "call": "m.sqrt", "with": ["Infinity"] }, { "call": "m.sqrt", "with": [1e-320] },
                    { "call": "m.copysign", "with": [0, -1] }, { "call": "m.sqrtl", "with": [2] }] }
                """#)
        for expected in [
            #""result": 1.4142135623730951 "#, #""result": 1.4142135 "#, #""result": "NaN", "errno": 33 "#,
            #""result": "-Infinity", "errno": 34 "#, #""result": "Infinity" "#, #""result": 9.99994433575849e-161"#,
            #""result": 1.414213562373095048"#, #""result": -0 "#,
        ] { #expect(recording.contains(expected), "\(expected)") }
    }

    private static let odd = #"""
        #include <stdint.h>
        #include <stdlib.h>
        typedef struct { int length; int null; } sizes;
        typedef struct { const char *ref; } holder;
        typedef struct { const char *text; struct { uint8_t b[3]; } inner; void *self; } deep;
        typedef union { uint32_t word; float real; } either;
        typedef struct node node;
        sizes measure(void) { return (sizes){ 3, 4 }; }
        holder hold(void) { return (holder){ "x" }; }
        deep dive(void) { static int there; return (deep){ "\xff\xfe", { { 1, 2, 255 } }, &there }; }
        either both(uint32_t word) { return (either){ .word = word }; }
        uint64_t most(void) { return UINT64_MAX; }
        __int128 huge(void) { return (__int128)1 << 100; }
        const char *nothing(void) { return NULL; }
        const char *odd(void) { return "\"\\\n\x01\xc3\xa4"; }
        node *make(void) { return malloc(8); }
        node *same(node *n) { return n; }
        void drop(node *n) { free(n); }
        void fill(int *values, node **other) { for (int i = 0; i < 4; i++) values[i] = i; *other = NULL; }
        """#

    @Test("structures, unions, great numbers, bytes that are no text, null, and handles by their names")
    func values() throws {
        try BuiltModules.compile(Self.odd, to: "odd.so", in: bench.folder)
        let recording = try bench.recording(
            of: #"""
                { "behaviour": 1, "modules": { "o": { "library": "./odd.so", "declarations": [
                    "typedef struct { int length; int null; } sizes", "typedef struct { const char *ref; } holder",
                    "typedef struct { const char *text; struct { uint8_t b[3]; } inner; void *self; } deep",
                    "typedef union { uint32_t word; float real; } either", "typedef struct node node",
                    "sizes measure(void)", "holder hold(void)", "deep dive(void)", "either both(uint32_t word)", "uint64_t most(void)",
                    "__int128 huge(void)", "_Ret_maybenull_ const char *nothing(void)", "const char *odd(void)", "node *make(void)",
                    "node *same(node *n)", "void drop(_Post_ptr_invalid_ node *n)",
                    "void fill(_Out_writes_(4) int *values, _Outptr_ node **other)"] } },
                  "steps": [{ "call": "o.measure" }, { "call": "o.hold" }, { "call": "o.dive", "save": "deep" }, { "call": "o.both", "with": [1065353216] },
                    { "call": "o.most" }, { "call": "o.huge" }, { "call": "o.nothing" }, { "call": "o.odd" },
                    { "call": "o.make", "save": "node" }, { "call": "o.same", "with": [{ "ref": "node" }] }, { "call": "o.make", "save": "other" },
                    { "call": "o.fill" }],
                  "always": [{ "call": "o.drop", "with": [{ "ref": "other" }] }, { "call": "o.drop", "with": [{ "ref": "node" }] }] }
                """#)
        for expected in [
            #""result": { "eq": { "length": 3, "null": 4 } }"#, #""expect": { "result": ["x"] }"#,
            #""result.text": { "bytes": "//4=" }"#, #""result.inner": { "b": [1, 2, 255] }"#,
            #""result.self": { "null": false }"#,
            #""result": { "word": 1065353216, "real": 1"#, #""result": 18446744073709551615 "#,
            #""result": 1267650600228229401496703205376 "#, #""call": "o.nothing", "expect": { "result": null }"#,
            #""result": "\"\\\n\u0001ä""#, #""save": "node", "expect": { "result": { "null": false } }"#,
            #""expect": { "result": { "ref": "node" } }"#, #""out.values": [0, 1, 2, 3], "out.other": null"#,
            #""call": "o.drop", "with": [{ "ref": "other" }] }"#,
        ] { #expect(recording.contains(expected), "\(expected) in \(recording)") }
    }

    @Test("cases with their rows as cases of their own, and what needs them")
    func cases() throws {
        let recording = try bench.recording(
            of: #"""
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
                  "steps": [{ "call": "c.abs", "with": [-9] }],
                  "cases": [
                    { "name": "adds", "tags": ["a"], "each": [{ "n": -1 }, { "name": "two", "n": 2 }],
                      "steps": [{ "call": "c.abs", "with": [{ "ref": "row.n" }] }] },
                    { "name": "then", "needs": ["adds"], "steps": [], "always": [{ "call": "c.abs", "with": [5] }] }] }
                """#)
        #expect(recording.contains(#"{ "call": "c.abs", "with": [-9], "expect": { "result": 9 } }"#))
        #expect(recording.contains(#""name": "adds [1]","#) && recording.contains(#""name": "adds [two]","#))
        #expect(recording.contains(#"{ "call": "c.abs", "with": [-1], "expect": { "result": 1 } }"#))
        #expect(recording.contains(#""needs": ["adds [1]", "adds [two]"]"#))
        #expect(recording.contains(#""always": [{ "call": "c.abs", "with": [5], "expect": { "result": 5 } }]"#))
    }

    @Test("failures that were not expected, and goes on where the policy does")
    func failures() throws {
        try bench.folder.write(
            "stack.json",
            #"""
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "_Success_(return == 0) int rmdir(const char *path)", "int abs(int n)"] } },
              "steps": [{ "call": "c.rmdir", "with": ["not/there"] }, { "call": "c.abs", "with": [-3], "expect": { "result": -3 } },
                        { "call": "c.abs", "with": [4], "expect": { "stdout": "x", "errno": 5 } }] }
            """#)
        let ended = try bench.heddle("record", "stack.json", "-o", "recorded.json")
        #expect(ended.status == 1)
        #expect(ended.errors.contains("c.rmdir failed with unsuccessful: "))
        #expect(ended.errors.contains("warning: this did not hold: the recording expects the actual outcome\n"))
        #expect(ended.errors.hasSuffix("recorded.json: 3 calls recorded\n"))
        try bench.expectSound("recorded.json")
        let recording = try #require(bench.folder.text(of: "recorded.json"))
        #expect(recording.contains(#""code": "unsuccessful""#) && recording.contains(#""errno": 2"#))
        #expect(recording.contains(#""expect": { "result": 4, "stdout": "", "errno": 0 }"#), "\(recording)")
        #expect(recording.contains(#""expect": { "result": 3 }"#))
    }

    @Test("an array file as one of the full form, with what is skipped in it")
    func sequence() throws {
        let recording = try bench.recording(
            of:
                #"[{ "name": "probe", "actions": [{ "func": "say", "value": "hello" }, { "func": "saay" }] }, { "name": "none", "actions": [{ "func": "x" }] }]"#
        )
        #expect(recording.contains(#""policy": {\#n        "missing": "skip",\#n        "onFailure": "continue""#))
        #expect(recording.contains(#"{ "call": "probe.saay" }"#))
        #expect(recording.contains(#"{ "call": "none.x" }"#))
    }
}
