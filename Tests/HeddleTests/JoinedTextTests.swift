// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("A text that is put together of others")
struct JoinedTextTests {
    private let host = ModuleHost()

    private func plan(_ steps: String, rest: String = "") throws -> Plan {
        let text = """
            { "behaviour": 1, \(rest)
              "modules": {
                "c": { "library": "libc.so.6", "declarations": [
                  "enum rank { FIRST = 1, LAST = 5 }; enum rank abs(enum rank value)", "long labs(long value)",
                  "char *strdup(const char *text)", "size_t strlen(const char *text)",
                  "const char *strchr(const char *text, int c)", "struct bytes { char text[4]; }",
                  "void *memcpy(_Out_ struct bytes *to, _In_ const struct bytes *from, size_t n)",
                  "int puts(const char *text)", "_Free_(fclose) FILE *tmpfile(void)",
                  "int fclose(_Post_ptr_invalid_ FILE *stream)",
                  "int snprintf(_Out_writes_z_(n) char *to, size_t n, _Printf_format_string_ const char *format, ...)",
                  "char *strndup(_In_reads_bytes_(n) const void *bytes, size_t n)" ] },
                "m": { "library": "libm.so.6", "declarations": ["double fabs(double x)", "float fabsf(float x)"] } },
              "steps": [\(steps)] }
            """
        return try Plan.read(SourceText(name: "join.json", text), on: host, origin: .file(folder: "."))
    }

    private func events(_ steps: String, rest: String = "") throws -> [Event] {
        let plan = try plan(steps, rest: rest)
        defer { plan.end() }
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        let silent = EventStream(to: [])
        _ = Run(plan, on: host, events: silent)()
        var (told, counted) = (recorder.events.summary, silent.summary)
        told?.status = nil
        counted.status = nil
        #expect(told == counted)
        return recorder.events
    }

    /// The result of the last call.
    private func result(_ steps: String, rest: String = "") throws -> Value? {
        let results = try events(steps, rest: rest).compactMap { event -> Value? in
            guard case .call(let call) = event else { return nil }
            if case .returned(let value) = call.status { return value }
            Issue.record("\(call.status)")
            return nil
        }
        return results.last
    }

    private func failures(_ steps: String) throws -> [String] {
        try events(steps).compactMap { event in
            if case .call(let call) = event, case .failed(let failure) = call.status { failure.message } else { nil }
        }
    }

    private func mistakes(_ steps: String, rest: String = "") -> [String] {
        do {
            try plan(steps, rest: rest).end()
            return []
        } catch {
            return ((error as? Diagnostics)?.all ?? []).map { "\($0.code) at \($0.range?.text ?? ""): \($0.message)" }
        }
    }

    private static let word = #"{ "call": "c.strdup", "with": ["weft"], "save": "word" }"#

    // MARK: What it says

    @Test(
        "says its parts one behind the other, numbers and truths as JSON does",
        arguments: [
            (#"["a"]"#, "a"), (#"["/", { "ref": "word" }, ".txt"]"#, "/weft.txt"),
            (#"[{ "ref": "word" }, { "ref": "word" }]"#, "weftweft"),
            (#"[1, " ", -0.50, " ", 1e3, " ", true]"#, "1 -0.50 1e3 true"),
            (#"[170141183460469231731687303715884105727]"#, "170141183460469231731687303715884105727"),
            (#"[{ "bytes": "w6k=" }, { "hex": "21" }]"#, "é!"), (#"["", ""]"#, ""),
            (#"["a", { "join": ["b", { "ref": "word" }, { "join": [1] }] }]"#, "abweft1"),
            (#"[{ "ref": "settings.name" }, "-", { "ref": "settings.n" }, { "ref": "settings.all[1]" }]"#, "Ada-57"),
        ])
    func parts(text: String, value: String) throws {
        let rest = #""settings": ["const char *name = \"Ada\"", "int32_t n = 5", "int32_t all[2] = {6, 7}"],"#
        let join = #"{ "join": \#(text) }"#
        let steps = #"\#(Self.word), { "call": "c.strdup", "with": [\#(join)], "expect": { "result": \#(join) } }"#
        #expect(try result(steps, rest: rest) == .string(value))
    }

    @Test("says a number exactly as the step that saved it returned it, and an enumerator by its name")
    func numbers() throws {
        let steps = #"""
            { "call": "c.labs", "with": [-9223372036854775807], "save": "long" },
            { "call": "m.fabs", "with": [0.1], "save": "double" },
            { "call": "m.fabsf", "with": [0.1], "save": "float" },
            { "call": "c.abs", "with": ["LAST"], "save": "rank" },
            { "call": "c.strdup", "with": [{ "join": [{ "ref": "long" }, " ", { "ref": "double" }, " ", { "ref": "float" },
              " ", { "ref": "rank" }] }] }
            """#
        #expect(try result(steps) == .string("9223372036854775807 0.1 0.1 LAST"))
    }

    @Test("stands inside of arrays, behind a type, and as an operand")
    func elsewhere() throws {
        let steps = #"""
            \#(Self.word),
            { "call": "c.snprintf", "with": { "n": 20, "format": "%s", "...": [{ "join": [{ "ref": "word" }, 1] }] },
              "expect": { "out.to": "weft1" } },
            { "call": "c.strdup", "with": ["a weft1 b"], "expect": {
              "result": { "contains": { "join": [{ "ref": "word" }, 1] }, "startsWith": { "join": ["a ", { "ref": "word" }] },
                          "in": ["x", { "join": ["a ", { "ref": "word" }, "1 b"] }] } } }
            """#
        let events = try events(steps)
        #expect(events.summary?.expectationsFailed == 0)
        #expect(events.summary?.failed == 0)
    }

    @Test("ends a loop, and decides on a branch")
    func conditions() throws {
        let steps = #"""
            \#(Self.word),
            { "repeat": [
                { "call": "c.strdup", "with": ["weft!"], "until": { "result": { "join": [{ "ref": "word" }, "!"] } } }],
              "times": 5 },
            { "call": "c.strdup", "with": ["weft!"], "if": { "result": { "join": [{ "ref": "word" }, "?"] } },
              "then": [\#(Self.word.replacing("word\" }", with: "other\" }"))] }
            """#
        let events = try events(steps)
        #expect(events.calledSteps == [0, 1, 2])
    }

    // MARK: What it cannot say

    @Test("fails the step where a part is known in the run alone, and is none then")
    func faults() throws {
        let none = #"{ "call": "c.strchr", "with": ["weft", 33], "save": "none" }"#
        #expect(
            try failures(#"\#(none), { "call": "c.strlen", "with": [{ "join": ["a", { "ref": "none" }] }] }"#)
                == ["argument 1 cannot be made: part 2 is null, expected a text or a number"])
        let bytes = #"{ "call": "c.strndup", "with": [{ "hex": "ff" }], "save": "bytes" }"#
        #expect(
            try failures(#"\#(bytes), { "call": "c.strlen", "with": [{ "join": [{ "ref": "bytes" }] }] }"#)
                == ["argument 1 cannot be made: part 1 is bytes that are not UTF-8, expected a text or a number"])
    }

    @Test("fails what is expected, and a condition that would decide, where it cannot be made")
    func faultsOfConditions() throws {
        let none = #"{ "call": "c.strchr", "with": ["weft", 33], "save": "none" }"#
        for key in [
            #""expect": { "result": { "join": [{ "ref": "none" }] } }"#,
            #""if": { "result": { "join": [{ "ref": "none" }] } }, "then": [{ "call": "c.labs", "with": [1] }]"#,
        ] {
            let told = try events(#"\#(none), { "call": "c.strdup", "with": ["a"], \#(key) }"#)
            let failed = told.compactMap { event -> String? in
                if case .expectation(let expectation) = event, !expectation.isHeld {
                    expectation.condition
                } else {
                    nil
                }
            }
            #expect(failed == ["a value that cannot be made: part 1 is null, expected a text or a number"])
            #expect(told.calledSteps == [0, 1])
        }
    }

    @Test(
        "is refused before anything runs where a part can never be one",
        arguments: [
            (#"[null]"#, "behaviour.wrong-type at null: null is no part of a text"),
            (#"[[1]]"#, "behaviour.wrong-type at [1]: array of 1 is no part of a text"),
            (#"[{ "x": { "ref": "word" } }]"#, "object is no part of a text"),
            (#"[]"#, "expected at least one part"),
            (
                #"["a", { "ref": "file" }]"#,
                #"call.misfit at { "ref": "file" }: "file" is a handle of _IO_FILE or null, which is no part of a text"#
            ),
            (#"["a", { "join": [{ "ref": "bits" }] }]"#, #"call.misfit at { "ref": "bits" }: "bits" is an object"#),
            (#"["a", { "ref": "wrod" }]"#, "no step saves \"wrod\""),
            (#"["a", { "ref": "bits.tetx" }]"#, "\"bits\" has no field \"tetx\""),
            (#"[{ "hex": "ff" }]"#, "part 1 is bytes that are not UTF-8"),
            (#"[{ "ref": "settings.name" }]"#, "the behaviour has no setting \"name\""),
        ])
    func refused(text: String, message: String) throws {
        let steps = #"""
            \#(Self.word), { "call": "c.tmpfile", "save": "file" },
            { "call": "c.memcpy", "with": { "from": { "text": "ab" }, "n": 4 }, "save": { "bits": "out.to" } },
            { "call": "c.strlen", "with": [{ "join": \#(text) }] }
            """#
        let found = mistakes(steps, rest: #""settings": ["int n = 1"],"#)
        #expect(found.count == 1)
        #expect(found[0].contains(message), "\(found)")
    }

    @Test("is refused where no text fits")
    func misplaced() {
        #expect(
            mistakes(#"\#(Self.word), { "call": "c.labs", "with": [{ "join": [{ "ref": "word" }] }] }"#) == [
                #"call.misfit at { "join": [{ "ref": "word" }] }: argument 1 (value) of c.labs is a text that is put "#
                    + "together, the declaration wants a number"
            ])
        let join = #"{ "join": [1, { "ref": "word" }] }"#
        for (condition, message) in [
            (join, "can never be a text that is put together"), (#"{ "length": \#(join) }"#, "holds for"),
        ] {
            let found = mistakes(
                #"\#(Self.word), { "call": "c.labs", "with": [1], "expect": { "result": \#(condition) } }"#)
            #expect(found.map { $0.contains(message) } == [true], "\(found)")
        }
    }

    @Test("is no object whose only field is called so, if that is no array")
    func fields() {
        #expect(mistakes(#"{ "call": "c.strlen", "with": [{ "join": "a" }] }"#).map { $0.contains("object") } == [true])
    }
}
