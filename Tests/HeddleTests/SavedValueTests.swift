// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing

@Suite("What a step has saved")
struct SavedValueTests {
    private func events(_ steps: String, modules: String? = nil) throws -> [Event] {
        let text = """
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": {\(modules.map { "\($0)," } ?? "")
                "m": { "library": "libm.so.6", "declarations": [
                  "float fabsf(float x)", "double fabs(double x)", "long double fabsl(long double x)" ] },
                "c": { "library": "libc.so.6", "declarations": [
                  "enum rank { FIRST = 1, LAST = 5 }; enum rank abs(enum rank value)", "long labs(long value)",
                  "int toupper(int c)", "char *strdup(const char *text)", "int pipe(_Out_writes_(2) int *ends)" ] } },
              "steps": [\(steps)] }
            """
        let host = ModuleHost()
        let plan = try Plan.read(SourceText(name: "saved.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
        return recorder.events
    }

    private func story(_ steps: String) throws -> [String] { try events(steps).story }

    private static let tenth = #"{ "call": "m.fabsf", "with": [0.1], "save": "tenth" }"#

    @Test("is told by its length where a later step refers to an element behind its end")
    func elementBehindTheEnd() throws {
        let failures = try events(
            """
            { "call": "c.pipe", "save": { "ends": "out.ends" } },
            { "call": "c.labs", "with": [{ "ref": "ends[2]" }] }
            """
        ).compactMap { event -> String? in
            if case .call(let call) = event, case .failed(let failure) = call.status { failure.message } else { nil }
        }
        #expect(failures == ["argument 1 refers to \"ends[2]\": the saved value has 2 elements, counted from 0"])
    }

    @Test("is the whole structure for a later step, with the bytes that a library keeps behind the text of a char[n]")
    func keptBytes() throws {
        let modules = #"""
            "r": { "library": "libc.so.6", "declarations": [
              "struct regex { char opaque[64]; }",
              "int regcomp(_Out_ struct regex *preg, const char *pattern, int flags)",
              "int regexec(_In_ const struct regex *preg, const char *text, size_t n, size_t matches, int flags)",
              "void regfree(_Inout_ struct regex *preg)" ] }
            """#
        let steps = #"""
            { "call": "r.regcomp", "with": ["^w[ae]+ft$", 9], "save": { "regex": "out.preg" } },
            { "call": "r.regexec", "with": [{ "ref": "regex" }, "weft", 0, 0, 0], "expect": { "result": 0 } },
            { "call": "r.regexec", "with": { "preg": { "ref": "regex" }, "text": "warp", "n": 0, "matches": 0, "flags": 0 },
              "expect": { "result": 1 } },
            { "call": "r.regfree", "with": [{ "ref": "regex" }] }
            """#
        let held = try events(steps, modules: modules).story.filter { $0.hasPrefix("result") }
        #expect(held == ["result held", "result held"])
    }

    @Test("goes from one floating type to another as in C, which does not round in decimals")
    func floats() throws {
        #expect(
            try story(
                """
                \(Self.tenth),
                { "call": "m.fabs", "with": [{ "ref": "tenth" }], "expect": { "result": 0.10000000149011612 } },
                { "call": "m.fabs", "with": [0.1], "expect": { "result": { "lt": { "ref": "tenth" } } } },
                { "call": "m.fabsl", "with": [{ "ref": "tenth" }], "save": "long" },
                { "call": "m.fabsf", "with": [{ "ref": "long" }], "expect": { "result": { "ref": "tenth" } } }
                """) == [
                    "call 0 fabsf returned 0.1", "call 1 fabs returned 0.10000000149011612", "result held",
                    "call 2 fabs returned 0.1", "result held", "call 3 fabsl returned 0.100000001490116119385",
                    "call 4 fabsf returned 0.1", "result held",
                ])
    }

    @Test("is a whole number where it is one, however short it is told")
    func wholeFloats() throws {
        #expect(
            try story(
                """
                { "call": "m.fabsf", "with": [2147483648], "save": "large", "expect": { "result": 2147483648 } },
                { "call": "c.labs", "with": [{ "ref": "large" }], "expect": { "result": 2147483648 }, "save": "long" },
                { "call": "m.fabsf", "with": [{ "ref": "long" }], "expect": { "result": { "ref": "long" } } },
                { "call": "m.fabsf", "with": [2147483648], "expect": { "result": { "ge": 2147483648 } } },
                { "call": "m.fabsf", "with": [2147483648], "expect": { "result": { "lt": 2147483648 } } }
                """
            ).filter { $0.hasPrefix("result") }
                == ["result held", "result held", "result held", "result held", "result failed"])
    }

    @Test("equals what it was saved from, and what that is written as")
    func equality() throws {
        #expect(
            try story(
                """
                \(Self.tenth),
                { "call": "m.fabsf", "with": [{ "ref": "tenth" }], "expect": { "result": { "ref": "tenth" } } },
                { "call": "m.fabsf", "with": [{ "ref": "tenth" }], "expect": { "result": 0.1 } },
                { "call": "m.fabs", "with": [0.1], "expect": { "result": { "ref": "tenth" } } }
                """
            ).filter { $0.hasPrefix("result") } == ["result held", "result held", "result failed"])
    }

    @Test("is a number to a function that wants one, where it is an enumerator")
    func enumerators() throws {
        let last = #"{ "call": "c.abs", "with": ["LAST"], "save": "last" }"#
        for (call, result) in [("c.abs", #""LAST""#), ("c.labs", "5"), ("c.toupper", "5"), ("m.fabs", "5")] {
            let calls = try events(#"\#(last), { "call": "\#(call)", "with": [{ "ref": "last" }] }"#)
                .compactMap { if case .call(let call) = $0 { call } else { nil } }
            #expect(try #require(calls.last).status == .returned(try value(result)), "\(call)")
        }
    }

    @Test("is a name to what is expected, where it is an enumerator, and can never be a number")
    func enumeratorsExpected() throws {
        let last = #"{ "call": "c.abs", "with": ["LAST"], "save": "last" }"#
        #expect(
            message {
                _ = try events(
                    #"\#(last), { "call": "c.labs", "with": [5], "expect": { "result": { "ref": "last" } } }"#)
            } == "result of c.labs is a number and can never be \"last\", which is an enumerator of enum rank")
        #expect(
            try story(#"\#(last), { "call": "c.strdup", "with": ["LAST"], "expect": { "result": { "ref": "last" } } }"#)
                .contains("result held"))
    }

    @Test(
        "is refused before anything is called where it is of a type that the other one never takes",
        arguments: [
            ("a.abs", "b.abs", "a value of struct tall", "a value of struct wide"),
            ("a.labs", "b.labs", "a value of struct three", "a value of struct two"),
            ("c.strdup", "c.labs", "a text or bytes or null", "a number"),
            ("m.fabs", "c.strdup", "a number", "a text or bytes"),
        ])
    func unfit(giver: String, taker: String, given: String, wanted: String) throws {
        let argument = ["a.abs": #"{"a": 1}"#, "a.labs": #"{"n": [1, 2, 3]}"#, "c.strdup": #""n""#, "m.fabs": "1"]
        let text = """
            { "behaviour": 1, "modules": {
                "a": { "library": "libc.so.6", "declarations": [
                  "struct tall { int a; }; struct tall abs(struct tall t)",
                  "struct three { int n[3]; }; struct three labs(struct three t)" ] },
                "b": { "library": "libc.so.6", "declarations": [
                  "struct wide { int b; }; int abs(struct wide w)", "struct two { int n[2]; }; int labs(struct two t)" ] },
                "m": { "library": "libm.so.6", "declarations": ["double fabs(double x)"] },
                "c": { "library": "libc.so.6", "declarations": [
                  "char *strdup(const char *text)", "long labs(long value)" ] } },
              "steps": [ { "call": "\(giver)", "with": [\(argument[giver] ?? "")], "save": "it" },
                         { "call": "\(taker)", "with": [{ "ref": "it" }] } ] }
            """
        let found = try #require(
            message {
                _ = try Plan.read(SourceText(name: "unfit.json", text), on: ModuleHost(), origin: .file(folder: "."))
            })
        #expect(found.contains("\"it\", which is \(given), the declaration wants \(wanted)"), "\(found)")
    }

    @Test("is not there where its step is left out, and takes the steps with it that refer to it")
    func leftOut() throws {
        let text = """
            { "behaviour": 1, "policy": { "missing": "skip" },
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int nowhere_to_be_found(int x)", "int toupper(int c)" ] } },
              "steps": [
                { "call": "c.nowhere_to_be_found", "with": [1], "save": "one" },
                { "call": "c.toupper", "with": [{ "ref": "one" }], "save": "two" },
                { "call": "c.toupper", "with": [3], "expect": { "result": { "ref": "two" } } },
                { "call": "c.toupper", "with": [97], "expect": { "result": 65 } } ] }
            """
        let host = ModuleHost()
        let plan = try Plan.read(SourceText(name: "saved.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        #expect(Run(plan, on: host, events: EventStream(to: [recorder]))() == .held)
        #expect(
            recorder.events.story == [
                "warning symbol.missing", "call 0 nowhere_to_be_found skipped", "warning step.never-saved",
                "call 1 toupper skipped", "warning step.never-saved", "call 2 toupper skipped",
                "call 3 toupper returned 65", "result held",
            ])
        #expect(
            plan.skipped.map(\.message) == [
                "there is no function nowhere_to_be_found in libc.so.6; the call is skipped",
                "c.toupper is not called, as \"one\" was never saved",
                "c.toupper is not called, as \"two\" was never saved",
            ])
    }

    private func value(_ text: String) throws -> Value {
        text.hasPrefix("\"") ? .string(String(text.dropFirst().dropLast())) : .number(Number(written: text))
    }
}
