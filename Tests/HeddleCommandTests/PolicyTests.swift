// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What a run does where it cannot go on as written")
struct PolicyTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func calls(_ steps: String, _ policy: String = "") throws -> (status: Int32, states: [String]) {
        let rest = policy.isEmpty ? "" : ", \"policy\": { \(policy) }"
        let run = try bench.heddle("run", behaviour: behaviour(steps, rest: rest), "--json")
        return (run.status, try run.events.filter { $0.kind == "call" }.map { $0["status"] ?? "" })
    }

    private static let failing = #",{ "call": "probe.divide", "with": [1, 0] },{ "call": "probe.nothing" }"#
    private static let unmet =
        #",{ "call": "probe.nothing", "expect": { "result": "x" } },{ "call": "probe.nothing" }"#

    @Test("It stops after a failure, unless it is to continue")
    func onFailure() throws {
        #expect(try calls(Self.failing) == (1, ["returned", "failed"]))
        #expect(try calls(Self.failing, #""onFailure": "stop""#) == (1, ["returned", "failed"]))
        #expect(try calls(Self.failing, #""onFailure": "continue""#) == (1, ["returned", "failed", "returned"]))
        #expect(try calls(Self.unmet) == (1, ["returned", "returned"]))
        #expect(try calls(Self.unmet, #""onFailure": "continue""#) == (1, ["returned", "returned", "returned"]))
    }

    @Test("It goes on after a failure that was expected")
    func expectedFailure() throws {
        let steps = Self.failing.replacing(
            "[1, 0]", with: "[1, 0], \"expect\": { \"failure\": { \"code\": \"byZero\" } }")
        #expect(try calls(steps) == (0, ["returned", "failed", "returned"]))
    }

    @Test("What is missing fails the whole run before it begins, unless it is to be skipped")
    func missing() throws {
        let steps =
            #",{ "call": "probe.none", "with": [1, "x"], "expect": { "result": 7 } },{ "call": "probe.nothing" }"#
        #expect(try calls(steps) == (4, []))
        #expect(try calls(steps, #""missing": "skip""#) == (0, ["returned", "skipped", "returned"]))
    }

    @Test("A module that is missing takes its steps and its hooks with it")
    func missingModule() throws {
        let text = """
            { "behaviour": 1, "policy": { "missing": "skip" },
              "modules": { "probe": { "library": "probe" }, "gone": { "library": "nowhere" } },
              "hooks": [{ "on": "gone.*", "before": "log" }, { "on": "probe.add", "before": "gone.hook" }],
              "steps": [{ "call": "gone.x", "with": [1], "save": "it" }, { "call": "probe.add", "with": [1, 2] }] }
            """
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "  probe.add(1, 2) = 3\n")
        #expect(
            run.errors.contains("warning: there is no module \"nowhere\" on the module path; the call is skipped\n"))
        #expect(run.errors.contains("--> stack.json:4:23\n"))
    }

    @Test("Skipping excuses what is missing, not what is wrong")
    func wrong() throws {
        #expect(try calls(#",{ "call": "probe.add", "with": [1] }"#, #""missing": "skip""#) == (3, []))
        #expect(try calls(#",{ "call": "probe.add", "wiht": [1, 2] }"#, #""missing": "skip""#) == (3, []))
    }

    @Test("An instance that cannot be made ends the run before its first call")
    func instances() throws {
        let text = """
            { "behaviour": 1,
              "modules": {
                "probe": { "library": "probe" },
                "first": { "library": "counter", "config": { "loud": true, "from": 5 } },
                "second": { "library": "counter", "config": { "refuse": true } }
              },
              "steps": [{ "call": "probe.say", "with": ["CALLED"] }] }
            """
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 1)
        #expect(run.output == "a counter from 5\n")
        #expect(run.errors.contains("error: the module second did not make its instance: refused: no counter today"))
    }

    @Test("Two instances of one library do not know of each other")
    func twoInstances() throws {
        let text = """
            { "behaviour": 1,
              "modules": {
                "low": { "library": "counter" }, "high": { "library": "counter", "config": { "from": 100 } }
              },
              "steps": [
                { "call": "low.count", "expect": { "result": 1 } }, { "call": "high.count", "expect": { "result": 101 } },
                { "call": "low.count", "expect": { "result": 2 } }
              ] }
            """
        #expect(try bench.heddle("run", behaviour: text).status == 0)
    }

    @Test("An instance that cannot be destroyed is worth a warning")
    func fragile() throws {
        let text = """
            { "behaviour": 1,
              "modules": { "c": { "library": "counter", "config": { "fragile": true } } },
              "steps": [{ "call": "c.count" }] }
            """
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0)
        #expect(
            run.errors.contains("warning: the module c did not destroy its instance: broken: the counter broke"))
    }
}
