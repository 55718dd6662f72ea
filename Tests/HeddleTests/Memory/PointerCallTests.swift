// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("A function that a pointer leads to")
struct PointerCallTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("is called with the type that the pointer is declared with")
    func called() throws {
        let run = try bench.run(
            """
            { "call": "m.pick", "with": ["+"], "save": "add" },
            { "call": { "ref": "add" }, "with": [2, 3], "save": "five", "expect": { "result": 5 } },
            { "call": { "ref": "add" }, "with": [{ "ref": "five" }, 1], "expect": { "result": 6 } },
            { "call": "m.pick", "with": ["-"], "save": "subtract" },
            { "call": { "ref": "subtract" }, "with": [2, 3], "expect": { "result": -1, "errno": 7 } }
            """)
        #expect(run.failures == [] && run.ending == .held)
    }

    @Test("is found in a structure, a variable of the library and behind a handle, with the annotations there")
    func paths() throws {
        let run = try bench.run(
            """
            { "call": { "ref": "m.operations.total" }, "with": [[1, 2, 3]], "expect": { "result": 6 } },
            { "call": { "ref": "m.operations.total" }, "with": { "numbers": [4, 5], "count": 1 }, "expect": { "result": 4 } },
            { "call": { "ref": "m.operations.name" }, "with": [1], "expect": { "result": "one" } },
            { "call": { "ref": "m.operations.half" }, "with": [5], "expect": { "out.rest": 1, "result": 2 } },
            { "new": "struct operations", "value": { "total": { "ref": "m.operations.total" } }, "save": "own" },
            { "call": { "ref": "own->total" }, "with": [[7]], "expect": { "result": 7 } }
            """)
        #expect(run.failures == [] && run.ending == .held)
    }

    @Test("is told of apart from the arguments")
    func told() throws {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let plan = try bench.plan(
            """
            { "call": "m.pick", "with": ["+"], "save": "add" },
            { "call": { "ref": "add" }, "with": [2, 3], "expect": { "result": 6 } }
            """)
        _ = Run(plan, on: bench.host, events: stream)()
        stream.finish()
        var (calls, uses) = ([CallEvent](), [String]())
        for event in recorder.events {
            switch event {
            case .call(let call): calls.append(call)
            case .expectation(let expectation): uses += (expectation.circumstances?.sources ?? []).map(\.use)
            default: break
            }
        }
        #expect(calls.map(\.arguments) == [["+"], [2, 3]])
        #expect(calls.map { $0.function != nil } == [false, true])
        #expect(uses == ["the function"])
    }

    @Test("is not called where the pointer is null")
    func null() throws {
        let run = try bench.run(
            """
            { "call": "m.pick", "with": ["?"], "save": "none" },
            { "call": { "ref": "none" }, "with": [2, 3] }
            """)
        #expect(run.ending == .failed)
        #expect(run.failures.first?.contains("null") == true, "\(run.failures)")
    }

    @Test(
        "is checked before anything runs",
        arguments: [
            (#"{ "call": { "ref": "add" }, "with": [2] }"#, "takes 2 arguments"),
            (#"{ "call": { "ref": "add" }, "with": [2, "x"] }"#, "argument 2"),
            (#"{ "call": { "ref": "add" }, "with": { "a": 2, "c": 3 } }"#, "\"c\""),
            (#"{ "call": { "ref": "add" }, "with": [2, 3], "expect": { "result": "x" } }"#, "can never be"),
            (#"{ "call": { "ref": "number" }, "with": [] }"#, "is no function"),
            (#"{ "call": { "ref": "add.x" }, "with": [] }"#, "\"add.x\""),
            (
                #"{ "call": { "ref": "later" }, "with": [] }, { "call": "m.pick", "with": ["+"], "save": "later" }"#,
                "later"
            ),
            (#"{ "call": { "ref": "" }, "with": [] }"#, "\"\""),
        ])
    func mistakes(_ step: String, _ message: String) {
        let mistakes = bench.mistakes(
            """
            { "call": "m.pick", "with": ["+"], "save": "add" },
            { "call": { "ref": "add" }, "with": [1, 1], "save": "number" },
            \(step)
            """)
        #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
    }
}
