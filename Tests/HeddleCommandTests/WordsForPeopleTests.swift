// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The words of a module for people")
struct WordsForPeopleTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            #"""
            #include <heddle/module.h>
            HEDDLE_MODULE("worded", "2.0.0")
            HEDDLE_ACTION(int32_t, divide, int32_t dividend, int32_t divisor)
            HEDDLE_ACTION(int32_t, silent, int32_t number)
            HEDDLE_SUMMARY("Divides.")
            HEDDLE_HELP(divide, "Divides whole numbers.") HEDDLE_PARAMETER_HELP(divide, divisor, "Any number but 0.")
            int32_t divide(int32_t dividend, int32_t divisor) {
                if (divisor != 0) return dividend / divisor;
                heddle->fail("noQuotient", "there is none");
                return 0;
            }
            int32_t silent(int32_t number) { return number; }
            """#, to: "worded.so", in: bench.folder)
        try bench.folder.write(
            "worded.json",
            """
            { "behaviour": 1, "modules": { "w": { "library": "./worded.so" } }, "cases": [
              { "name": "fails", "steps": [{ "call": "w.divide", "with": [1, 0] }] },
              { "name": "differs", "steps": [{ "call": "w.divide", "with": [4, 2], "expect": { "result": 3 } }] },
              { "name": "says nothing", "steps": [{ "call": "w.silent", "with": [4], "expect": { "result": 3 } }] } ] }
            """)
    }

    @Test("stand with each failure of the action, and with each expectation of it that did not hold")
    func failures() throws {
        let run = try bench.heddle("test", bench.folder("worded.json"))
        #expect(run.status == 1)
        #expect((run.output + run.errors).split(separator: "about the action: Divides whole numbers.").count == 3)
        let events = try bench.heddle("test", bench.folder("worded.json"), "--json").output
        let junit = try bench.heddle("report", "--from", "-", "--junit", "-", input: events)
        #expect(junit.output.contains("about the action: Divides whole numbers."), "\(junit.output)\(junit.errors)")
    }

    @Test("stand in the schema, from which editors show them with the call and with each argument")
    func schema() throws {
        let schema = try bench.heddle("schema", bench.folder("worded.json")).output
        #expect(schema.contains(#"int32_t divide(int32_t dividend, int32_t divisor)\n\nDivides whole numbers."#))
        #expect(schema.contains(#"int32_t divisor\n\nAny number but 0."#))
        #expect(!schema.contains(#"int32_t dividend\n"#))
    }

    @Test("stay the module's where a behaviour declares the action again")
    func declaredAgain() throws {
        try bench.folder.write(
            "again.json",
            """
            { "behaviour": 1, "modules": { "w": { "library": "./worded.so",
                "declarations": "int32_t divide(int32_t dividend, int32_t divisor)" } },
              "steps": [{ "call": "w.divide", "with": [1, 0] }] }
            """)
        let run = try bench.heddle("run", bench.folder("again.json"))
        #expect((run.output + run.errors).contains("about the action: Divides whole numbers."))
    }
}
