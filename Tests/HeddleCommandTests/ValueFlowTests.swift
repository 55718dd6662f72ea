// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Values on their way through a run")
struct ValueFlowTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func run(_ steps: String, rest: String = "") throws -> Program.Ended {
        try bench.heddle("run", behaviour: behaviour(",\n\(steps)", rest: rest), "--json")
    }

    @Test(
        "Integers stay exact, given, saved, referred to and returned",
        arguments: [
            ("same_unsigned", "9007199254740993"), ("same_unsigned", "18446744073709551615"),
            ("same_signed", "-9223372036854775808"), ("same_signed", "9223372036854775807"),
        ])
    func integers(action: String, number: String) throws {
        let run = try run(
            """
            { "call": "probe.\(action)", "with": [\(number)], "save": "it", "expect": { "result": \(number) } },
            { "call": "probe.\(action)", "with": [{ "ref": "it" }], "expect": { "result": { "ref": "it" } } },
            { "call": "probe.\(action)", "with": ["\(number)"], "expect": { "result": { "eq": \(number) } } }
            """)
        #expect(run.status == 0)
        let calls = try run.events.filter { $0.kind == "call" }.dropFirst()
        #expect(calls.count == 3)
        #expect(calls.allSatisfy { $0.line.contains("\"result\":\(number),") })
        #expect(calls.dropFirst().first?.line.contains("\"with\":[\(number)]") == true)
    }

    @Test("An integer that is off by one beyond 2^53 is not what was expected")
    func offByOne() throws {
        let run = try run(
            #"{ "call": "probe.same_unsigned", "with": [9007199254740993], "expect": { "result": 9007199254740992 } }"#)
        #expect(run.status == 1)
    }

    @Test(
        "Doubles come back as they were written",
        arguments: ["0.1", "-0.0", "5e-324", "1.7976931348623157e+308", "\"NaN\"", "\"-Infinity\"", "123456789.125"])
    func doubles(number: String) throws {
        let run = try run(
            #"{ "call": "probe.same_double", "with": [\#(number)], "save": "it", "expect": { "result": \#(number) } },"#
                + #"{ "call": "probe.same_double", "with": [{ "ref": "it" }], "expect": { "result": \#(number) } }"#)
        #expect(run.status == 0)
        #expect(try run.events.last?.line.contains(#""expectations":{"held":2,"failed":0}"#) == true)
    }

    @Test("Handles flow by reference, and one that was released is refused")
    func handles() throws {
        let run = try run(
            """
            { "call": "probe.box_make", "with": [5], "save": "box" },
            { "call": "probe.box_value", "with": [{ "ref": "box" }], "expect": { "result": 5 } },
            { "call": "probe.box_free", "with": [{ "ref": "box" }] },
            { "call": "probe.box_value", "with": [{ "ref": "box" }], "expect": { "status": "failed" } }
            """)
        #expect(run.status == 0)
        let calls = try run.events.filter { $0.kind == "call" }
        try #require(calls.count == 5)
        #expect(calls[1].line.contains(#""result":{"handle":1,"type":"box"}"#))
        let failure: [String: Any] = try #require(calls[4]["failure"])
        #expect((failure["message"] as? String)?.contains("a handle that was not released") == true)
    }

    @Test("Out-parameters are saved by their names")
    func outputs() throws {
        let run = try run(
            """
            { "call": "probe.divide", "with": [17, 5], "save": { "q": "out.quotient", "r": "out.rest" },
              "expect": { "out.quotient": 3, "out.rest": { "lt": 5 } } },
            { "call": "probe.add", "with": { "b": { "ref": "r" }, "a": { "ref": "q" } }, "expect": { "result": 5 } }
            """)
        #expect(run.status == 0)
        #expect(try run.events.last?.line.contains(#""expectations":{"held":3,"failed":0}"#) == true)
    }

    @Test("errno is what the action left, also around hooks that leave another")
    func errno() throws {
        let hooks =
            #", "hooks": [{ "on": "probe.leave_errno", "before": "probe.print_name", "after": ["probe.print_name", "count"] }]"#
        let run = try run(
            #"{ "call": "probe.leave_errno", "with": [11], "save": { "e": "errno" }, "expect": { "errno": 11 } },"#
                + #"{ "call": "probe.leave_errno", "with": [{ "ref": "e" }], "expect": { "errno": { "in": [10, 11] } } }"#,
            rest: hooks)
        #expect(run.status == 0)
    }

    @Test("A reference to what a failed step should have saved fails the call, and nothing is passed")
    func unsaved() throws {
        let run = try run(
            """
            { "call": "probe.look_up", "with": ["x"], "save": "found", "expect": { "failure": { "code": "unsuccessful" } } },
            { "call": "probe.add", "with": [1, { "ref": "found" }], "expect": { "failure": { "code": "argument" } } },
            { "call": "probe.add", "with": [1, 2], "expect": { "result": { "ref": "found" } } }
            """, rest: #", "policy": { "onFailure": "continue" }"#)
        #expect(run.status == 1)
        let expectations = try run.events.filter { $0.kind == "expectation" }
        #expect(expectations.map { $0["held"] } == [true, true, false])
    }

    @Test("A saved value that turns out not to fit fails the call")
    func misfit() throws {
        let run = try run(
            """
            { "call": "probe.same_unsigned", "with": [300], "save": "large" },
            { "call": "probe.same_small", "with": [{ "ref": "large" }] }
            """)
        #expect(run.status == 1)
        let failure: [String: Any] = try #require(run.events[2]["failure"])
        #expect(
            failure["message"] as? String
                == "argument 1 (value) of probe.same_small is number 300, the declaration wants a whole number from -128 "
                + "to 127")
    }

    @Test("Bytes are given as text, hexadecimal or base64, and their count is taken from them")
    func bytes() throws {
        let run = try run(
            """
            { "call": "probe.sum_bytes", "with": ["abc", 3], "expect": { "result": 294 } },
            { "call": "probe.sum_bytes", "with": { "bytes": "abc" }, "expect": { "result": 294 } },
            { "call": "probe.sum_bytes", "with": [{ "hex": "ff01" }, 2], "expect": { "result": 256 } },
            { "call": "probe.sum_bytes", "with": [{ "bytes": "/wE=" }, 1], "expect": { "result": 255 } },
            { "call": "probe.sum_bytes", "with": { "bytes": "" }, "expect": { "result": 0 } }
            """)
        #expect(run.status == 0)
    }
}
