// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle check")
struct CheckTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("says that a file is right, and calls nothing of it")
    func right() throws {
        let check = try bench.heddle("check", behaviour: behaviour(",{ \"call\": \"probe.crash\" }"))
        #expect(check.status == 0)
        #expect(check.output == "stack.json is right: 2 steps\n")
        #expect(check.errors == "")
    }

    @Test("makes no instance")
    func instances() throws {
        let text = """
            { "behaviour": 1,
              "modules": { "counter": { "library": "counter", "config": { "loud": true, "refuse": true } } },
              "steps": [{ "call": "counter.count" }] }
            """
        let check = try bench.heddle("check", behaviour: text)
        #expect(check.status == 0)
        #expect(check.output == "stack.json is right: 1 step\n")
    }

    @Test("reports five different mistakes at their places, in the order of the file")
    func five() throws {
        let text = Marked(
            """
            {
              "behaviour": 1,
              "modules": {
                "probe": { "library": "probe" },
                "gone": { "library": «"nowhere" }
              },
              "hooks": [
                { "on": "probe.add", "before": «"logg" }
              ],
              "steps": [
                { "call": "probe.say", "with": ["CALLED"] },
                { "call": "probe.add", "with": [1, «"two"] },
                { "call": "probe.add", "wiht": [1, 2] },
                { "call": «"probe.subtract", "with": [1, 2] },
                { "call": "gone.anything" }
              ]
            }
            """.replacing("\"wiht\"", with: "«\"wiht\""))
        try bench.expectRefused(
            text, 3,
            [
                "there is no module \"nowhere\" on the module path",
                "\"logg\" is neither an aspect nor a function of a module",
                "argument 2 (b) of probe.add is text \"two\", the declaration wants a whole number from -2147483648 "
                    + "to 2147483647",
                "a step has no key \"wiht\"",
                "the module probe has no action \"subtract\"",
            ])
    }

    @Test("finds what a form mistake elsewhere in the file would hide")
    func mixture() throws {
        let text = Marked(
            """
            {
              "behaviour": 1,
              "modules": { "probe": { "library": "probe" } },
              "hooks": [
                { "on": «"probe.none", "before": "log" },
                { "name": "a", "on": "probe.add", "outside": «"nobody", "before": "log" }
              ],
              "steps": [
                { "call": "probe.say", "with": [«{ "ref": "later" }] },
                { "call": "probe.add", "with": [1, 2], «"sav": "x" }
              ]
            }
            """.replacing("«{ \"ref\": \"later\"", with: "{ \"ref\": «\"later\""))
        try bench.expectRefused(
            text, 3,
            [
                "\"probe.none\" matches no action", "there is no hook named \"nobody\"",
                "no step saves \"later\", expected the name of a saved value", "a step has no key \"sav\"",
            ])
    }

    @Test("does not report what only follows from another mistake")
    func consequences() throws {
        let text = Marked(
            """
            { "behaviour": 1,
              "modules": {
                "probe": { "library": "probe" },
                "wrong": { «"libary": "probe" },
                "m": { "library": "libm.so.6", "declarations": ["double cos(«doubel x)"] }
              },
              "hooks": [
                { "on": ["wrong.*", "m.*"], "before": "log" },
                { "on": "probe.*", "before": "wrong.see_add" }
              ],
              "steps": [
                { "call": "wrong.add", "with": [1, 2], "save": "sum" },
                { "call": "m.cos", "with": [0] },
                { "call": "probe.add", "with": [1, { "ref": "sum" }] }
              ] }
            """)
        try bench.expectRefused(text, 3, ["a module has no key \"libary\"", "unknown type \"doubel\""])
    }

    @Test("tells warnings and what a run would skip, and finds the file right")
    func warnings() throws {
        let text = Marked(
            """
            [
              { "name": "probe", «"verison": 1, "actions": [{ "func": "nothing" }, { "func": «"nope" }] },
              { "name": "gone", "actions": [{ "func": «"anything" }] }
            ]
            """)
        let check = try bench.heddle("check", behaviour: text.text, "--json")
        #expect(check.status == 0)
        #expect(try check.events.map { $0["at"] ?? "" } == text.places)
        #expect(try check.events.allSatisfy { $0["severity"] == "warning" })
        let human = try bench.heddle("check", behaviour: text.text)
        #expect(human.output == "stack.json is right: 3 steps\n")
        for place in text.places { #expect(human.errors.contains("--> \(place)\n")) }
    }
}
