// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle plan")
struct PlanTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let behaviour = #"""
        { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
          "hooks": [
            { "name": "inner", "on": "probe.add", "during": "probe.add_by_host", "before": "log" },
            { "name": "first", "on": "probe.add", "once": true, "after": "count" }
          ],
          "steps": [{ "call": "probe.add", "with": [1, 2] }],
          "always": [{ "call": "probe.nothing" }] }
        """#

    @Test("shows what is around the calls of the steps, what runs once only, and what runs in any case")
    func text() throws {
        let plan = try bench.heddle("plan", behaviour: Self.behaviour, "--calls", "own")
        #expect(
            plan.output == """
                0  probe.add(1, 2)
                     action  int32_t add(int32_t a, int32_t b)  Heddle's own transfer
                     after   count                        hook "first", stack.json:4:5 on "probe.add"; order 0, once
                     not     hook "inner", stack.json:3:5 on "probe.add" during "probe.add_by_host": a step is made inside of no call
                1  always probe.nothing()
                     action  const char *nothing(void)    Heddle's own transfer
                     not     hook "inner", stack.json:3:5: "probe.add" does not match its name
                     not     hook "first", stack.json:4:5: "probe.add" does not match its name

                """)
    }

    @Test("says the same as data")
    func data() throws {
        let plan = try bench.heddle("plan", behaviour: Self.behaviour, "--json")
        let lines = plan.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].contains(#""hook":"first","why":"stack.json:4:5 on \"probe.add\"","place":"order 0","once":true}"#)
        )
        #expect(lines[0].contains(#""passedOver":[{"hook":"inner""#))
        #expect(lines[1].contains(#""always":true"#))
    }
}
