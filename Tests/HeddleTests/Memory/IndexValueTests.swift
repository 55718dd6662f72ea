// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing
import Workbench

@Suite("A value as the index of a place")
struct IndexValueTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    private static let node =
        #"{ "new": "node", "save": "n", "value": { "number": 2, "values": [1.5, 2.5, 3.5] } }"#

    @Test("is a saved one, or a part of one, in references, places and expressions")
    func sources() throws {
        let run = try bench.run(
            """
            \(Self.node),
            { "new": "int[3]", "save": "numbers", "value": [10, 11, 12] },
            { "call": "m.sum", "with": [[1, 0], 2], "save": "one" },
            { "read": "n->values[one]", "expect": { "result": 2.5 } },
            { "read": "n->values[n->number]", "expect": { "result": 3.5 } },
            { "write": "numbers[one]", "value": { "ref": "n->number" } },
            { "read": "numbers[numbers[1]]", "expect": { "result": 12 } },
            { "call": "m.sum", "with": [[{ "ref": "numbers[one]" }, { "expression": "numbers[one] * 3" }], 2],
              "expect": { "result": 8 } },
            { "new": "int *", "save": "at", "value": { "ref": "&numbers[n->number]" } },
            { "read": "at[0]", "expect": { "result": { "ref": "&numbers[2]" } } }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("is another one in each round of a loop")
    func loop() throws {
        let run = try bench.run(
            """
            \(Self.node),
            { "new": "double", "save": "total" },
            { "new": "int", "save": "i" },
            { "repeat": [
                { "write": "total[0]", "value": { "expression": "total[0] + n->values[i[0]]" } },
                { "write": "i[0]", "value": { "expression": "i[0] + 1" } },
                { "read": "i[0]", "until": { "result": 3 } } ], "times": 5 },
            { "read": "total[0]", "expect": { "result": 7.5 } }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test(
        "fails the call where it leads outside, and is no whole number from 0",
        arguments: [
            ("4", #"refers to "n->values[4]": "n->values" has 3 elements, counted from 0"#),
            ("-1", #""n->values[n->number]" has the index -1, expected a whole number from 0"#),
        ])
    func outside(_ number: String, _ message: String) throws {
        let run = try bench.run(
            """
            \(Self.node),
            { "write": "n->number", "value": \(number) },
            { "new": "double", "save": "one" },
            { "write": "one[0]", "value": { "ref": "n->values[n->number]" } }
            """)
        #expect(run.failures.count == 1)
        #expect(run.failures.first?.contains(message) == true, "\(run.failures)")
    }

    @Test(
        "is refused before anything runs where it never is one",
        arguments: [
            (#"{ "read": "n->values[q]" }"#, #"no step saves "q""#),
            (#"{ "read": "n->values[text]" }"#, #"expected a whole number as the index in "n->values[text]""#),
            (#"{ "read": "n->values[n->values[0]]" }"#, "is a double, expected a whole number as the index"),
            (#"{ "read": "n->values[n->next]" }"#, "expected a whole number as the index"),
            (#"{ "read": "n->values[settings.none]" }"#, #"declare them: "settings""#),
            (#"{ "read": "n->values[-1]" }"#, "indices are counted from 0"),
            (#"{ "read": "n->values[n->number + 1]" }"#, #""value": {"expression": "n->number + 1"}"#),
            (#"{ "read": "n->values[n->values[n->number]]" }"#, "keep another one first"),
            (#"{ "read": "n->values[n->number" }"#, "is no place in memory"),
            (#"{ "read": "n->values[01]" }"#, "without the 0 before it"),
            (#"{ "read": "temporary.folder" }"#, "is nothing of the temporary folder"),
            (#"{ "new": "int[text]", "save": "own" }"#, "is not known before the run"),
            (#"{ "new": "void", "save": "own" }"#, "void is no type of an object"),
        ])
    func refusals(_ step: String, _ message: String) {
        refuse(step, message)
    }

    @Test("is refused where indices stand in one another without end", arguments: [("", ""), ("n->number", "]")])
    func deep(_ innermost: String, _ close: String) {
        let repeated = { (text: String) in String(repeating: text, count: 50_000) }
        refuse(#"{ "read": "\#(repeated("n->values["))\#(innermost)\#(repeated(close))" }"#, "is no place in memory")
    }

    private func refuse(_ step: String, _ message: String) {
        let mistakes = bench.mistakes(
            #"\#(Self.node), { "read": "m.motto", "save": "text" }, \#(step)"#)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }
}
