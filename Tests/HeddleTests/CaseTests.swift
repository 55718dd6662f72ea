// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("A case")
struct CaseTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func plan(_ cases: String, rest: String = "") throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" }, "c": { "library": "counter" } }\(rest),
              "cases": [
            \(cases)
            ] }
            """
        return try Plan.read(SourceText(name: "cases.json", text), on: bench.host, origin: .file(folder: "."))
    }

    /// The events of all cases, in order.
    private func story(_ cases: String, rest: String = "", until isInterrupted: () -> Bool = { false }) throws
        -> [String]
    {
        let plan = try plan(cases, rest: rest)
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        for planned in plan.cases { _ = CaseRun(planned, on: bench.host, events: stream)(until: isInterrupted) }
        return recorder.events.story
    }

    private func mistakes(_ cases: String, rest: String = "") -> [String] {
        do {
            _ = try plan(cases, rest: rest)
            return []
        } catch let mistakes as Diagnostics {
            return mistakes.all.map { "\($0.range?.text ?? ""): \($0.message)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test("has instances and saved values of its own")
    func instances() throws {
        let steps = #"[{ "call": "c.count", "save": "n", "expect": { "result": 1 } }]"#
        #expect(
            try story(#"{ "name": "a", "steps": \#(steps) }, { "name": "b", "steps": \#(steps) }"#) == [
                "begin a", "call 0 count returned 1", "result held", "passed a",
                "begin b", "call 0 count returned 1", "result held", "passed b",
            ])
    }

    @Test("is run for each row, with the row's values checked like those of the step")
    func rows() throws {
        #expect(
            try story(
                #"""
                { "name": "adds", "each": [{ "a": 1, "b": 2, "sum": 3 }, { "a": -1, "b": 1, "sum": 1, "name": "wrong" }],
                  "steps": [{ "call": "probe.add", "with": { "a": { "ref": "row.a" }, "b": { "ref": "row.b" } },
                              "expect": { "result": { "ref": "row.sum" } } }] }
                """#) == [
                    "begin adds [1]", "call 0 add returned 3", "result held", "passed adds [1]",
                    "begin adds [wrong]", "call 0 add returned 0", "result failed", "failed adds [wrong]",
                ])
        let table = #"{ "names": ["a", "want"], "rows": [[1, 2], ["x", 3], [3000000000, "y"]] }"#
        let step =
            #"{ "call": "probe.add", "with": [{ "ref": "row.a" }, 1], "expect": { "result": { "ref": "row.want" } } }"#
        #expect(
            mistakes(#"{ "name": "adds", "each": \#(table), "steps": [\#(step)] }"#) == [
                #""x": argument 1 (a) of probe.add is text "x", the declaration wants a whole number from -2147483648 to 2147483647"#,
                #"3000000000: argument 1 (a) of probe.add is number 3000000000, the declaration wants a whole number from -2147483648 to 2147483647"#,
                #""y": result of probe.add is a number and can never be text "y""#,
            ])
        #expect(
            mistakes(
                #"{ "name": "c", "each": [{ "a": [1] }], "steps": [{ "call": "probe.add", "with": [{ "ref": "row.a[0]" }, { "ref": "row.a[1]" }] }] }"#
            )
                == [#"{ "ref": "row.a[1]" }: the row has no "a[1]""#])
    }

    @Test("A mistake that all rows have is told once")
    func sameMistake() {
        #expect(
            mistakes(#"{ "name": "a", "each": [{ "x": 1 }, { "x": 2 }], "steps": [{ "call": "probe.none" }] }"#)
                == ["\"probe.none\": the module probe has no action \"none\""])
    }

    @Test("has its own hooks inside of those of the file, which are made anew for it")
    func hooks() throws {
        try bench.host.module("probe")
        let counted = #"{ "on": "probe.add", "after": "count" }"#
        let add = #"{ "call": "probe.add", "with": [3, 4] }"#
        #expect(
            try story(
                #"""
                { "name": "a", "hooks": [{ "on": "probe.add", "instead": "probe.multiply" }], "steps": [\#(add), \#(add)] },
                { "name": "b", "steps": [\#(add)] }
                """#, rest: #", "hooks": [\#(counted)]"#) == [
                    "begin a", "call 0 add returned 12", "call 1 add returned 12", "count of add", "passed a",
                    "begin b", "call 0 add returned 7", "count of add", "passed b",
                ])
        #expect(try bench.result("add", .integer(3), .integer(4)) == .integer(7), "no hook is left")
    }

    @Test("finds what is wrong with its hooks before anything is called")
    func hookMistakes() {
        let found = mistakes(
            #"""
            { "name": "a", "hooks": [{ "on": "probe.nothere", "before": "log" }], "steps": [] },
            { "name": "b", "hooks": [{ "on": "probe.add", "before": "log", "outside": "nobody" }], "steps": [] },
            { "name": "c", "hooks": [{ "on": "probe.add", "before": "probe.see_text" }],
              "steps": [{ "call": "probe.add", "with": [1, 2] }] }
            """#)
        #expect(found.count == 3)
        #expect(found.first == "\"probe.nothere\": \"probe.nothere\" matches no action")
        #expect(found.dropFirst().first == "\"nobody\": there is no hook named \"nobody\"")
        #expect(found.last?.hasPrefix("\"probe.see_text\": ") == true)
    }

    @Test("comes behind those that it needs, all their rows")
    func needs() throws {
        let plan = try plan(
            #"""
            { "name": "last", "needs": ["first", "rows"], "steps": [] }, { "name": "other", "steps": [] },
            { "name": "rows", "each": [{ "x": 1 }, { "x": 2 }], "steps": [] }, { "name": "first", "steps": [] }
            """#)
        #expect(plan.cases.map(\.name) == ["first", "rows [1]", "rows [2]", "last", "other"])
        #expect(plan.cases[3].outline.needs == ["first", "rows [1]", "rows [2]"])
        var ledger = CaseLedger()
        for planned in plan.cases.prefix(2) { ledger.note(.passed, of: planned.outline) }
        #expect(ledger.obstacle(to: plan.cases[3].outline) == "it needs \"rows [2]\", which has not passed")
        ledger.note(.passed, of: plan.cases[2].outline)
        #expect(ledger.obstacle(to: plan.cases[3].outline) == nil)
    }

    @Test(
        "is chosen by name, by tag, or as another needs it",
        arguments: [
            ([], [], ["one", "two [x]", "two [2]", "three"]), (["one"], [], ["one"]),
            (["two"], [], ["two [x]", "two [2]"]),
            (["two [2]"], [], ["two [2]"]), (["*e"], [], ["one", "three"]), (["t*[*]"], [], ["two [x]", "two [2]"]),
            (["*", "nothing"], ["t"], ["two [x]", "two [2]"]), ([], ["u"], ["one", "three"]), (["o"], [], []),
            (["one"], ["t"], []), (["**o*e**"], [], ["one"]),
        ] as [([String], [String], [String])])
    func selection(names: [String], tags: [String], chosen: [String]) throws {
        let plan = try plan(
            #"""
            { "name": "one", "steps": [] },
            { "name": "two", "tags": ["t"], "each": [{ "name": "x" }, {}], "steps": [] },
            { "name": "three", "tags": ["u"], "needs": ["one"], "steps": [] }
            """#)
        let expected = chosen.contains("three") && !chosen.contains("one") ? ["one"] + chosen : chosen
        #expect(CaseSelection(names: names, tags: tags).cases(of: plan.cases.map(\.outline)).map(\.name) == expected)
    }

    @Test("Steps that run in any case run behind a failure, each, and what was never saved skips them")
    func always() throws {
        #expect(
            try story(
                #"""
                { "name": "a",
                  "steps": [{ "call": "probe.box_make", "with": [1], "save": "box" },
                            { "call": "probe.divide", "with": [1, 0], "save": { "q": "out.quotient" } },
                            { "call": "probe.add", "with": [1, 2], "save": "sum" }],
                  "always": [{ "call": "probe.same_signed", "with": [{ "ref": "sum" }] },
                             { "call": "probe.same_signed", "with": [1], "expect": { "result": { "ref": "q" } } },
                             { "call": "probe.box_value", "with": [{ "ref": "box" }], "expect": { "result": 2 } },
                             { "call": "probe.box_free", "with": [{ "ref": "box" }] }] }
                """#
            ).filter { !$0.contains("box_make") } == [
                "begin a", "call 1 divide failed byZero",
                "warning step.never-saved", "call 3 same_signed skipped", "warning step.never-saved",
                "call 4 same_signed skipped", "call 5 box_value returned 1", "result failed",
                "call 6 box_free returned nothing", "failed a",
            ])
    }

    @Test("that is interrupted still runs what runs in any case")
    func interrupted() throws {
        let story = try story(
            #"{ "name": "a", "steps": [{ "call": "probe.nothing" }], "always": [{ "call": "probe.add", "with": [1, 2] }] }"#,
            until: { true })
        #expect(story == ["begin a", "call 1 add returned 3", "interrupted a"])
    }

    @Test("A failure among steps that run in any case fails what was right before")
    func alwaysFails() throws {
        let run = bench.run(
            try bench.plan(
                #"{ "call": "probe.nothing" }"#,
                rest: #", "always": [{ "call": "probe.divide", "with": [1, 0] }, { "call": "probe.nothing" }]"#))
        #expect(run.ending == .failed)
        #expect(
            run.events.story == [
                "call 0 nothing returned \"not null\"", "call 1 divide failed byZero",
                "call 2 nothing returned \"not null\"", "summary",
            ])
    }
}
