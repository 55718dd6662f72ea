// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing

@Suite("Names that stand for numbers")
struct NamedNumberTests {
    /// The story of a run in which `abs` is called with -5; the mistakes of the behaviour if there are any.
    private func story(_ hook: String, expecting expected: String) -> [String] {
        let text = """
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "enum bound { LOW = 1, LIMIT = 5, HIGH = 9 }", "int abs(int n)", "double fabs(double x)",
                "size_t strlen(const char *s)" ] } },
              "hooks": [\(hook)],
              "steps": [{ "call": "c.abs", "with": [-5], "expect": \(expected) }] }
            """
        return story(of: text)
    }

    private func story(of text: String) -> [String] {
        let (host, recorder) = (ModuleHost(), Recorder())
        do {
            let plan = try Plan.read(SourceText(name: "named.json", text), on: host, origin: .file(folder: "."))
            _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
            return recorder.events.story.filter { $0.hasPrefix("call") || $0.hasPrefix("result") }
        } catch {
            return error.all.map { "\($0.code): \($0.message)\($0.suggestion.map { " (\($0))" } ?? "")" }
        }
    }

    @Test("are none where a text is wanted, whatever its annotation", arguments: ["war", "LIMIT"])
    func texts(text: String) {
        for word in ["", "_In_z_ ", "_In_opt_z_ ", "_In_opt_ "] {
            let declaration = "FILE *fopen(\(word)const char *path, const char *mode)"
            let behaviour = """
                { "behaviour": 1, "policy": { "onFailure": "continue" },
                  "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "enum bound { LOW = 1, LIMIT = 5 }", "_Ret_maybenull_ \(declaration)" ] } },
                  "steps": [{ "call": "c.fopen", "with": ["\(text)", "r"], "expect": { "result": null } }] }
                """
            #expect(story(of: behaviour) == ["call 0 fopen returned null", "result held"])
        }
    }

    @Test(
        "are taken in what is expected",
        arguments: [
            #""LIMIT""#, #"{ "near": ["HIGH", "LIMIT"] }"#, #"{ "near": [6, "LOW"] }"#,
            #"{ "gt": "LOW", "lt": "HIGH" }"#,
            #"{ "in": ["LOW", "LIMIT"], "ne": "HIGH" }"#,
        ])
    func expected(condition: String) {
        #expect(story("", expecting: #"{ "result": \#(condition) }"#) == ["call 0 abs returned 5", "result held"])
    }

    @Test(
        "are taken in hooks, wherever a number is",
        arguments: [
            (#""instead": { "answer": { "result": "HIGH" } }"#, "returned 9"),
            (#""instead": { "answer": { "results": ["LOW", "HIGH"] } }"#, "returned 1"),
            (#""before": { "rewrite": { "arguments": { "n": "HIGH" } } }"#, "returned 9"),
            (#""after": { "rewrite": { "result": "LOW" } }"#, "returned 1"),
            (#""before": { "guard": { "where": { "argument.n": { "ge": "LIMIT" } } } }"#, "failed refused"),
            (#""before": { "guard": { "where": { "argument.n": { "near": ["LOW", "HIGH"] } } } }"#, "returned 5"),
            (
                #""instead": { "answer": { "calls": [{ "call": "c.abs", "with": [-5], "result": "HIGH" }] } }"#,
                "returned 9"
            ),
            (#""where": { "argument.n": { "lt": "LOW" } }, "instead": { "answer": { "result": 7 } }"#, "returned 7"),
            (#""where": { "argument.n": "LIMIT" }, "instead": { "answer": { "result": 7 } }"#, "returned 5"),
        ])
    func hooks(hook: String, ending: String) {
        let story = story(#"{ "on": "c.abs", \#(hook) }"#, expecting: #"{ "errno": 0 }"#)
        #expect(story.first == "call 0 abs \(ending)", "\(story)")
    }

    @Test(
        "are refused where nobody knows them, with the nearest",
        arguments: [
            (#""where": { "argument.n": { "gt": "LIMITS" } }, "before": "log""#, "hook.where: "),
            (
                #""before": { "guard": { "where": { "argument.n": "LIMITS" } } }"#,
                "aspect.unfit: \"where\" of guard does not fit c.abs: "
            ),
            (
                #""before": { "rewrite": { "arguments": { "n": "LIMITS" } } }"#,
                "aspect.unfit: \"arguments\" of rewrite does not fit c.abs: "
            ),
            (
                #""instead": { "answer": { "result": "LIMITS" } }"#,
                "aspect.unfit: \"result\" of answer does not fit c.abs: "
            ),
            (
                #""instead": { "answer": { "calls": [{ "call": "c.abs", "with": { "n": "LIMITS" }, "result": 1 }] } }"#,
                "aspect.unfit: \"calls\" of answer does not fit c.abs: of call 1, "
            ),
            (
                #""after": { "rewrite": { "result": "LIMITS" } }"#,
                "aspect.unfit: \"result\" of rewrite does not fit c.abs: "
            ),
            (
                #""after": { "track": { "label": "seen", "when": { "result": "LIMITS" } } }"#,
                "aspect.unfit: \"when\" of track does not fit c.abs: "
            ),
        ])
    func unknown(hook: String, place: String) {
        #expect(
            story(#"{ "on": "c.abs", \#(hook) }"#, expecting: "{}")
                == [#"\#(place)"LIMITS" is not a constant of c (did you mean "LIMIT"?)"#])
    }

    @Test("are refused in what is expected too, also for lengths and tolerances")
    func unknownExpectation() {
        for condition in [#""LIMITS""#, #"{ "near": [1, "LIMITS"] }"#, #"{ "near": ["LIMITS", 1] }"#] {
            #expect(
                story("", expecting: #"{ "result": \#(condition) }"#)
                    == [#"constant.unknown: "LIMITS" is not a constant of c (did you mean "LIMIT"?)"#])
        }
    }

    @Test("a text stays a text where one is wanted")
    func texts() {
        let hook =
            #"{ "on": "c.strlen", "where": { "argument.s": { "matches": "LIM", "ne": "LIMIT" } }, "before": "log" }"#
        #expect(story(hook, expecting: #"{ "result": 5 }"#) == ["call 0 abs returned 5", "result held"])
    }

    @Test("a condition that no call meets is refused")
    func never() {
        let hook = #"{ "on": "c.abs", "where": { "argument.n": { "gt": "HIGH", "lt": 10 } }, "before": "log" }"#
        #expect(
            story(hook, expecting: "{}")
                == ["hook.where: argument.n can never be greater than 9 and less than 10 at once"])
    }
}
