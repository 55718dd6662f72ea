// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Expectations")
struct ExpectationTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Returns whether an expectation of one call held, and what people are told where it did not.
    private func judge(_ call: String, _ expected: String, of path: String = "result") throws -> (Bool, String) {
        let run = try bench.heddle(
            "run", behaviour: behaviour(",\n{ \"call\": \(call), \"expect\": { \"\(path)\": \(expected) } }"))
        #expect(run.status == (run.errors.contains("1 expectation held") ? 0 : 1))
        return (run.status == 0, run.errors)
    }

    @Test("A condition inside of a value says where it has its own place")
    func inner() throws {
        let ended = try bench.heddle(
            "check",
            behaviour: #"""
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } },
                  "steps": [{ "call": "c.div", "with": [7, 2], "expect": { "result": { "quot": { "gt": 2 }, "rem": 1 } } }] }
                """#)
        #expect(ended.status == 3)
        #expect(
            ended.errors.contains(#"= a condition has a path of its own beside the others: "result.quot": {…}"#),
            "\(ended.errors)")
    }

    @Test(
        "Each operator holds where it should, and not where it should not",
        arguments: [
            ("{\"eq\": 3}", "{\"eq\": 4}"), ("{\"ne\": 4}", "{\"ne\": 3}"), ("{\"lt\": 4}", "{\"lt\": 3}"),
            ("{\"le\": 3}", "{\"le\": 2}"), ("{\"gt\": 2.5}", "{\"gt\": 3}"), ("{\"ge\": 3}", "{\"ge\": 3.1}"),
            ("{\"near\": [3.1, 0.11]}", "{\"near\": [4.1, 0.11]}"), ("{\"in\": [1, 3]}", "{\"in\": [1, 2]}"),
            ("{\"ge\": 3, \"le\": 3}", "{\"ge\": 4, \"lt\": 9}"),
            ("3.0", "4.0"),
        ])
    func numbers(right: String, wrong: String) throws {
        let call = "\"probe.add\", \"with\": [1, 2]"
        #expect(try judge(call, right).0)
        #expect(try !judge(call, wrong).0)
    }

    @Test(
        "Each operator for texts does, too",
        arguments: [
            ("\"héllo\"", "\"hello\""), ("{\"contains\": \"éll\"}", "{\"contains\": \"ell\"}"),
            ("{\"matches\": \"^h.llo$\"}", "{\"matches\": \"^h.ll$\"}"), ("{\"length\": 5}", "{\"length\": 6}"),
            ("{\"lt\": \"i\"}", "{\"lt\": \"a\"}"), ("{\"in\": [\"x\", \"héllo\"]}", "{\"in\": [\"x\"]}"),
            ("{\"null\": false}", "{\"null\": true}"),
            ("{\"eq\": \"héllo\"}", "{\"ne\": \"héllo\"}"),
        ])
    func texts(right: String, wrong: String) throws {
        let call = "\"probe.same_text\", \"with\": [\"héllo\"]"
        #expect(try judge(call, right).0)
        #expect(try !judge(call, wrong).0)
    }

    @Test("One that does not hold shows its line, what was expected and what was found")
    func shown() throws {
        let (isHeld, told) = try judge("\"probe.add\", \"with\": [1, 2]", "4")
        #expect(!isHeld)
        #expect(
            told
                == """
                error: result of probe.add is not what was expected
                 --> stack.json:5:55
                  |
                5 | { "call": "probe.add", "with": [1, 2], "expect": { "result": 4 } }
                  |                                                    ^^^^^^^^^^^
                  = expected: int32_t 4
                  = actual:   int32_t 3
                2 calls: 2 returned. 1 of 1 expectation failed.

                """.replacing(":5:55", with: ":5:52"))
        #expect(
            try judge("\"probe.add\", \"with\": [1, 2]", "{\"gt\": 3, \"lt\": 9}").1.contains(
                " = expected: greater than 3, less than 9\n  = actual:   int32_t 3\n"))
    }

    @Test("Of a call that failed, the failure is what may be expected")
    func failures() throws {
        let call = "\"probe.divide\", \"with\": [1, 0]"
        #expect(try judge(call, "{\"code\": \"byZero\"}", of: "failure").0)
        #expect(try judge(call, "{\"message\": \"nothing is divided by 0\", \"code\": \"byZero\"}", of: "failure").0)
        #expect(try !judge(call, "{\"code\": \"other\"}", of: "failure").0)
        #expect(try !judge(call, "null", of: "failure").0)
        #expect(try judge("\"probe.divide\", \"with\": [1, 1]", "null", of: "failure").0)
        #expect(try judge(call, "{\"code\": \"byZero\"}", of: "failure").1.contains(" 1 failed as expected. "))
        #expect(try judge(call, "{\"code\": \"other\"}", of: "failure").1.contains(" 1 failed. 1 of 1 "))
        #expect(try judge(call, "null", of: "failure").1.contains(" 1 failed. 1 of 1 "))
        let (isHeld, told) = try judge("\"probe.look_up\", \"with\": [\"x\"]", "1")
        #expect(!isHeld)
        #expect(told.contains(" = actual:   nothing\n"))
        #expect(told.contains(" = the call failed: unsuccessful: it returned -1;"))
    }

    @Test("What a call that failed did is a failure, even where something else that was expected of it holds")
    func failureIsExpectedAloud() throws {
        let run = try bench.heddle(
            "run", behaviour: behaviour(#",{ "call": "probe.look_up", "with": ["x"], "expect": { "errno": 2 } }"#))
        #expect(run.status == 1)
        #expect(run.errors.contains("1 expectation held."))
    }

    @Test("A call that an argument keeps from being made may be expected to fail as well")
    func refused() throws {
        let run = try bench.heddle(
            "run",
            behaviour: #"""
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations": ["long labs(long n)", "int abs(int n)"] } },
                  "steps": [
                    { "call": "c.labs", "with": [5000000000], "save": "n" },
                    { "call": "c.abs", "with": [{ "ref": "n" }], "expect": { "failure": { "code": "argument" } } }
                  ] }
                """#)
        #expect(run.errors == "2 calls: 1 returned, 1 failed as expected. 1 expectation held.\n")
        #expect(run.status == 0)
    }
}
