// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Hooks in a run")
struct HookRunTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func run(_ hooks: String, _ steps: String) throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "probe": { "library": "probe" }, "m": { "library": "libm.so.6",
                  "declarations": ["double cos(double x)"] } },
                  "hooks": [\(hooks)], "steps": [\(steps)] }
                """)
    }

    private static let add = #"{ "call": "probe.add", "with": [3, 4] }"#

    @Test("before, instead and after run in their order, nested by order")
    func order() throws {
        let run = try run(
            #"""
            { "on": "probe.add", "before": ["probe.print_name", "probe.see_add"], "after": "probe.print_name" },
            { "on": "probe.add", "instead": "probe.print_name" },
            { "on": "probe.add", "order": -1, "before": "probe.see_add" }
            """#, Self.add)
        #expect(run.status == 0)
        #expect(
            run.outputWithoutTimes == """
                sees 3
                before probe.add
                sees 3
                instead of probe.add
                after probe.add
                  probe.add(3, 4) = 7

                """)
    }

    // T19
    @Test("A hook runs once in a call, however many of its patterns match")
    func overlap() throws {
        let run = try run(
            #"{ "on": ["probe.*", "probe.add", "library:probe.a*"], "before": "probe.see_add" }"#, Self.add)
        #expect(run.outputWithoutTimes == "sees 3\n  probe.add(3, 4) = 7\n")
    }

    @Test("A plain function instead of an action takes its place")
    func plainInstead() throws {
        let run = try run(#"{ "on": "probe.add", "instead": "probe.multiply" }"#, Self.add)
        #expect(run.outputWithoutTimes == "  probe.add(3, 4) = 12\n")
    }

    @Test("A hook that fails stops the call, and after hooks still run")
    func refusal() throws {
        let run = try run(
            #"""
            { "on": "probe.*", "after": "probe.print_name" },
            { "on": "probe.say", "before": ["probe.refuse", "probe.see_text"] }
            """#, #"{ "call": "probe.say", "with": ["CALLED"], "expect": { "failure": { "code": "refused" } } }"#)
        #expect(run.status == 0)
        #expect(
            run.output == """
                after probe.say
                  probe.say("CALLED") failed: refused: the hook says no
                    it came from the before hook probe.refuse (stack.json:4:1 on "probe.say")

                """)
    }

    @Test("A hook that is tolerated fails no call, and is logged, until it is paused")
    func tolerated() throws {
        let say = #"{ "call": "probe.say", "with": ["CALLED"], "expect": { "failure": null } }"#
        let run = try run(
            #"{ "on": "probe.say", "before": "probe.refuse", "tolerate": { "failures": 2 } }"#, "\(say), \(say), \(say)"
        )
        #expect(run.status == 0)
        let noted = run.errors.split(separator: "\n").filter { $0.contains("goes on: refused: the hook says no") }
        #expect(noted.count == 2 && run.errors.contains("paused after 2 failures"))
    }

    @Test("A hook that would be around more actions than it may is a mistake")
    func tooMany() throws {
        let run = try run(#"{ "on": "probe.*", "after": "count", "atMost": 2 }"#, #"{ "call": "probe.nothing" }"#)
        #expect(run.status == 3 && run.errors.contains("the hook may be around at most 2"))
    }

    @Test("after hooks can ask for calls that returned, or failed")
    func conditions() throws {
        let hooks = #"""
            { "on": "probe.*", "when": "failed", "after": "probe.print_name" },
            { "on": "probe.*", "when": "returned", "after": "count" }
            """#
        let steps = #"""
            { "call": "probe.divide", "with": [1, 1] },
            { "call": "probe.divide", "with": [1, 0], "expect": { "failure": { "code": "byZero" } } }
            """#
        let run = try run(hooks, steps)
        #expect(run.status == 0)
        #expect(run.output.split(separator: "after probe.divide\n").count == 2)
        #expect(run.output.contains(#/probe\.divide +1 +0\n/#))
    }

    @Test("Calls that a module makes through the host have their hooks")
    func insideCalls() throws {
        let run = try run(
            #"{ "on": "probe.add", "before": "probe.print_name" }"#,
            #"{ "call": "probe.add_by_host", "with": [3, 4], "expect": { "result": 7 } }"#)
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "before probe.add\n  probe.add_by_host(3, 4) = 7\n")
    }

    @Test("Functions of a library that knows nothing of Heddle are hooked like all others")
    func foreign() throws {
        let run = try run(
            #"{ "on": "*.*", "before": "probe.print_name" }, { "on": ["*.*", "!m.*"], "before": "probe.refuse" }"#,
            #"{ "call": "m.cos", "with": [0], "expect": { "result": 1 } }"#)
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "before m.cos\n  m.cos(0) = 1\n")
    }
}
