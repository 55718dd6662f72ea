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

    private static let blocks = #"""
        { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
          "steps": [
            { "repeat": [
                { "call": "probe.add", "with": [1, 2], "until": { "result": 4 } },
                { "call": "probe.add", "with": [3, 4], "if": { "result": 7, "errno": 0 },
                  "then": [{ "call": "probe.add", "with": [5, 6] }], "else": [{ "call": "probe.add", "with": [7, 8] }] } ],
              "times": 3 } ] }
        """#

    @Test("shows loops and branches before their first steps, and what ends or decides them")
    func loopsAndBranches() throws {
        let plan = try bench.heddle("plan", behaviour: Self.blocks, "--calls", "own")
        let lines = plan.output.split(separator: "\n").filter { !$0.contains(" action ") }
        #expect(
            lines == [
                "repeat 0 to 3 until one ends it, at most 3 times", "0  probe.add(1, 2)", "     until   result",
                "1 decides: 2, or else 3", "1  probe.add(3, 4)", "     if      result, errno", "2  probe.add(5, 6)",
                "3  probe.add(7, 8)",
            ])
        let data = try bench.heddle("plan", behaviour: Self.blocks, "--json").output.split(separator: "\n")
        #expect(data[0].contains(#""blocks":[{"first":0,"last":3,"atMost":3}]"#))
        #expect(data[0].contains(#""until":["result"]"#))
        #expect(data[2].contains(#""blocks":[{"first":0,"last":3,"atMost":3},{"first":1,"last":3,"else":3}]"#))
    }
}
