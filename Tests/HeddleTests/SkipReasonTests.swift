// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("The reason why steps are left out")
struct SkipReasonTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// `c.count` returns 1, 2, 3 and so on in each run.
    private func plan(_ members: String) throws -> Plan {
        let text = """
            { "behaviour": 1, \(members), "modules": { "c": { "library": "counter" } } }
            """
        return try Plan.read(SourceText(name: "skip.json", text), on: bench.host, origin: .file(folder: "."))
    }

    private func mistakes(_ step: String) -> [String] {
        do {
            try plan(#""steps": [\#(step)]"#).end()
            return []
        } catch {
            return ((error as? Diagnostics)?.all ?? []).map(\.message)
        }
    }

    private func deciding(_ condition: String, _ then: String, others: String = "") -> String {
        #"{ "call": "c.count", "if": { "result": \#(condition) }, "reason": "too old", "then": [\#(then)]\#(others) }"#
    }

    private let count = #"{ "call": "c.count" }"#

    /// How the only case has ended.
    private func ending(of steps: String, rest: String = "") throws -> (ending: CaseEnding?, events: [Event]) {
        let plan = try plan(#""cases": [{ "name": "a", "steps": [\#(steps)]\#(rest) }]"#)
        defer { plan.end() }
        let recorder = Recorder()
        CaseRun(plan.cases[0], on: bench.host, events: EventStream(to: [recorder]))()
        let ending = recorder.events.compactMap { event in
            if case .caseEnded(_, let ending) = event { ending } else { nil }
        }
        return (ending.first, recorder.events)
    }

    @Test("is told once, and of each call that is left out")
    func told() throws {
        let plan = try plan(#""steps": [\#(deciding("2", "\(count), \(deciding("5", count))")), \#(count)]"#)
        defer { plan.end() }
        let (ending, events) = bench.runAllWays(plan)
        #expect(ending == .held)
        #expect(
            events.story == [
                "call 0 count returned 1", "notice step.left-out", "call 1 count skipped",
                "call 2 count skipped", "call 3 count skipped", "call 4 count returned 2", "summary",
            ])
        #expect(events.summary?.skipped == 3)
        let reasons = events.compactMap { event -> String? in
            guard case .call(let call) = event, case .skipped(let reason) = call.status else { return nil }
            return reason
        }
        #expect(reasons == ["too old", "too old", "too old"])
    }

    @Test("is not told where the condition holds, whatever is left out then")
    func held() throws {
        let others = #", "else": [\#(count), \#(count)]"#
        let plan = try plan(#""steps": [\#(deciding("1", count, others: others))]"#)
        defer { plan.end() }
        #expect(bench.runAllWays(plan).events.story.contains { $0.contains("left-out") } == false)
        let other = try self.plan(#""steps": [\#(deciding("2", count, others: others))]"#)
        defer { other.end() }
        #expect(bench.runAllWays(other).events.calledSteps == [0, 1, 2, 3])
    }

    @Test("is told once in a loop")
    func loop() throws {
        let plan = try plan(#""steps": [{ "repeat": [\#(deciding("0", count))], "times": 3 }]"#)
        defer { plan.end() }
        let story = bench.runAllWays(plan).events.story
        #expect(story.filter { $0 == "notice step.left-out" }.count == 1)
        #expect(story.filter { $0.contains("skipped") } == ["call 1 count skipped"])
    }

    // MARK: Cases

    private let judged = #"{ "call": "c.count", "expect": { "result": { "gt": 0 } } }"#

    @Test("is that of a case in which nothing else is judged")
    func skipped() throws {
        for steps in [
            deciding("2", judged), "\(deciding("2", judged)), \(count)", deciding("2", deciding("1", judged)),
        ] {
            let ending = try ending(of: steps).ending
            #expect(ending?.outcome == .skipped)
            #expect(ending?.reason == "too old")
            #expect(ending?.isUnjudged == false)
        }
    }

    @Test("leaves a case as it is in which something else is judged, or fails")
    func others() throws {
        #expect(try ending(of: "\(deciding("2", judged)), \(judged)").ending?.outcome == .passed)
        #expect(try ending(of: "\(judged), \(deciding("3", judged))").ending?.outcome == .passed)
        #expect(try ending(of: deciding("1", judged)).ending?.outcome == .passed)
        #expect(try ending(of: deciding("2", judged), rest: #", "atMost": "1 h""#).ending?.outcome == .passed)
        #expect(
            try ending(of: deciding("2", judged), rest: #", "expect": { "stdout": "" }"#).ending?.outcome == .passed)
        let wrong = #"{ "call": "c.count", "expect": { "result": 0 } }"#
        #expect(try ending(of: "\(deciding("2", judged)), \(wrong)").ending?.outcome == .failed)
        #expect(try ending(of: deciding("2", judged), rest: #", "always": [\#(wrong)]"#).ending?.outcome == .failed)
    }

    @Test("is that of the steps also where the setup of the case is judged")
    func setup() throws {
        #expect(try ending(of: deciding("3", judged), rest: #", "setup": [\#(judged)]"#).ending?.outcome == .skipped)
    }

    // MARK: Mistakes

    @Test(
        "is a text that is not empty, beside a condition",
        arguments: [
            (
                #""if": { "result": 1 }, "then": [{ "call": "c.count" }], "reason": """#,
                "expected text that is not empty"
            ),
            (#""if": { "result": 1 }, "then": [{ "call": "c.count" }], "reason": 5"#, "a text that says why"),
            (#""reason": "old""#, "the step has no \"if\""),
            (#""if": { "result": 1 }, "reason": "old""#, "the step has no \"then\""),
        ])
    func refused(members: String, message: String) {
        let found = mistakes(#"{ "call": "c.count", \#(members) }"#)
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }
}
