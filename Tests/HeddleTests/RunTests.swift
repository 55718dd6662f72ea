// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("A run")
struct RunTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func run(_ steps: String, rest: String = "") throws -> (ending: Run.Ending, events: [Event]) {
        bench.run(try bench.plan(steps, rest: rest))
    }

    @Test("It tells each call, then what was expected of it, then what aspects found, and the sum at the end")
    func story() throws {
        let run = try run(
            #"""
            { "call": "probe.add", "with": [1, 2], "save": "sum", "expect": { "result": 3, "errno": { "ge": 0 } } },
            { "call": "probe.tell", "with": ["progress", "[1]"] },
            { "call": "probe.same_signed", "with": [{ "ref": "sum" }], "expect": { "result": { "ref": "sum" } } }
            """#, rest: #", "hooks": [{ "on": "probe.add", "after": "count" }]"#)
        #expect(run.ending == .held)
        #expect(
            run.events.story == [
                "call 0 add returned 3", "result held", "errno held", "emitted progress [1]",
                "call 1 tell returned nothing", "call 2 same_signed returned 3", "result held", "count of add",
                "summary",
            ])
        #expect(run.events.summary?.calls == 3)
        #expect(run.events.summary?.expectationsHeld == 3)
    }

    @Test("It stops at the first failure, or goes on, as the policy says")
    func policy() throws {
        let steps = #"""
            { "call": "probe.divide", "with": [1, 0] },
            { "call": "probe.add", "with": [1, 2], "expect": { "result": 4 } }, { "call": "probe.nothing" }
            """#
        let stopped = try run(steps)
        #expect(stopped.ending == .failed)
        #expect(stopped.events.story == ["call 0 divide failed byZero", "summary"])
        let continued = try run(steps, rest: #", "policy": { "onFailure": "continue" }"#)
        #expect(continued.ending == .failed)
        #expect(
            continued.events.story == [
                "call 0 divide failed byZero", "call 1 add returned 3", "result failed",
                "call 2 nothing returned \"not null\"", "summary",
            ])
    }

    @Test("It stops between two steps when it is asked to, with what was found and the sum")
    func interrupted() throws {
        let plan = try bench.plan(
            #"{ "call": "probe.nothing" }, { "call": "probe.nothing" }, { "call": "probe.nothing" }"#,
            rest: #", "hooks": [{ "on": "probe.*", "after": "count" }]"#)
        var asked = 0
        let run = bench.run(plan) {
            asked += 1
            return asked > 2
        }
        #expect(run.ending == .interrupted)
        #expect(run.events.summary?.calls == 2)
        #expect(run.events.story.suffix(2) == ["count of nothing", "summary"])
    }

    @Test("It counts as stopped also where the call during which it was asked to stop failed")
    func interruptedFailure() throws {
        let plan = try bench.plan(
            #"{ "call": "probe.divide", "with": [1, 0] }, { "call": "probe.nothing" }"#)
        var asked = 0
        let run = bench.run(plan) {
            asked += 1
            return asked > 1
        }
        #expect(run.ending == .interrupted)
        #expect(run.events.story == ["call 0 divide failed byZero", "summary"])
    }

    @Test("A plan can be run again: instances are made anew, and what was saved is forgotten")
    func again() throws {
        let text = #"""
            { "behaviour": 1, "modules": { "c": { "library": "counter", "config": { "from": 4 } } },
              "policy": { "onFailure": "continue" },
              "steps": [{ "call": "c.count", "save": "n", "expect": { "result": 5 } }] }
            """#
        let plan = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        for _ in 0..<2 {
            let run = bench.run(plan)
            #expect(run.ending == .held)
            #expect(run.events.story == ["call 0 count returned 5", "result held", "summary"])
        }
    }

    @Test("An instance that is refused ends it before its first call, and those made before are destroyed")
    func refusedInstance() throws {
        let text = #"""
            { "behaviour": 1, "modules": { "a": { "library": "counter", "config": { "fragile": true } },
              "b": { "library": "counter", "config": { "refuse": true } } }, "steps": [{ "call": "a.count" }] }
            """#
        let plan = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        let run = bench.run(plan)
        #expect(run.ending == .failed)
        #expect(run.events.story == ["error module.instance", "warning module.destroy", "summary"])
    }

    @Test("Hooks of the host and of the behaviour are around the same calls")
    func bothHooks() throws {
        let trace = Trace()
        try bench.host.hook("probe.add", .before) { call in trace.note("\(call.arguments[0].json) ") }
        let run = try run(
            #"{ "call": "probe.add", "with": [1, 2] }, { "call": "probe.add_by_host", "with": [3, 4] }"#,
            rest: #", "hooks": [{ "on": "probe.add", "instead": "probe.multiply" }]"#)
        #expect(trace.text == "1 3 ")
        #expect(
            run.events.story == ["call 0 add returned 2", "call 1 add_by_host returned 12", "summary"])
    }

    @Test("The log aspect and the log of modules go to the host's logger")
    func logging() throws {
        _ = try run(
            #"{ "call": "probe.add", "with": [1, 2] }"#,
            rest: #", "hooks": [{ "on": "probe.add", "before": { "log": { "level": "warning", "label": "L" } } }]"#)
        #expect(bench.log.count == 1)
        #expect(bench.log.first?.hasPrefix("warning: ") == true)
        #expect(bench.log.first?.contains("probe.add(1, 2)") == true)
    }

    @Test("A behaviour of many steps runs to its end")
    func many() throws {
        let steps = (0..<2000).map { number in
            #"{ "call": "probe.add", "with": [\#(number), 1], "expect": { "result": \#(number + 1) } }"#
        }
        let run = try run(steps.joined(separator: ","))
        #expect(run.ending == .held)
        #expect(run.events.summary?.expectationsHeld == 2000)
    }
}
