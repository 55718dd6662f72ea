// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("What a person reads about a mistake")
struct GoldenDiagnosticsTests {
    @Test("a comma too many")
    func trailingComma() {
        let text = """
            { "behaviour": 1,
              "steps": [
                { "call": "z.crc32", "with": [0, "hello", 5], }
              ] }
            """
        #expect(
            rendered(text) == """
                error: found a comma after the last value, JSON has commas only between values
                 --> stack.json:3:49
                  |
                3 |     { "call": "z.crc32", "with": [0, "hello", 5], }
                  |                                                 ^
                  = remove the comma
                """)
    }

    @Test("a comma too few")
    func missingComma() {
        #expect(
            rendered(#"[ { "name": "greeter", "actions": [ { "func": "sayHello" } { "func": "sayGoodBye" } ] } ]"#)
                == """
                error: found "{", expected "," or "]"
                 --> stack.json:1:60
                  |
                1 | [ { "name": "greeter", "actions": [ { "func": "sayHello" } { "func": "sayGoodBye" } ] } ]
                  |                                                            ^
                  = write a comma before it
                """)
    }

    @Test("a file that was cut off")
    func cutOff() {
        #expect(
            rendered("{ \"behaviour\": 1,\n  \"modules\": {\n") == """
                error: found the end of the text, expected a name in double quotes or "}"
                 --> stack.json:3:1
                  |
                3 |
                  | ^
                  = the object that is not closed begins at stack.json:2:14
                """)
    }

    @Test("a module that appears twice")
    func duplicateModule() {
        let text = """
            {
              "behaviour": 1,
              "modules": {
                "z": { "library": "libz.so.1" },
                "z": { "library": "libz.so" }
              }
            }
            """
        #expect(
            rendered(text) == """
                error: the name "z" appears twice in one object
                 --> stack.json:5:5
                  |
                5 |     "z": { "library": "libz.so" }
                  |     ^^^
                  = the first one is at stack.json:4:5
                """)
    }

    @Test("a key that is mistyped, which is not missing as well")
    func unknownKey() {
        #expect(
            rendered(#"{ "behaviour": 1, "modules": { "z": { "libary": "libz.so.1" } } }"#) == """
                error: a module has no key "libary"
                 --> stack.json:1:39
                  |
                1 | { "behaviour": 1, "modules": { "z": { "libary": "libz.so.1" } } }
                  |                                       ^^^^^^^^ unknown key
                  = did you mean "library"?
                """)
    }

    @Test("a key that is near to none")
    func foreignKey() {
        #expect(
            rendered(#"{ "behaviour": 1, "modules": { "z": { "library": "z", "folder": "/" } } }"#) == """
                error: a module has no key "folder"
                 --> stack.json:1:55
                  |
                1 | { "behaviour": 1, "modules": { "z": { "library": "z", "folder": "/" } } }
                  |                                                       ^^^^^^^^ unknown key
                  = a module has the keys library, replaces, config, bindings, declarations, annotate, table, with, as, description
                """)
    }

    private func advice(onStep step: String) -> [String] {
        let text = #"{ "behaviour": 1, "modules": { "z": { "library": "z" } }, "steps": [\#(step)] }"#
        return rendered(text).split(separator: "\n").filter { $0.hasPrefix("error") || $0.hasPrefix("  =") }
            .map(String.init)
    }

    @Test("a step with a key that is near to none lists the keys of all steps")
    func foreignStepKey() {
        #expect(
            advice(onStep: #"{ "zzzzz": 1, "yyyyy": 2 }"#).contains(
                "  = in the place of call it may have new, read, write or repeat; a step has the keys call, with, save, "
                    + "expect, until, atMost, if, then, else, reason, description"))
        #expect(
            advice(onStep: #"{ "raed": "p[0]" }"#) == [
                #"error: a step has no key "raed""#, #"  = did you mean "read"?"#,
            ])
    }

    @Test("a group of steps without a name")
    func groupOfSteps() {
        #expect(
            advice(onStep: #"{ "steps": [{ "call": "z.a" }] }"#) == [
                #"error: a step has no key "steps""#,
                #"  = write its steps in its place; steps that are run several times are a loop, "#
                    + #"{"repeat": […], "times": 2}, and steps with a name a case of "cases""#,
            ])
    }

    @Test("a value of another kind")
    func wrongType() {
        #expect(
            rendered(#"{ "behaviour": 1, "modules": { "z": { "library": 12 } } }"#) == """
                error: "library" of a module is a number, expected text
                 --> stack.json:1:50
                  |
                1 | { "behaviour": 1, "modules": { "z": { "library": 12 } } }
                  |                                                  ^^ number 12
                """)
    }

    @Test("a call of a module that is mistyped")
    func unknownModule() {
        let text = """
            { "behaviour": 1, "modules": { "greeter": { "library": "greeter" } },
              "steps": [ { "call": "greter.sayHello" } ] }
            """
        #expect(
            rendered(text) == """
                error: the call "greter.sayHello" begins with no module of this file
                 --> stack.json:2:24
                  |
                2 |   "steps": [ { "call": "greter.sayHello" } ] }
                  |                        ^^^^^^^^^^^^^^^^^ unknown module
                  = did you mean "greeter"?
                """)
    }

    @Test("a reference to a later step")
    func laterStep() {
        let text = """
            { "behaviour": 1, "modules": { "z": { "library": "libz.so.1" } },
              "steps": [
                { "call": "z.crc32", "with": [{ "ref": "part" }, "lo", 2] },
                { "call": "z.crc32", "with": [0, "hel", 3], "save": "part" }
              ] }
            """
        #expect(
            rendered(text) == """
                error: "part" is saved by a later step, expected a value that an earlier step saves
                 --> stack.json:3:44
                  |
                3 |     { "call": "z.crc32", "with": [{ "ref": "part" }, "lo", 2] },
                  |                                            ^^^^^^
                  = it is saved at stack.json:4:57
                """)
    }

    @Test("two mistakes in one hook")
    func hook() {
        let text = """
            { "behaviour": 1, "hooks": [
                { "on": "z.*", "before": "log", "when": "failed", "oder": 1 }
            ] }
            """
        #expect(
            rendered(text) == """
                error: "when" chooses among the calls that "after" sees, found no "after"
                 --> stack.json:2:45
                  |
                2 |     { "on": "z.*", "before": "log", "when": "failed", "oder": 1 }
                  |                                             ^^^^^^^^ text "failed"

                error: a hook has no key "oder"
                 --> stack.json:2:55
                  |
                2 |     { "on": "z.*", "before": "log", "when": "failed", "oder": 1 }
                  |                                                       ^^^^^^ unknown key
                  = did you mean "order"?
                """)
    }

    @Test("a version that is not known")
    func version() {
        #expect(
            rendered(#"{ "behaviour": 2 }"#) == """
                error: the file is version 2 of a behaviour, expected 1, the only version known
                 --> stack.json:1:16
                  |
                1 | { "behaviour": 2 }
                  |                ^ number 2
                """)
    }

    @Test("a file that is no behaviour")
    func shape() {
        #expect(
            rendered(#""run""#) == """
                error: a behaviour is text, expected an array or an object
                 --> stack.json:1:1
                  |
                1 | "run"
                  | ^^^^^ text "run"
                  = the array form: [{"name": "module", "actions": [{"func": "action"}]}]
                  = the full form: {"behaviour": 1, "modules": {…}, "steps": [{"call": "module.action"}]}
                """)
    }

    @Test("expectations of nothing and by a pattern that is none")
    func expectations() {
        let text = """
            { "behaviour": 1, "modules": { "z": { "library": "libz.so.1" } },
              "steps": [ { "call": "z.f", "expect": { "reslt": 1, "out.text": { "matches": "[a-z" } } } ] }
            """
        #expect(
            rendered(text) == """
                error: "reslt" is not a part of a call, expected result, out.NAME, errno, failure, status, argument.NAME, stdout, stderr or file:PATH
                 --> stack.json:2:43
                  |
                2 |   "steps": [ { "call": "z.f", "expect": { "reslt": 1, "out.text": { "matches": "[a-z" } } } ] }
                  |                                           ^^^^^^^
                  = did you mean "result"?

                error: text "[a-z" is not a regular expression for "matches": the set is not closed, at character 1
                 --> stack.json:2:80
                  |
                2 |   "steps": [ { "call": "z.f", "expect": { "reslt": 1, "out.text": { "matches": "[a-z" } } } ] }
                  |                                                                                ^^^^^^
                """)
    }

    @Test("a warning and an error behind characters of several bytes")
    func warning() {
        let text =
            #"[ { "name": "greeter", "actions": [ { "func": "grüße", "valeu": 1, "value": { "bytes": "é+" } } ] } ]"#
        #expect(
            rendered(text) == """
                warning: an action has no key "valeu", it is ignored
                 --> stack.json:1:56
                  |
                1 | \(text)
                  |                                                        ^^^^^^^ unknown key
                  = did you mean "value"?

                error: bytes are written as "é+", expected base64 in groups of four characters
                 --> stack.json:1:88
                  |
                1 | \(text)
                  |                                                                                        ^^^^ text "é+"
                """)
    }
}
