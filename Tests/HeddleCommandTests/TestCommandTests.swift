// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test")
struct TestCommandTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func file(_ cases: String, rest: String = "") -> String {
        """
        { "behaviour": 1, "modules": { "probe": { "library": "probe" } }\(rest),
          "cases": [
        \(cases)
        ] }
        """
    }

    private static let three = #"""
        { "name": "adds", "tags": ["numbers"], "each": [{ "a": 1, "want": 2 }, { "a": 2, "want": 4 }],
          "steps": [{ "call": "probe.add", "with": [{ "ref": "row.a" }, 1], "expect": { "result": { "ref": "row.want" } } }] },
        { "name": "needs it", "needs": ["adds"], "steps": [{ "call": "probe.say", "with": ["NOT REACHED"] }] },
        { "name": "greets", "tags": ["texts"], "steps": [{ "call": "probe.say", "with": ["hello"] }] }
        """#

    @Test("runs the cases one behind the other, and shows where those that failed stand")
    func console() throws {
        let run = try bench.heddle("test", behaviour: file(Self.three))
        #expect(run.status == 1)
        #expect(
            run.outputWithoutTimes == """
                  passed       adds [1]
                  failed       adds [2]   stack.json:3:72
                  skipped      needs it: it needs "adds [2]", which has not passed
                  passed       greets

                """)
        #expect(run.errors.contains("error: result of probe.add is not what was expected\n"))
        #expect(
            run.errors.hasSuffix(
                "4 cases: 2 passed, 1 failed, 1 skipped. 3 calls: 3 returned. 1 of 2 expectations failed. "
                    + "1 case passed without expecting anything: --verbose shows which, \"expect\" mends it.\n"))
    }

    @Test("tells programs when a case begins and how it ends")
    func events() throws {
        let run = try bench.heddle("test", behaviour: file(Self.three), "--json", "--tag", "numbers")
        #expect(run.status == 1)
        let events = try run.events
        #expect(
            events.map(\.kind) == [
                "runStarted", "caseStarted", "call", "expectation", "caseEnded", "caseStarted", "call", "expectation",
                "caseEnded", "summary",
            ])
        #expect(events[1].line.contains(#""name":"adds [1]","tags":["numbers"],"at":"stack.json:3:"#))
        #expect(events[4].line.contains(#""name":"adds [1]","tags":["numbers"],"at":"stack.json:3:49","attempt":1,"#))
        #expect(events[4].line.contains(#","outcome":"passed","ns":"#))
        #expect(events.last?.line.contains(#""cases":{"passed":1,"flaky":0,"failed":1,"skipped":0,"#) == true)
    }

    @Test("runs what is chosen, and that something is chosen is expected")
    func choice() throws {
        let greets = try bench.heddle("test", behaviour: file(Self.three), "--name", "gr*")
        #expect(greets.status == 0)
        #expect(greets.outputWithoutTimes == "  passed       greets\n")
        let nothing = try bench.heddle("test", behaviour: file(Self.three), "--name", "greet")
        #expect(nothing.status == 7)
        #expect(nothing.errors.contains("error: no case is named \"greet\", there are 4 cases\n"))
        #expect(nothing.errors.contains("did you mean \"greets\"?"))
        #expect(!nothing.errors.contains("such a tag"))
        let partly = try bench.heddle("test", behaviour: file(Self.three), "--name", "gr*", "--name", "greet")
        #expect(partly.status == 0)
        #expect(partly.errors.contains("warning: no case is named \"greet\", there are 4 cases\n"))
        let none = try bench.heddle("test", behaviour: behaviour())
        #expect(none.status == 7)
        #expect(none.errors.contains("error: there are no cases to run\n"))
        #expect(none.output == "")
    }

    @Test("calls nothing where one of the files is wrong, and tells the mistakes of all")
    func wrong() throws {
        try bench.folder.write(
            "a.json", file(#"{ "name": "a", "steps": [{ "call": "probe.say", "with": ["CALLED"] }] }"#))
        try bench.folder.write("b.json", file(#"{ "name": "b", "steps": [{ "call": "probe.say", "with": [1] }] }"#))
        try bench.folder.write("c.json", file(#"{ "nam": "c", "steps": [] }"#))
        let run = try bench.heddle("test", "-m", bench.modules, "a.json", "b.json", "c.json", "none.json")
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.hasSuffix("3 errors\n"))
        let missing = try bench.heddle("test", "-m", bench.modules, "a.json", "b.json")
        #expect(missing.status == 3)
        #expect(try bench.heddle("test").status == 2)
    }

    @Test("runs the cases of several files")
    func several() throws {
        try bench.folder.write("a.json", file(#"{ "name": "x", "steps": [{ "call": "probe.say", "with": ["a"] }] }"#))
        try bench.folder.write("b.json", file(#"{ "name": "x", "steps": [{ "call": "probe.say", "with": ["b"] }] }"#))
        let run = try bench.heddle("test", "-m", bench.modules, "a.json", "b.json")
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "  passed       x\n  passed       x\n")
    }

    @Test("ends with 5 where native code crashes, and with 4 where a module is missing")
    func crash() throws {
        let crashed = try bench.heddle(
            "test", behaviour: file(#"{ "name": "a", "steps": [{ "call": "probe.crash" }] }"#))
        #expect(crashed.status == 5)
        let text = file(#"{ "name": "a", "steps": [] }"#).replacing(#""library": "probe""#, with: #""library": "gone""#)
        #expect(try bench.heddle("test", behaviour: text).status == 4)
    }

    @Test("The other verbs know of cases")
    func others() throws {
        let text = file(
            Self.three,
            rest:
                #", "hooks": [{ "name": "h", "on": "probe.add", "before": "log" }], "steps": [{ "call": "probe.nothing" }]"#
        )
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "  probe.nothing() = \"not null\"\n")
        #expect(run.errors.hasSuffix("4 cases were not run: heddle test stack.json does\n"))
        #expect(try bench.heddle("check", behaviour: text).output == "stack.json is right: 1 step, 4 cases\n")
        let plan = try bench.heddle("plan", behaviour: text)
        #expect(plan.output.contains("case adds [2]\n0  probe.add(2, 1)\n     before  log"))
        let json = try bench.heddle("plan", behaviour: text, "--json").events
        #expect(json.count == 5)
        #expect(json[1].line.contains(#""call":"probe.add","case":"adds [1]","with":[1,1],"#))
        let mistakes = try bench.heddle("run", behaviour: file(#"{ "name": "a", "steps": [{ "call": "probe.no" }] }"#))
        #expect(mistakes.status == 4)
    }
}
