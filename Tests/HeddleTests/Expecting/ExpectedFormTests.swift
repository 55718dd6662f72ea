// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("Forms of what is expected")
struct ExpectedFormTests {
    private let folder: ScratchFolder
    private let library: String

    init() throws {
        folder = try ScratchFolder()
        library = try BuiltModules.compile(
            """
            #include <stdbool.h>
            #include <stdint.h>
            #include <string.h>
            typedef struct {
                uint8_t raw[4]; int8_t low[2]; char name[4]; uint64_t id; struct { int x, y; }; unsigned long bits : 60;
                float ratio;
            } item;
            #define SAME(name, type) type name(type v) { return v; }
            SAME(same, item) SAME(u64, uint64_t) SAME(s64, int64_t) SAME(s128, __int128) SAME(u128, unsigned __int128)
            SAME(ld, long double) SAME(f32, float) SAME(f64, double) SAME(text, const char *)
            void copied(const uint8_t *from, uint8_t *to, int n) { memcpy(to, from, n); }
            void spelled(const char *from, char *to, int n) { memcpy(to, from, n); }
            const item *still(item v) { static item kept; kept = v; return &kept; }
            """, to: "forms.so", in: folder)
    }

    private static let declarations = [
        "typedef struct { uint8_t raw[4]; int8_t low[2]; char name[4]; uint64_t id; struct { int x, y; }; "
            + "unsigned long bits : 60; float ratio; } item",
        "item same(item v)", "uint64_t u64(uint64_t v)", "int64_t s64(int64_t v)", "__int128 s128(__int128 v)",
        "unsigned __int128 u128(unsigned __int128 v)", "long double ld(long double v)", "float f32(float v)",
        "double f64(double v)",
        "const char *text(const char *v)",
        "void copied(_In_reads_(n) const uint8_t *from, _Out_writes_(n) uint8_t *to, int n)",
        "void spelled(_In_reads_(n) const char *from, _Out_writes_(n) char *to, int n)",
        "_Ret_valid_ const item *still(item v)",
    ]

    /// The judgements of expectations of steps and cases; the mistakes of the behaviour if there are any.
    private func story(_ members: String) throws -> [String] {
        let declarations = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "\(library)", "declarations": [\(declarations)] } },
              "policy": { "onFailure": "continue" }, \(members) }
            """
        let (host, recorder) = (ModuleHost(), Recorder())
        do {
            let plan = try Plan.read(SourceText(name: "forms.json", text), on: host, origin: .file(folder: folder.path))
            let events = EventStream(to: [recorder])
            _ = Run(plan, on: host, events: events)()
            for planned in plan.cases { _ = CaseRun(planned, on: host, events: events)() }
            return recorder.events.story.filter { $0.hasSuffix(" held") || $0.hasSuffix(" failed") }
        } catch {
            return error.all.map(\.message)
        }
    }

    private func story(_ call: String, _ given: String, _ expected: String) throws -> [String] {
        try story(#""steps": [{ "call": "m.\#(call)", "with": [\#(given)], "expect": \#(expected) }]"#)
    }

    @Test(
        "are all those in which a value can be given: it comes back as what it was given as",
        arguments: [
            ("u64", #""18446744073709551615""#), ("u64", "9007199254740993"), ("s64", #""-9223372036854775808""#),
            ("s128", #""-170141183460469231731687303715884105728""#),
            ("u128", #""340282366920938463463374607431768211455""#),
            ("u128", "340282366920938463463374607431768211455"),
            ("ld", "1.0000000000000000001"), ("ld", #""Infinity""#), ("f32", "0.1"), ("f32", #""NaN""#),
            ("text", #""18446744073709551615""#), ("same", #"[[1, 2, 3, 4], [-1, 2], "ab", 5, 6, 7, 8, 0.5]"#),
            (
                "same",
                #"[{ "hex": "01020304" }, { "hex": "ff02" }, { "hex": "6162" }, "18446744073709551615", 6, 7, 8, 0.5]"#
            ),
            ("same", #"{ "raw": { "bytes": "AQIDBA==" }, "bits": "1152921504606846975", "x": 3 }"#),
            ("same", #"{ "name": { "hex": "61620000" } }"#), ("same", #"{ "name": { "hex": "ff" } }"#),
            ("still", #"[[1, 2, 3, 4], { "hex": "80ff" }, "abcd", "18446744073709551615", -6, 7, 8, 0.5]"#),
        ])
    func same(call: String, value: String) throws {
        #expect(try story(call, value, #"{ "result": \#(value) }"#) == ["result held"])
        #expect(try story(call, value, #"{ "result": { "eq": \#(value), "in": [\#(value)] } }"#) == ["result held"])
        #expect(try story(call, value, #"{ "result": { "ne": \#(value) } }"#) == ["result failed"])
    }

    @Test("are texts and bytes for buffers that are counted")
    func buffers() throws {
        for form in [#""hello""#, #"{ "hex": "68656c6c6f" }"#, #"{ "bytes": "aGVsbG8=" }"#] {
            for call in ["copied", "spelled"] {
                let (arguments, path) = ("\(form), 5", "out.to")
                #expect(try story(call, arguments, #"{ "\#(path)": \#(form) }"#) == ["out.to held"])
                #expect(
                    try story(call, arguments, #"{ "\#(path)": { "contains": \#(form), "length": 5 } }"#) == [
                        "out.to held"
                    ])
            }
        }
        #expect(try story("copied", #""hello", 5"#, #"{ "out.to": "hellp" }"#) == ["out.to failed"])
    }

    @Test(
        "count as what they are worth in every operator",
        arguments: [
            #"{ "ge": "18446744073709551614", "lt": "18446744073709551615" }"#,
            #"{ "near": ["18446744073709551615", "9007199254740993"] }"#,
            #"{ "ne": "18446744073709551615", "in": [1, "18446744073709551614"] }"#,
        ])
    func operators(expected: String) throws {
        #expect(try story("u64", #""18446744073709551614""#, #"{ "result": \#(expected) }"#) == ["result held"])
    }

    @Test("stand in rows and beside references too")
    func references() throws {
        let cases = #"""
            "cases": [{ "name": "c", "each": [{ "want": [{ "hex": "01020304" }, [0, 0], "", 1, 2, 3, 4, 5] }], "steps": [
              { "call": "m.u64", "with": [1], "save": "one" },
              { "call": "m.same", "with": [{ "ref": "row.want" }], "expect": { "result": { "ref": "row.want" } } },
              { "call": "m.same", "with": [[[], [], "", { "ref": "one" }, 2, 3]],
                "expect": { "result": [{ "hex": "00000000" }, [0, 0], "", { "ref": "one" }, 2, 3, 0, 0] } }] }]
            """#
        #expect(try story(cases) == ["result held", "result held"])
    }

    @Test(
        "are rounded once to a floating type, as they are where they are given",
        arguments: [
            ("f32", "947.062744140625"), ("f32", "0.10000000001"), ("f32", "16777217"), ("f32", "-1e-60"),
            ("f64", "0.1000000000000000055511151231257827"), ("f64", "9007199254740993"),
            ("ld", "0.10000000000000000000135"), ("same.ratio", "0.10000000149011612"),
        ])
    func rounded(call: String, value: String) throws {
        let isField = call.hasSuffix(".ratio")
        let name = isField ? "same" : call
        let form = isField ? #"{ "ratio": \#(value) }"# : value
        let path = isField ? "result.ratio" : "result"
        for expected in [value, #"{ "eq": \#(value) }"#, #"{ "in": [7, \#(value)] }"#] {
            #expect(try story(name, form, #"{ "\#(path)": \#(expected) }"#) == ["\(path) held"])
        }
        let bounds = #"{ "le": \#(value), "ge": \#(value), "near": [\#(value), 0] }"#
        #expect(try story(name, form, #"{ "\#(path)": \#(bounds) }"#) == ["\(path) held"])
        // A tolerance that is smaller than what the rounding has changed is one all the same.
        for tolerance in ["0", "1e-30", "1e-9", #"{ "relative": 1e-12 }"#, #"{ "ulps": 0 }"#] {
            let near = #"{ "\#(path)": { "near": [\#(value), \#(tolerance)] } }"#
            #expect(try story(name, form, near) == ["\(path) held"], "\(tolerance)")
        }
        #expect(try story(name, form, #"{ "\#(path)": { "ne": \#(value) } }"#) == ["\(path) failed"])
    }

    @Test("are not taken for their neighbours of the same type")
    func neighbours() throws {
        #expect(try story("f32", "0.1", #"{ "result": 0.10000001 }"#) == ["result failed"])
        #expect(try story("f32", "0.1", #"{ "result": { "lt": 0.10000001, "gt": 0.09999999 } }"#) == ["result held"])
        #expect(try story("f64", "0.1", #"{ "result": 0.10000000149011612 }"#) == ["result failed"])
    }

    @Test("are rounded in conditions of hooks and in recorded calls too")
    func hooks() throws {
        for hook in [
            #""where": { "argument.v": 947.062744140625 }, "instead": { "answer": { "result": 7 } }"#,
            #""where": { "argument.v": { "ge": 947.062744140625 } }, "instead": { "answer": { "result": 7 } }"#,
            #""instead": { "answer": { "calls": [{ "call": "m.f32", "with": [947.062744140625], "result": 7 }] } }"#,
        ] {
            let told = try story(
                #""hooks": [{ "on": "m.f32", \#(hook) }],"#
                    + #""steps": [{ "call": "m.f32", "with": [947.062744140625], "expect": { "result": 7 } }]"#)
            #expect(told == ["result held"], "\(hook)")
        }
    }

    @Test("of a long double are compared by its own precision")
    func longDouble() throws {
        let given = "1.0000000000000000001"
        #expect(try story("ld", given, #"{ "result": { "near": [1, 1.1e-19] } }"#) == ["result held"])
        #expect(try story("ld", given, #"{ "result": { "near": [1, 1e-20] } }"#) == ["result failed"])
        #expect(try story("ld", given, #"{ "result": { "near": [1, 0], "gt": 0 } }"#) == ["result failed"])
        #expect(try story("ld", "1e4000", #"{ "result": { "near": [1e4000, 1] } }"#) == ["result held"])
    }

    @Test(
        "Units in the last place are those of the declared type, also of whole numbers and beside saved ones",
        arguments: [
            ("f32", "16777216", "16777218", 1), ("f32", "16777216", "16777220", 2),
            ("f64", "1", "1.0000000000000002", 1),
            ("f64", "16777216", "16777218", 1 << 29), ("ld", "1", "1.00000000000000000011", 1),
        ])
    func units(function: String, given: String, expected: String, units: Int) throws {
        for (count, verdict) in [(units, "held"), (units - 1, "failed")] {
            let near = #"{ "result": { "near": [\#(expected), { "ulps": \#(count) }] } }"#
            #expect(try story(function, given, near) == ["result \(verdict)"])
            let steps = #"""
                { "call": "m.\#(function)", "with": [\#(expected)], "save": "it" },
                { "call": "m.s64", "with": [\#(count)], "save": "units" },
                { "call": "m.\#(function)", "with": [\#(given)],
                  "expect": { "result": { "near": [{ "ref": "it" }, { "ulps": { "ref": "units" } }] } } }
                """#
            #expect(try story(#""steps": [\#(steps)]"#) == ["result \(verdict)"])
        }
        let inFloats = #"{ "result": { "near": [1.0000001, { "ulps": 1, "of": "float" }] } }"#
        #expect(try story("f64", "1", inFloats) == ["result held"])
        let relative = #"{ "result": { "near": [1e-300, { "relative": 0.5, "absolute": 1e-301 }] } }"#
        #expect(try story("f64", "1.5e-300", relative) == ["result held"])
    }

    @Test("leave nothing out where they have no names")
    func whole() throws {
        #expect(
            try story("same", "{}", #"{ "result": [[1, 2, 3, 4]] }"#)
                == ["result of m.same is an object and can never be array of 1"])
        #expect(
            try story("same", "{}", #"{ "result.raw": { "hex": "0102" } }"#)
                == ["result.raw of m.same has 4 elements, found 2"])
    }
}
