// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("What can be known before anything is called")
struct ForegoneExpectationTests {
    private let folder: String

    init() throws { folder = try GeneratedModule.folder.get().path }

    /// The mistakes with their places.
    private func mistakes(_ steps: String, rest: String = "") -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "gen": { "library": "gen" } }, "steps": [\(steps)]\(rest) }
            """
        do {
            _ = try Plan.read(
                SourceText(name: "made.json", text), on: ModuleHost(modulePath: [folder]), origin: .file(folder: folder)
            )
            return []
        } catch {
            return error.all.map {
                "\($0.range?.text ?? ""): \($0.message)\($0.suggestion.map { " (\($0))" } ?? "")"
            }
        }
    }

    private func mistakes(_ call: String, _ arguments: String, _ path: String, _ expected: String) -> [String] {
        mistakes(#"{ "call": "gen.\#(call)", "with": [\#(arguments)], "expect": { "\#(path)": \#(expected) } }"#)
    }

    @Test(
        "is an expectation that no value of the type meets",
        arguments: [
            (
                "u8", "1", "result", "300",
                "300: result of gen.u8 is a whole number from 0 to 255 and can never be number 300"
            ),
            (
                "u8", "1", "result", "1.5",
                "1.5: result of gen.u8 is a whole number from 0 to 255 and can never be number 1.5"
            ),
            (
                "u8", "1", "result", #"{ "in": [1, 256] }"#,
                "256: result of gen.u8 is a whole number from 0 to 255 and can never be number 256"
            ),
            (
                "u8", "1", "result", #"{ "lt": 0 }"#,
                "0: result of gen.u8 is a whole number from 0 to 255 and can never be less than 0"
            ),
            (
                "u8", "1", "result", #"{ "near": [1.5, 0.1] }"#,
                "[1.5, 0.1]: result of gen.u8 is a whole number from 0 to 255 and can never be near [1.5, 0.1]"
            ),
            (
                "f32", "1", "result", "1e39",
                "1e39: result of gen.f32 is a float and can never be number 1e39 "
                    + #"(no float is so large; write "Infinity" for what lies beyond all of them)"#
            ),
            (
                "f64", "1", "result", #"{ "gt": "Infinity" }"#,
                #""Infinity": result of gen.f64 is a double and can never be greater than "Infinity""#
            ),
            (
                "f64", "1", "result", #"{ "lt": "x" }"#,
                #""x": result of gen.f64 is a double and can never be less than "x""#
            ),
            (
                "hue", "0", "result", #""REDD""#,
                #""REDD": result of gen.hue is one of RED, GREEN, BLUE, or a number and can never be text "REDD" (did you mean "RED"?)"#
            ),
            (
                "u8", "1", "result", #"{ "near": [5, { "ulps": 1 }] }"#,
                #"[5, { "ulps": 1 }]: result of gen.u8 is a whole number from 0 to 255 and can never be near [5, {"ulps": 1}]"#
            ),
            (
                "f32", "1", "result", #"{ "near": [1e39, 100] }"#,
                "[1e39, 100]: result of gen.f32 is a float and can never be near [1e39, 100]"
            ),
            (
                "form", "{}", "result.flags", "8",
                "8: result.flags of gen.form is a whole number from 0 to 7 and can never be number 8"
            ),
            (
                "form", "{}", "result.name", #""longer than 8""#,
                #""longer than 8": result.name of gen.form is a text of at most 8 bytes and can never be text "longer than 8""#
            ),
            (
                "form", "{}", "result", #"{ "gt": 5 }"#,
                #"5: result of gen.form is an object, and "gt" holds for a number or a text only"#
            ),
            (
                "form", "{}", "result.corners", #"{ "length": 3 }"#,
                "3: result.corners of gen.form is an array and can never be of length 3"
            ),
            (
                "form", "{}", "result.name", #"{ "hex": "616263646566676869" }"#,
                #"{ "hex": "616263646566676869" }: result.name of gen.form is a text of at most 8 bytes and can never be "#
                    + #"text "abcdefghi""#
            ),
            (
                "form", "{}", "result.name", #"{ "hex": "610062" }"#,
                #"{ "hex": "610062" }: result.name of gen.form is a text of at most 8 bytes and can never be 3 bytes "#
                    + "(a C text ends at the first NUL, so the rest is never returned)"
            ),
            (
                "u64", "1", "result", #""18446744073709551616""#,
                #""18446744073709551616": result of gen.u64 is a number and can never be text "18446744073709551616" "#
                    + "(expected a whole number from 0 to 18446744073709551615)"
            ),
            (
                "u64", "1", "result", #""5""#,
                #""5": result of gen.u64 is a number and can never be text "5" (write it without the quotes)"#
            ),
            (
                "u64", "1", "result", #""0644""#,
                #""0644": result of gen.u64 is a number and can never be text "0644" "#
                    + "(JSON has only decimal numbers: write 420)"
            ),
            (
                "move", "{}, 1", "result", "[1]",
                "[1]: result of gen.move is an object and can never be array of 1 "
                    + "(an array has all 2 fields; an object names those that it cares about)"
            ),
            (
                "u8", "1", "result", #"{ "near": ["x", 1] }"#,
                #"["x", 1]: "near" compares with two numbers, [expected, tolerance], not with text "x""#
            ),
            (
                "form", "{}", "result.name", #"{ "contains": "longer than 8" }"#,
                #""longer than 8": result.name of gen.form is a text of at most 8 bytes and can never be "#
                    + #"containing "longer than 8""#
            ),
            (
                "text", #""a""#, "result", #"{ "lt": "" }"#,
                #""": result of gen.text is a text or bytes or null and can never be less than """#
            ),
            (
                "box_make", "1", "result", #"{ "gt": 5 }"#,
                #"5: result of gen.box_make is a handle of box or null, and "gt" holds for a number or a text only"#
            ),
            (
                "u8", "1", "result", #"{ "gt": 1, "foo": 2 }"#,
                #""foo": "foo" is not an operator, and result of gen.u8 is never an object "#
                    + "(the operators are eq, ne, lt, le, gt, ge, near, in, matches, startsWith, endsWith, contains, "
                    + "length, null, golden, not, anyOf, allOf, each)"
            ),
            (
                "u8", "1", "result", #"{ "anyOf": [1, { "ge": 2, "lte": 3 }] }"#,
                #""lte": "lte" is not an operator, and result of gen.u8 is never an object (did you mean "le"?)"#
            ),
            (
                "u8", "1", "result", #"{ "startsWith": "1" }"#,
                #""1": result of gen.u8 is a number, and "startsWith" holds for a text or bytes only"#
            ),
            (
                "u8", "1", "result", #"{ "each": { "gt": 1 } }"#,
                #"1: result of gen.u8 is a number, and "each" holds for an array only"#
            ),
            (
                "u8", "1", "result", #"{ "anyOf": [5, { "gt": 255 }] }"#,
                "255: result of gen.u8 is a whole number from 0 to 255 and can never be greater than 255"
            ),
            (
                "u8", "1", "result", #"{ "not": { "ge": 0 } }"#,
                #"0: result of gen.u8 is a whole number from 0 to 255 and is always at least 0, and stands inside "not""#
            ),
            (
                "form", "{}", "result.corners", #"{ "each": 5 }"#,
                "5: result.corners[n] of gen.form is an object and can never be number 5"
            ),
            (
                "u8", "1", "status", #""retured""#,
                #""retured": status of gen.u8 is returned or failed and can never be text "retured""#
            ),
            (
                "u8", "1", "argument.m", "1",
                #""argument.m": u8 takes no argument "m" (it takes v)"#
            ),
        ])
    func never(call: String, arguments: String, path: String, expected: String, mistake: String) {
        #expect(mistakes(call, arguments, path, expected) == [mistake])
    }

    @Test(
        "is an expectation that every value of the type meets",
        arguments: [
            (
                "u8", "1", #"{ "ge": 0 }"#,
                "0: result of gen.u8 is a whole number from 0 to 255 and is always at least 0"
            ),
            (
                "u8", "1", #"{ "lt": 256 }"#,
                "256: result of gen.u8 is a whole number from 0 to 255 and is always less than 256"
            ),
            (
                "u8", "1", #"{ "null": false }"#,
                "false: result of gen.u8 is a whole number from 0 to 255 and is always not null"
            ),
            (
                "move", "{}, 1", "{}",
                "{}: result of gen.move is an object and is always equal to {}"
            ),
            (
                "form", "{}", #"{ "eq": { "corners": [{}, {}] } }"#,
                #"{ "corners": [{}, {}] }: result of gen.form is an object and is always equal to {"corners": [{}, {}]}"#
            ),
            (
                "flip", "true", #"{ "in": [false, true] }"#,
                "[false, true]: result of gen.flip is true or false and is always one of [false, true]"
            ),
            (
                "u8", "1", #"{ "near": [127.5, 127.5] }"#,
                "[127.5, 127.5]: result of gen.u8 is a whole number from 0 to 255 and is always near [127.5, 127.5]"
            ),
            (
                "flip", "true", #"{ "null": false }"#,
                "false: result of gen.flip is true or false and is always not null"
            ),
        ])
    func always(call: String, arguments: String, expected: String, mistake: String) {
        #expect(mistakes(call, arguments, "result", expected) == [mistake])
    }

    @Test(
        "is nothing else: what may hold and may not is left to the run",
        arguments: [
            ("u8", "1", "result", "255.0"), ("u8", "1", "result", #"{ "ge": 1, "lt": 255 }"#),
            ("u8", "1", "result", #"{ "near": [300, 45] }"#), ("u8", "1", "result", #"{ "near": [127.5, 127] }"#),
            ("text", #""a""#, "result", #"{ "bytes": "YWI=" }"#), ("flip", "true", "result", #"{ "in": [true] }"#),
            ("text", #""a""#, "result", #"{ "contains": "" }"#), ("f64", "1", "result", #"{ "near": [0, 1e400] }"#),
            ("s64", "1", "result", "-9223372036854775808"),
            ("f32", "1", "result", "0.1"), ("f32", "1", "result", #""NaN""#), ("f64", "1", "result", "5e-324"),
            ("f64", "1", "result", #"{ "gt": "-Infinity" }"#), ("f64", "1", "result", #"{ "le": "Infinity" }"#),
            ("f64", "1", "result", #"{ "ne": "NaN" }"#), ("hue", "0", "result", "7"), ("hue", "0", "result", "5"),
            ("text", #""a""#, "result", #"{ "hex": "ff" }"#), ("text", #""a""#, "result", #"{ "null": true }"#),
            ("form", "{}", "result", #"{ "corners": [{}, { "x": 1 }], "weight": 0.5, "note": null }"#),
            ("u8", "1", "result", #"{ "anyOf": [1, { "gt": 7 }], "not": 9, "allOf": [{ "ne": 3 }, { "ne": 4 }] }"#),
            ("text", #""a""#, "result", #"{ "startsWith": "a", "endsWith": { "hex": "ff" } }"#),
            ("form", "{}", "result.corners", #"{ "each": { "x": 1 } }"#),
            ("u8", "1", "status", #""returned""#), ("hue", "0", "result", #"{ "startsWith": "R" }"#),
            ("box_make", "1", "result", #"{ "null": false }"#), ("box_make", "1", "result", #"{ "ne": null }"#),
        ])
    func open(call: String, arguments: String, path: String, expected: String) {
        #expect(mistakes(call, arguments, path, expected) == [])
    }

    @Test("An infinity has an order among numbers")
    func infinities() throws {
        let host = ModuleHost(modulePath: [folder])
        let text = #"""
            { "behaviour": 1, "modules": { "gen": { "library": "gen" } }, "policy": { "onFailure": "continue" }, "steps": [
              { "call": "gen.f64", "with": ["-Infinity"], "expect": { "result": { "lt": 0, "le": "-Infinity" } } },
              { "call": "gen.f64", "with": ["Infinity"], "expect": { "result": { "gt": 1e300, "ge": "-Infinity" } } },
              { "call": "gen.f64", "with": [7], "expect": { "result": { "lt": "Infinity", "gt": "-Infinity" } } },
              { "call": "gen.f64", "with": ["NaN"], "expect": { "result": { "lt": 0 } } },
              { "call": "gen.f64", "with": ["NaN"], "expect": { "result": { "ge": "-Infinity" } } }
            ] }
            """#
        let plan = try Plan.read(SourceText(name: "made.json", text), on: host, origin: .file(folder: folder))
        let recorder = Recorder()
        _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
        #expect(
            recorder.events.story.filter { $0.hasPrefix("result") } == [
                "result held", "result held", "result held", "result failed", "result failed",
            ])
    }

    // MARK: Arguments that are known in part

    @Test(
        "is an argument that is known in part and wrong there",
        arguments: [
            (
                #"{ "call": "gen.form", "with": [{ "note": { "ref": "it" }, "flags": 9 }] }"#,
                "argument 1 (v) of gen.form is number 9 in flags, the declaration wants a whole number from 0 to 7, as 3 bits hold"
            ),
            (
                #"{ "call": "gen.total", "with": { "values": [{ "ref": "n" }, { "ref": "n" }], "n": 3 } }"#,
                "argument 2 (n) of gen.total is number 3, the declaration wants at most 2, the number of elements in argument 1 (values)"
            ),
            (
                #"{ "call": "gen.apply", "with": [{ "callback": { "retruns": { "ref": "n" } } }, 1] }"#,
                "callback of argument 1 (f) of gen.apply has no field \"retruns\""
            ),
            (
                #"{ "call": "gen.apply", "with": [{ "callback": { "returns": { "ref": "it" } } }, 1] }"#,
                "argument 1 (f) of gen.apply is \"it\", which is a text or bytes or null in callback.returns, the declaration wants a number"
            ),
            (
                #"{ "call": "gen.apply", "with": [{ "action": { "ref": "it" } }, 1] }"#,
                "\"action\" of a function refers to a saved value, expected a value that is known before the run"
            ),
            (
                #"{ "call": "gen.text", "with": ["a"], "expect": { "result": { "length": { "ref": "it" } } } }"#,
                #""length" compares with a whole number of 0 or more, and "it" is a text or bytes or null"#
            ),
            (
                #"{ "call": "gen.u8", "with": [1], "expect": { "result": { "in": { "ref": "n" } } } }"#,
                #""in" compares with an array of at least one value, and "n" is a number"#
            ),
            (
                #"{ "call": "gen.u8", "with": [1], "expect": { "result": { "near": [{ "ref": "it" }, 1] } } }"#,
                #""near" compares with [expected, tolerance], and "it" is a text or bytes or null"#
            ),
            (
                #"{ "call": "gen.format", "with": ["%d", { "int": { "ref": "it" } }] }"#,
                "argument 2 of gen.format is \"it\", which is a text or bytes or null, the declaration wants a number"
            ),
        ])
    func inPart(step: String, message: String) {
        let before =
            #"{ "call": "gen.text", "with": ["a"], "save": "it" }, { "call": "gen.s32", "with": [1], "save": "n" }, "#
        let found = mistakes(before + step)
        #expect(found.count == 1)
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    // MARK: Rows

    private func mistakes(want: String, _ expected: String = #"{ "ref": "row.want" }"#) -> [String] {
        mistakes(
            "",
            rest: #"""
                , "cases": [{ "name": "c", "each": [{ "want": \#(want), "description": "free" }],
                  "steps": [{ "call": "gen.u8", "with": [3], "expect": { "result": \#(expected) } }] }]
                """#)
    }

    @Test("Operators that stand in a row are operators, and are checked as if they stood in the step")
    func rows() {
        #expect(mistakes(want: #"{ "gt": 2 }"#) == [])
        #expect(
            mistakes(want: #"{ "gt": 255 }"#)
                == ["255: result of gen.u8 is a whole number from 0 to 255 and can never be greater than 255"])
        #expect(
            mistakes(want: #"{ "in": 5 }"#)
                == [#"5: "in" compares with an array of at least one value, not with number 5"#])
        #expect(
            mistakes(want: #""(""#, #"{ "matches": { "ref": "row.want" } }"#).first?.contains("regular expression")
                == true)
        #expect(
            mistakes(want: "3", #"{ "ref": "row.description" }"#).first?.contains(#"have no "description""#) == true)
    }

    @Test("What belongs to the life of an instance, and a hook, are no actions")
    func lifecycle() {
        func message(_ name: String) -> [String] { mistakes(#"{ "call": "gen.\#(name)" }"#) }
        #expect(
            message("gen_destroy")
                == [
                    #""gen.gen_destroy": gen_destroy of gen is not an action: it destroys the instance when a run ends"#
                ])
        #expect(
            message("gen_create")
                == [#""gen.gen_create": gen_create of gen is not an action: it makes the instance when a run begins"#])
        #expect(
            message("pass") == [#""gen.pass": pass of gen is not an action: it is a hook, which runs around calls"#])
    }
}
