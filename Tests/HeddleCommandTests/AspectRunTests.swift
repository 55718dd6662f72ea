// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Aspects in a run")
struct AspectRunTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Runs steps that call the fixture, with these hooks.
    private func run(_ hooks: String, _ steps: String...) throws -> Program.Ended {
        try bench.heddle("run", behaviour: text(hooks, steps.joined(separator: ",\n")))
    }

    private func events(_ hooks: String, _ steps: String...) throws -> [Event] {
        try bench.events(of: text(hooks, steps.joined(separator: ",\n")))
    }

    private func text(_ hooks: String, _ steps: String) -> String {
        """
        { "behaviour": 1,
          "modules": { "probe": { "library": "probe" }, "m": { "library": "libm.so.6",
            "declarations": ["_Idempotent_ double cbrt(double x)"] }, "c": { "library": "libc.so.6",
            "declarations": ["int abs(int number)"] } },
          "hooks": [
        \(hooks)
          ],
          "steps": [
        \(steps)
          ] }
        """
    }

    private static let add = #"{ "call": "probe.add", "with": [3, 4], "expect": { "result": 7 } }"#

    private func add(_ a: Int, _ b: Int, expect: String) -> String {
        #"{ "call": "probe.add", "with": [\#(a), \#(b)], "expect": { \#(expect) } }"#
    }

    private func refused(_ code: String) -> String { #""failure": { "code": "\#(code)" }"# }

    @Test("guard refuses by a condition on arguments, and says what did not hold")
    func condition() throws {
        let run = try run(
            #"{ "on": "probe.add", "before": { "guard": { "where": { "argument.a": { "lt": 5 } } } } }"#, Self.add,
            add(9, 1, expect: refused("refused")))
        #expect(run.status == 0)
        #expect(run.output.contains("probe.add(9, 1) failed: refused: argument.a is 9, expected less than 5\n"))
    }

    @Test("cache tells texts apart that differ behind a zero")
    func textsWithZeros() throws {
        let run = try bench.heddle(
            "run",
            behaviour: #"""
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations":
                    ["int bcmp(_In_reads_(n) const char *a, _In_reads_(n) const char *b, size_t n)"] } },
                  "hooks": [{ "on": "c.bcmp", "instead": { "cache": {} } }],
                  "steps": [
                    { "call": "c.bcmp", "with": ["a\u0000b", "a\u0000b", 3], "expect": { "result": 0 } },
                    { "call": "c.bcmp", "with": ["a\u0000b", "a\u0000c", 3], "expect": { "result": { "ne": 0 } } },
                    { "call": "c.bcmp", "with": ["a\u0000b", "a\u0000b", 3], "expect": { "result": 0 } },
                    { "call": "c.bcmp", "with": ["ab\u0000", "ab\u0000", 3], "expect": { "result": 0 } }
                  ] }
                """#)
        #expect(run.status == 0)
        #expect(run.output.contains("  c.bcmp     1       3        0        0\n"), "\(run.output)")
        #expect(run.output.contains(#"c.bcmp("ab\u0000", "ab\u0000", 3)"#), "a zero at the end is counted too")
    }

    @Test("guard asks an action, whose own hooks run")
    func question() throws {
        let run = try run(
            #"""
            { "on": "probe.add", "before": { "guard": { "action": "probe.look_up" } } }
            """#, Self.add)
        #expect(run.status == 3, "a text is no number")
        #expect(run.errors.contains("probe.look_up takes const char * where it takes int32_t"))
        let asked = try self.run(
            #"""
            { "on": "probe.add", "before": { "guard": { "action": "c.abs", "message": "zero is not added" } } },
            { "on": "c.abs", "after": "count" }
            """#, Self.add, add(0, 7, expect: refused("refused")))
        #expect(asked.status == 0)
        #expect(asked.output.contains("probe.add(0, 7) failed: refused: zero is not added\n"))
        #expect(asked.output.contains(#/c\.abs +2 +0\n/#))
    }

    @Test("guard refuses where the action that it asks fails, and keeps why")
    func unanswered() throws {
        let events = try events(
            #"""
            { "on": "probe.add", "before": { "guard": { "action": "c.abs" } } },
            { "on": "c.abs", "before": { "fault": { "code": "offline", "message": "no answer" } } }
            """#, add(3, 4, expect: refused("refused")))
        #expect(
            events[0].line.contains(
                #""failure":{"code":"refused","message":"c.abs could not be called","hook":"the before hook guard "#))
        #expect(
            events[0].line.contains(
                #""suppressed":[{"code":"offline","message":"no answer","hook":"the before hook fault ("#))
    }

    @Test("cache answers without the action, retry gets past faults, answer stands in its place")
    func changes() throws {
        let run = try run(
            #"""
            { "on": "probe.add", "instead": [{ "cache": { "capacity": 4 } }, "probe.print_name"] },
            { "on": "m.cbrt", "instead": ["retry", { "fault": { "nth": [1, 2] } }] },
            { "on": "probe.same_text", "instead": { "answer": { "results": ["a", "b"], "then": "proceed" } } }
            """#, Self.add, Self.add, #"{ "call": "m.cbrt", "with": [8], "expect": { "result": 2 } }"#,
            #"{ "call": "probe.same_text", "with": ["c"], "expect": { "result": "a" } }"#,
            #"{ "call": "probe.same_text", "with": ["c"], "expect": { "result": "b" } }"#,
            #"{ "call": "probe.same_text", "with": ["c"], "expect": { "result": "c" } }"#)
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").count { $0 == "instead of probe.add" } == 1, "the action ran once")
        #expect(run.output.contains(#/probe\.add +1 +1 +0 +0\n/#))
    }

    @Test("rewrite changes arguments and results, also texts")
    func rewrite() throws {
        let run = try run(
            #"""
            { "on": "probe.add", "before": { "rewrite": { "arguments": { "b": 10 } } } },
            { "on": "probe.same_text", "after": { "rewrite": { "result": "rewritten" } } }
            """#, add(3, 4, expect: #""result": 13"#),
            #"{ "call": "probe.same_text", "with": ["c"], "expect": { "result": "rewritten" } }"#)
        #expect(run.status == 0)
    }

    @Test("limit, timeout, delay and fault do what they say")
    func more() throws {
        let run = try run(
            #"""
            { "on": "probe.add", "instead": { "limit": { "calls": 1, "per": "1 h" } } },
            { "on": "probe.wait_ms", "instead": { "timeout": { "after": "1 ms" } } },
            { "on": "probe.same_small", "instead": [{ "timeout": { "after": "1 ms" } }, { "delay": { "for": "5 ms" } }] },
            { "on": "probe.negate", "after": { "fault": { "code": "EIO", "message": "asked for" } } }
            """#, Self.add, add(3, 4, expect: refused("limited")),
            #"{ "call": "probe.wait_ms", "with": [20], "expect": { \#(refused("timedOut")) } }"#,
            #"{ "call": "probe.same_small", "with": [20], "expect": { \#(refused("timedOut")) } }"#,
            #"{ "call": "probe.negate", "with": [true], "expect": { \#(refused("EIO")) } }"#)
        #expect(run.status == 0)
    }

    @Test("log hides what is secret, by the declaration and by the option")
    func secrets() throws {
        let run = try run(
            #"""
            { "on": "probe.add", "before": { "log": { "redact": ["b"] } } },
            { "on": "probe.divide", "before": { "log": { "arguments": ["b"] } } }
            """#, Self.add, #"{ "call": "probe.divide", "with": [6, 2] }"#)
        #expect(run.errors.contains("info: probe.add(3, <secret>)\n"))
        #expect(run.errors.contains("info: probe.divide(b: 2)\n"))
    }

    @Test("what they found out are events, one an action that was called")
    func findings() throws {
        let events = try events(
            #"{ "name": "n", "on": "probe.*", "instead": { "fault": { "nth": 2 } } }"#, Self.add,
            add(3, 4, expect: refused("fault")), #"{ "call": "probe.negate", "with": [true] }"#)
        #expect(
            events.filter { $0.kind == "finding" }.map(\.line) == [
                #"{"event":"finding","aspect":"fault","hook":"n","action":"probe.add","facts":{"calls":2,"failed":1}}"#,
                #"{"event":"finding","aspect":"fault","hook":"n","action":"probe.negate","facts":{"calls":1,"failed":0}}"#,
            ])
    }

    @Test("expectCalls makes a run fail at its end, and says what was expected where")
    func expectedCalls() throws {
        let hook = #"{ "on": ["probe.add", "probe.negate"], "before": { "expectCalls": { "times": 1 } } }"#
        let negate = #"{ "call": "probe.negate", "with": [true] }"#
        #expect(try run(hook, Self.add, negate).status == 0)
        let failed = try run(hook, Self.add, Self.add)
        #expect(failed.status == 1)
        #expect(failed.errors.contains("error: probe.add was called 2 times, expected 1\n"))
        #expect(failed.errors.contains("error: probe.negate was called 0 times, expected 1\n"))
        #expect(failed.errors.contains("--> stack.json:6:"))
        let ordered = try run(
            hook.replacing(#""times": 1"#, with: #""order": ["probe.negate", "probe.add"]"#), Self.add, negate)
        #expect(ordered.errors.contains("error: probe.add was called out of order, expected probe.negate\n"))
    }

    @Test("track and trace tell of calls as events")
    func emitted() throws {
        let events = try events(
            #"""
            { "on": "probe.add*", "after": "trace" },
            { "on": "probe.add", "after": { "track": { "label": "added", "when": { "result": { "gt": 5 } },
              "data": { "left": "argument.a", "sum": "result", "kind": { "value": "sum" } } } } }
            """#, #"{ "call": "probe.add_by_host", "with": [3, 4] }"#, add(1, 1, expect: #""result": 2"#))
        let emitted = events.filter { $0.kind == "emitted" }.map(\.line)
        #expect(emitted.count == 4)
        #expect(
            emitted[0]
                == #"{"event":"emitted","name":"added","value":{"action":"probe.add","data":{"left":3,"sum":7,"kind":"sum"}}}"#
        )
        #expect(emitted[1].contains(#""name":"span","value":{"span":2,"parent":1,"action":"probe.add""#))
        #expect(emitted[2].contains(#""value":{"span":1,"action":"probe.add_by_host""#))
        #expect(!emitted[3].contains("parent"))
    }

    @Test("track hands its events to an action of a module")
    func receiver() throws {
        let events = try events(
            #"{ "on": "probe.add", "after": { "track": { "label": "added", "to": { "action": "probe.tell" } } } }"#,
            Self.add)
        #expect(
            events.filter { $0.kind == "emitted" }.map(\.line) == [
                #"{"event":"emitted","name":"added","value":{"label":"added","action":"probe.add","data":{}}}"#
            ])
    }

    @Test("once runs an action once")
    func once() throws {
        let run = try run(#"{ "on": "probe.add", "instead": ["once", "probe.print_name"] }"#, Self.add, Self.add)
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").count { $0 == "instead of probe.add" } == 1)
    }

    @Test("what does not fit an action is shown where it was written, and nothing is called")
    func mistakes() throws {
        try bench.expectRefused(
            Marked(
                text(
                    #"""
                    { "on": "probe.add", "instead": «"retry" },
                    { "on": "probe.divide", "instead": «"cache" },
                    { "on": "probe.box_value", "instead": «"cache" },
                    { "on": "probe.same_small", "instead": { "answer": { "result": «200 } } },
                    { "on": "probe.negate", "before": { "guard": { "where": «{ "argument.valu": true } } } },
                    { "on": "probe.negate", "before": { "guard": { "action": «"probe.negat" } } },
                    { "on": "m.cbrt", "before": { "delay": { "for": «20 } } },
                    { "on": "m.cbrt", "before": { "log": { "redact": [«"y"] } } }
                    """#,
                    #"""
                    { "call": "probe.say", "with": ["CALLED"] }, { "call": "probe.add", "with": [1, 2] },
                    { "call": "probe.divide", "with": [1, 2] }, { "call": "probe.same_small", "with": [1] },
                    { "call": "probe.negate", "with": [true] }, { "call": "probe.box_make", "with": [1], "save": "b" },
                    { "call": "probe.box_value", "with": [{ "ref": "b" }] }
                    """#)), 3,
            [
                "retry does not fit probe.add: its declaration does not say that it may run twice",
                "cache does not fit probe.divide: it returns nothing to keep",
                "cache does not fit probe.box_value: argument it is a pointer, and an address does not tell calls apart",
                "\"result\" of answer does not fit probe.same_small: number 200, "
                    + "the declaration wants a whole number from -128 to 127",
                "\"where\" of guard does not fit probe.negate: negate takes no argument \"valu\"",
                "\"action\" of guard: there is no action \"probe.negat\"",
                "\"for\" of delay is a number, expected a duration such as \"20 ms\" or \"1.5 s\" "
                    + "(ns, us, ms, s, min, h)",
                "\"redact\" of log: none of its actions takes an argument \"y\"",
            ])
    }

    // T29
    @Test("retry and cache are refused where a further run, or an answer, would not be what the first was")
    func unrepeatable() throws {
        func mistakes(_ declaration: String, _ aspect: String) throws -> String {
            try bench.heddle(
                "check",
                behaviour: """
                    { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": ["\(declaration)"] } },
                      "hooks": [ { "on": "c.*", "instead": "\(aspect)" } ],
                      "steps": [ { "call": "c.abs", "with": [1] } ] }
                    """
            ).errors
        }
        #expect(
            try mistakes("_Idempotent_ int abs(_Inout_ int *n)", "retry").contains(
                "it writes through its arguments"))
        #expect(
            try mistakes("struct box; struct held { struct box *box; }; struct held abs(int n)", "cache")
                .contains("a hook can only give values and texts"))
    }
}
