// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A module in Swift, with HeddleModule")
struct SwiftModuleTests {
    private let bench: Bench
    private let tour: String

    init() throws {
        bench = try Bench()
        tour = try Program.built("libFixtureTour.so").path
        try BuiltModules.compile(Self.elsewhere, to: "elsewhere.so", in: bench.folder)
    }

    private static let elsewhere = """
        #include <heddle/module.h>
        HEDDLE_MODULE("elsewhere", "1.0.0")
        HEDDLE_ACTION(int64_t, add, int32_t a, int32_t b)
        HEDDLE_ACTION(double, scale, float factor, double value)
        HEDDLE_ACTION(uint8_t, answer, void)
        int64_t add(int32_t a, int32_t b) {
            if (a < 0) heddle->fail("negative", "a is less than 0");
            return (int64_t)a + b;
        }
        double scale(float factor, double value) { return (double)factor * value; }
        uint8_t answer(void) { return 42; }
        """

    @Test(
        "calls a function of Swift as an action",
        arguments: [
            (["divide", "7", "2"], "3\n"), (["between", "Ünïcode 🧵", "false"], "<Ünïcode 🧵>\n"),
            (["between", "", "false"], "<>\n"),
        ])
    func actions(arguments: [String], result: String) throws {
        let ended = try call(arguments)
        #expect(ended.status == 0)
        #expect(ended.output == result)
    }

    @Test(
        "makes a failure of what an action throws",
        arguments: [
            (["divide", "7", "0"], "divide failed: noQuotient: 7 cannot be divided by 0"),
            (["divide", "-2147483648", "-1"], "divide failed: noQuotient: -2147483648 cannot be divided by -1"),
            (["overflow"], "overflow failed: Overflow: it is too much"),
            (["insist", "myCode", "text"], "insist failed: myCode: text , and more"),
            (["between", "", "true"], "between failed: nulInText: a text with a NUL in it cannot be passed to C"),
            (
                ["add_elsewhere", "1", "2"],
                "noAction: there is no action elsewhere.add that is declared as int64_t add(int32_t, int32_t)"
            ),
        ])
    func failures(arguments: [String], failure: String) throws {
        let ended = try call(arguments)
        #expect(ended.status == 1)
        #expect(ended.errors.contains("\(failure)\n"), "\(ended.errors)")
    }

    @Test("calls actions of other modules by their types, and has their failures")
    func otherActions() throws {
        let ended = try run(
            """
            { "call": "tour.add_elsewhere", "with": [2147483647, 2147483647], "expect": { "result": 4294967294 } },
            { "call": "tour.scale_elsewhere", "with": [3], "expect": { "result": 1.5 } },
            { "call": "tour.answer_elsewhere", "expect": { "result": 42 } },
            { "call": "tour.add_elsewhere", "with": [-1, 0],
              "expect": { "failure": { "code": "callFailed", "message": "the call of elsewhere.add failed" } } }
            """)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    @Test("makes instances of a class with their settings, and ends them")
    func instances() throws {
        let ended = try run(
            """
            { "call": "tour.greet", "with": ["Ada"],
              "expect": { "result": "Ho Ho, Ada 18446744073709551615 0.25" } },
            { "call": "tour.greet", "with": ["Bob"] },
            { "call": "tour.greeted", "expect": { "result": 2 } }
            """, config: #"{ "times": 2, "greeting": "Ho", "loudness": 0.25, "others": ["x", "y"] }"#)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.errors.contains("info: tour: with x and y! true\n"))
        #expect(ended.errors.contains("info: tour: gone\n"))
    }

    @Test("gives the defaults of settings")
    func defaults() throws {
        let ended = try run(
            """
            { "call": "tour.greet", "with": ["Ada"],
              "expect": { "result": "Hello, Ada 18446744073709551615 0.5" } }
            """)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.errors.contains("info: tour: with Bob! false\n"))
    }

    @Test(
        "makes a failure of what a constructor throws, and of a setting that its type cannot hold",
        arguments: [
            ("0", "tooQuiet: nobody is greeted 0 times"),
            ("128", "wrongSetting: the setting times is not a whole number from -128 to 127"),
        ])
    func constructors(times: String, failure: String) throws {
        let ended = try run(#"{ "call": "tour.greeted" }"#, config: #"{ "times": \#(times) }"#)
        #expect(ended.status != 0)
        #expect(ended.errors.contains(failure), "\(ended.errors)")
    }

    @Test(
        "takes a hook with the arguments and the result by their types",
        arguments: [
            ("\"before\": \"tour.increase\"", "5, 2", "{ \"result\": 3 }"),
            ("\"instead\": \"tour.twice\"", "6, 2", "{ \"result\": 6 }"),
            ("\"after\": \"tour.recover\"", "6, 0", "{ \"result\": -1 }"),
            (
                "\"before\": \"tour.refuse_negative\"", "-6, 2",
                "{ \"failure\": { \"code\": \"negative\", \"message\": \"tour.divide is not for -6\" } }"
            ),
            (
                "\"after\": \"tour.ask_for_double\"", "6, 2",
                """
                { "failure": { "code": "wrongType",
                  "message": "the result of tour.divide is int32_t, not float" } }
                """
            ),
            (
                "\"instead\": \"tour.skip\"", "6, 2",
                """
                { "failure": { "code": "wrongType", "message": "the result of tour.divide is int32_t, not void" } }
                """
            ),
            (
                "\"before\": \"tour.ask_for_nothing\"", "6, 2",
                """
                { "failure": { "code": "noParameter", "message": "tour.divide has no parameter nothing" } }
                """
            ),
        ])
    func hooks(hook: String, arguments: String, outcome: String) throws {
        let ended = try run(
            #"{ "call": "tour.divide", "with": [\#(arguments)], "expect": \#(outcome) }"#,
            rest: #", "hooks": [{ "on": "tour.divide", \#(hook) }]"#)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    @Test("answers a call without a result in a hook")
    func answersNothing() throws {
        let ended = try run(
            #"{ "call": "tour.insist", "with": ["code", "text"] }"#,
            rest: #", "hooks": [{ "on": "tour.insist", "instead": "tour.skip" }]"#)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    @Test("reads a text of the call in a hook")
    func texts() throws {
        let ended = try run(
            #"{ "call": "tour.between", "with": ["seen", false] }"#,
            rest: #", "hooks": [{ "on": "tour.between", "before": "tour.tell" }]"#)
        #expect(ended.errors.contains("info: tour: before seen of 2\n"), "\(ended.errors)")
    }

    @Test("holds what heddle validate promises")
    func validates() throws {
        let ended = try bench.heddle("validate", tour, "--quiet", "--jobs", "auto")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    private func call(_ arguments: [String]) throws -> Program.Ended {
        try Program.built("heddle").run(["call", tour] + arguments, in: bench.folder.path)
    }

    private func run(_ steps: String, config: String = "{}", rest: String = "") throws -> Program.Ended {
        try bench.folder.write(
            "b.json",
            """
            { "behaviour": 1,
              "modules": {
                "tour": { "library": "\(tour)", "config": \(config) }, "elsewhere": { "library": "./elsewhere.so" }
              },
              "steps": [\(steps)]\(rest) }
            """)
        return try bench.heddle("run", "b.json")
    }
}
