// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing

@Suite("The data of an event is asked of the current target")
struct TableTrackTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func plan(_ hook: String, _ steps: String) throws -> Plan {
        let declarations = Flows.declarations.map { Value.string($0).json }.joined(separator: ", ")
        let text = """
            { "behaviour": 1,
              "modules": {
                "nav": { "library": \(Value.string(try Flows.library()).json), "declarations": [\(declarations)] },
                "flow": { "table": "nav.main_flow" }
              },
              "hooks": [{ "on": ["flow.*", "!flow.current"], "after": { "track": { "label": "screen", \(hook) } } },
                        { "on": "flow.current", "after": { "track": { "label": "asked" } } }],
              "steps": [{ "call": "nav.reset" }, \(steps)] }
            """
        return try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
    }

    private func events(_ data: String, _ steps: String) throws -> [String] {
        let plan = try plan("\"data\": { \"screen\": \(data) }", steps)
        let run = bench.run(plan)
        #expect(run.ending == .held, "\(run.events.story)")
        return run.events.story.filter { $0.hasPrefix("emitted") }
    }

    private let steps = """
        { "call": "nav.screen", "with": [1], "save": "list" }, { "call": "nav.screen", "with": [2], "save": "detail" },
        { "call": "nav.screen", "with": [3], "save": "nameless" },
        { "call": "flow.present", "with": [{ "ref": "list" }, true] },
        { "call": "flow.present", "with": [{ "ref": "detail" }, false] },
        { "call": "flow.present", "with": [{ "ref": "nameless" }, false] },
        { "call": "flow.dismiss" }, { "call": "flow.dismiss" }, { "call": "flow.dismiss" }
        """

    // What is presented, and what comes back when that is dismissed; neither a screen without a name nor no screen.
    private let screens = ["list", "detail", "detail", "list"]

    @Test(
        "at the time of the call and without hooks: by a part of the answer, or by a second action",
        arguments: [
            #"{ "ask": "flow.current", "part": "name" }"#, #"{ "ask": "current", "part": "name" }"#,
            #"{ "ask": ["flow.current", "nav.screen_name"] }"#, #"{ "ask": ["current", "nav.screen_name"] }"#,
        ])
    func asked(data: String) throws {
        #expect(
            try events(data, steps).map { $0.split(separator: "\"screen\":\"").last ?? "" }
                == screens.map { "\($0)\"}}" })
    }

    @Test("of native calls too, of a table that was handed on")
    func native() throws {
        let found = try events(
            #"{ "ask": "flow.current", "part": "name" }"#, #"{ "call": "nav.onboard", "with": [{ "table": "flow" }] }"#)
        #expect(
            found == [
                #"emitted screen {"action":"flow.present","data":{"screen":"list"}}"#,
                #"emitted screen {"action":"flow.present","data":{"screen":"detail"}}"#,
                #"emitted screen {"action":"flow.dismiss","data":{"screen":"list"}}"#,
            ])
    }

    @Test(
        "and what cannot be asked is refused at its place",
        arguments: [
            (#"{ "ask": "flow.curent" }"#, "there is no action \"flow.curent\""),
            (#"{ "ask": "flow.present" }"#, "flow.present takes arguments, and there are none to give it"),
            (#"{ "ask": "flow.dismiss" }"#, "flow.dismiss returns nothing"),
            (
                #"{ "ask": ["flow.current", "nav.screen"] }"#,
                "nav.screen takes int, and current returns struct screen *"
            ),
            (#"{ "ask": ["flow.current", "nav.depth_now"] }"#, "nav.depth_now takes 0 arguments"),
            (#"{ "ask": "flow.current", "part": "nam" }"#, "struct screen * has no part nam"),
            (#"{ "ask": [] }"#, "expected at least one action"),
            (#"{ "ask": "flow.current", "prt": "name" }"#, "has no key \"prt\""),
        ])
    func refused(data: String, words: String) {
        let found = message { _ = try plan("\"data\": { \"screen\": \(data) }", steps) }
        #expect(found?.contains(words) == true, "\(found ?? "nothing")")
    }
}
