// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleForeign
import HeddleReport
import Testing
import Workbench

@Suite("A path that many steps of a behaviour have")
struct RepeatedPathTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("does in each of them what it does in the first")
    func isTheSame() throws {
        let steps = """
            { "write": "n->number", "value": 5 },
            { "write": "n->flags", "value": 6 },
            { "write": "n->values[1]", "value": { "ref": "n->number" } },
            { "write": "n->next", "value": { "ref": "&n[1]" } },
            { "read": "n->next->number", "expect": { "result": 2 } },
            { "call": "m.total", "with": [{ "ref": "n" }], "expect": { "result": 7 } },
            { "call": "m.sum", "with": [[1, 2], { "ref": "n->next->number" }], "expect": { "result": 3 } },
            { "read": "n[0]", "expect": { "result.number": 5, "result.flags": 6, "result.values": [0, 5, 0] } }
            """
        let run = try bench.run(
            #"{ "new": "node[2]", "value": [{ "number": 1 }, { "number": 2 }], "save": "n" }, "#
                + [steps, steps, steps].joined(separator: ", "))
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("is held against the values and expectations of each step")
    func literals() {
        let mistakes = bench.mistakes(
            """
            { "new": "node", "save": "n" },
            { "write": "n->number", "value": 5 }, { "write": "n->number", "value": 6 },
            { "write": "n->number", "value": "seven" },
            { "read": "n->number", "expect": { "result": 5 } }, { "read": "n->number", "expect": { "result": 6 } },
            { "read": "n->number", "expect": { "result": "seven" } },
            { "call": "m.sum", "with": [[1, 2], { "ref": "n->number" }] },
            { "call": "m.sum", "with": [[1, "2"], { "ref": "n->number" }] },
            { "call": "m.sum", "with": [[1, 2], { "ref": "n->text" }] }
            """)
        #expect(
            mistakes.map { $0.split(separator: ",")[0] } == [
                #"argument 2 (value) of memory.write n->number is text "seven""#,
                #"result of memory.read n->number is a number and can never be text "seven""#,
                #"argument 1 (numbers) of m.sum is text "2" in [1]"#,
                #"argument 2 (count) of m.sum is "n->text""#,
            ], "\(mistakes)")
    }

    @Test("leads to what its name stands for in each case")
    func cases() {
        let mistakes = bench.mistakes(
            "",
            rest: """
                , "cases": [
                { "name": "node", "steps": [
                    { "new": "node", "save": "it" }, { "write": "it->number", "value": 1 }, { "read": "it->number" } ] },
                { "name": "again", "steps": [
                    { "new": "node", "save": "it" }, { "write": "it->number", "value": 2 }, { "read": "it->number" } ] },
                { "name": "base", "steps": [
                    { "new": "struct base", "save": "it" }, { "read": "it->kind" }, { "read": "it->number" },
                    { "call": "m.total", "with": [{ "ref": "it" }] } ] } ]
                """)
        #expect(mistakes.count == 2, "\(mistakes)")
        #expect(mistakes.first?.contains(#"has no field "number""#) == true, "\(mistakes)")
        #expect(mistakes.last?.contains("m.total") == true, "\(mistakes)")
    }

    @Test("has the index of its own row")
    func rows() throws {
        let plan = try bench.plan(
            "",
            rest: """
                , "cases": [{ "name": "row", "each": [{ "i": 0, "is": 5 }, { "i": 1, "is": 6 }, { "i": 2, "is": 7 }],
                  "steps": [
                    { "new": "int[3]", "value": [5, 6, 7], "save": "n" },
                    { "read": "n[row.i]", "expect": { "result": { "ref": "row.is" } } },
                    { "call": "m.sum", "with": [[{ "ref": "n[row.i]" }], 1], "expect": { "result": { "ref": "row.is" } } } ] }]
                """)
        let outcomes = plan.cases.map { CaseRun($0, on: bench.host, events: EventStream(to: []))() }
        #expect(outcomes == [.passed, .passed, .passed])
    }

    @Test("is refused behind the step that releases the memory")
    func released() {
        let mistakes = bench.mistakes(
            """
            { "call": "m.make", "with": [3], "save": "it" },
            { "read": "it->number" }, { "read": "it->number" },
            { "call": "m.total", "with": [{ "ref": "it" }] }, { "call": "m.total", "with": [{ "ref": "it" }] },
            { "call": "m.drop", "with": [{ "ref": "it" }] },
            { "read": "it->number" },
            { "call": "m.total", "with": [{ "ref": "it" }] }
            """)
        #expect(
            mistakes.map { $0.split(separator: " = ")[0] } == [
                #""it->number" is used after m.drop has released it"#, #""it" is used after m.drop has released it"#,
            ], "\(mistakes)")
    }
}
