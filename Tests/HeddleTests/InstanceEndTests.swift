// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing
import Workbench

// AS-15, AS-16
@Suite("The end of an instance")
struct InstanceEndTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func plan(_ hooks: String) throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": { "counter": { "library": "counter" }, "probe": { "library": "probe" } },
              "hooks": [\(hooks)], "steps": [{ "call": "counter.count" }] }
            """
        return try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
    }

    private func mistake(_ hook: String) -> String? { message { _ = try plan(hook) } }

    @Test("can have hooks before it, which see its name")
    func before() throws {
        let plan = try plan(#"{ "on": "counter.counter_destroy", "before": "log" }"#)
        #expect(bench.run(plan).events.story == ["call 0 count returned 1", "summary"])
        #expect(bench.log == ["info: counter.counter_destroy()"])
    }

    @Test("comes also where such a hook fails, which is told")
    func failing() throws {
        let plan = try plan(#"{ "on": "counter.counter_destroy", "before": "probe.refuse" }"#)
        for _ in 0..<2 {
            #expect(
                bench.run(plan).events.story == ["call 0 count returned 1", "warning module.destroy", "summary"],
                "a second run has an instance of its own")
        }
    }

    @Test("can be neither replaced nor followed")
    func refused() {
        let message = "counter.counter_destroy destroys an instance, which can have hooks only before it"
        #expect(mistake(#"{ "on": "counter.counter_destroy", "instead": "cache" }"#) == message)
        #expect(mistake(#"{ "on": "counter.counter_destroy", "after": "count" }"#) == message)
        #expect(mistake(#"{ "on": "counter.counter_destroy", "before": "log", "after": "time" }"#) == message)
        #expect(
            mistake(#"{ "on": "counter.counter_destroy", "after": "count", "background": { "limit": 1 } }"#) == message)
    }

    @Test("is no matter of patterns that cover it, nor a call that a step can make")
    func covered() throws {
        let plan = try plan(#"{ "on": "counter.*", "before": "log", "after": "count" }"#)
        _ = bench.run(plan)
        #expect(bench.log == ["info: counter.count()"])
        #expect(
            message { _ = try bench.host.call(ActionName(module: "counter", action: "counter_destroy"), with: []) }
                != nil)
    }
}
