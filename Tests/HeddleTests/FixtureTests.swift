// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing

@Suite("The setup of cases")
struct FixtureTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The events of all cases, or of the steps, in order.
    private func story(_ members: String, runsCases: Bool = true) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" }, "c": { "library": "counter" } }, \(members) }
            """
        let plan = try Plan.read(SourceText(name: "cases.json", text), on: bench.host, origin: .file(folder: "."))
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        if runsCases {
            for planned in plan.cases { _ = CaseRun(planned, on: bench.host, events: stream)() }
        } else {
            _ = Run(plan, on: bench.host, events: stream)()
        }
        return recorder.events.story
    }

    private static let setup = #""setup": [{ "call": "c.count", "save": "n", "expect": { "result": 1 } }]"#
    private static let always = #""always": [{ "call": "probe.add", "with": [{ "ref": "n" }, 10] }]"#
    private static let add = #"{ "call": "probe.add", "with": [{ "ref": "n" }, 1], "expect": { "result": 2 } }"#

    @Test("runs anew in each case, whose values are its own, and what cleans up behind it too")
    func file() throws {
        let cases = #""cases": [{ "name": "a", "steps": [\#(Self.add)] }, { "name": "b", "steps": [\#(Self.add)] }]"#
        let each = [
            "call 0 count returned 1", "result held", "call 1 add returned 2", "result held", "call 2 add returned 11",
        ]
        #expect(
            try story("\(Self.setup), \(Self.always), \(cases)")
                == ["begin a"] + each + ["passed a", "begin b"] + each + ["passed b"])
        #expect(
            try story(#"\#(Self.setup), \#(Self.always), "steps": [\#(Self.add)], \#(cases)"#, runsCases: false) == each
        )
    }

    @Test("of a group and a table runs anew for each of their cases and rows")
    func group() throws {
        let told = try story(
            #"""
            "cases": [{ "name": "g", "each": [{ "want": 2 }, { "want": 3 }], \#(Self.setup), \#(Self.always),
              "cases": [{ "name": "a", "steps": [{ "call": "probe.add", "with": [{ "ref": "n" }, 1],
                "expect": { "result": { "ref": "row.want" } } }] }] }]
            """#)
        let setup = ["call 0 count returned 1", "result held", "call 1 add returned 2"]
        #expect(
            told == ["begin a [1]"] + setup + ["result held", "call 2 add returned 11", "passed a [1]"]
                + ["begin a [2]"] + setup + ["result failed", "call 2 add returned 11", "failed a [2]"])
    }

    @Test("keeps the steps from running where it fails, whatever the policy says, and is cleaned up")
    func failure() throws {
        let told = try story(
            #"""
            "policy": { "onFailure": "continue" },
            "setup": [{ "call": "probe.divide", "with": [1, 0] }, { "call": "c.count", "save": "n" }],
            "always": [{ "call": "probe.nothing" }, { "call": "probe.add", "with": [{ "ref": "n" }, 1] }],
            "cases": [{ "name": "a", "steps": [{ "call": "probe.nothing" }] }]
            """#)
        #expect(
            told == [
                "begin a", "call 0 divide failed byZero", "call 3 nothing returned \"not null\"",
                "warning step.never-saved", "call 4 add skipped", "failed a",
            ])
    }

    @Test("is selected with its cases by the name of the group")
    func selection() throws {
        let text = #"""
            { "behaviour": 1, "cases": [
              { "name": "g", "cases": [{ "name": "a", "steps": [] }, { "name": "h", "cases": [{ "name": "b", "steps": [] }] }] },
              { "name": "c", "steps": [] }] }
            """#
        let plan = try Plan.read(SourceText(name: "cases.json", text), on: bench.host, origin: .file(folder: "."))
        let outlines = plan.cases.map(\.outline)
        #expect(CaseSelection(names: ["g"]).cases(of: outlines).map(\.name) == ["a", "b"])
        #expect(CaseSelection(names: ["h", "c"]).cases(of: outlines).map(\.name) == ["b", "c"])
    }
}
