// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import Testing

@Suite("The modules of a behaviour that a program runs", .serialized)
struct BehaviourModuleTests {
    private let counting = """
        { "behaviour": 1, "modules": { "counter": { "library": "counter" } },
          "steps": [{ "call": "counter.count", "expect": { "result": 1 } }] }
        """

    @Test("leave the host with the run, and with a check")
    func end() throws {
        let bench = try Bench()
        #expect(try bench.host.run(behaviour: counting).ending == .held)
        #expect(message { try bench.host.call("counter.count") } == "there is no module \"counter\"")
        try bench.host.check(behaviour: counting)
        #expect(message { try bench.host.call("counter.count") } == "there is no module \"counter\"")
        #expect(try bench.host.run(behaviour: counting).ending == .held)
    }

    @Test("leave the host with a plan that was refused")
    func refused() throws {
        let bench = try Bench()
        let wrong = counting.replacing("\"call\": \"counter.count\"", with: "\"call\": \"counter.no\"")
        #expect(throws: Diagnostics.self) { try bench.host.run(behaviour: wrong) }
        #expect(message { try bench.host.call("counter.count") } == "there is no module \"counter\"")
    }

    @Test("are those of the program, with their instances, if they have their names and are the same")
    func shared() throws {
        let bench = try Bench("counter")
        #expect(try bench.host.run(behaviour: counting).ending == .held)
        try bench.host.check(behaviour: counting)
        #expect(try bench.host.call("counter.count") == 2)
    }

    @Test("cannot have the names of modules of the program that they are not")
    func names() throws {
        let bench = try Bench("counter")
        try bench.host.module("m", library: "libm.so.6", declarations: ["double cos(double x)"])
        func refusal(_ entry: String) -> String? {
            message {
                try bench.host.check(behaviour: "{ \"behaviour\": 1, \"modules\": { \(entry) }, \"steps\": [] }")
            }
        }
        #expect(
            refusal(#""counter": { "library": "probe" }"#)?.contains("which is another one: its library is") == true)
        #expect(refusal(#""counter": { "library": "counter", "config": { "from": 1 } }"#)?.contains("too late") == true)
        #expect(
            refusal(#""m": { "library": "libm.so.6", "declarations": ["double sin(double x)"] }"#)
                == "the program has a module named \"m\", which is another one: it does not declare sin")
        #expect(
            refusal(#""m": { "library": "libm.so.6", "declarations": ["float cos(double x)"] }"#)
                == "the program has a module named \"m\", which is another one: it declares double cos(double x)")
        #expect(refusal(#""m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] }"#) == nil)
        #expect(try bench.host.call("counter.count") == 1)
    }

    @Test("have no instance before the run, so that a call of the program fails")
    func instance() throws {
        let bench = try Bench()
        let plan = try Plan.read(SourceText(name: "counting", counting), on: bench.host, origin: .file(folder: "."))
        #expect(message { try bench.host.call("counter.count") }?.contains("there is no instance of counter") == true)
        withExtendedLifetime(plan) {}
    }
}
