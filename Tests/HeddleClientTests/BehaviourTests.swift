// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import Testing

@Suite("A behaviour run from Swift, with import Heddle alone")
struct BehaviourTests {
    private let host = ModuleHost()

    private func behaviour(_ steps: String, _ rest: String = "") -> String {
        """
        { "behaviour": 1,
          "modules": { "m": { "library": "libm.so.6", "declarations": ["double hypot(double x, double y)"] } },
          "steps": [\(steps)]\(rest) }
        """
    }

    @Test("gives its ending and its numbers")
    func held() throws {
        let run = try host.run(
            behaviour: behaviour(#"{ "call": "m.hypot", "with": [3, 4], "expect": { "result": 5 } }"#))
        #expect(run.ending == .held)
        #expect(run.callsReturned == 1)
        #expect(run.expectationsHeld == 1)
        #expect(run.diagnostics.isEmpty)
    }

    @Test("says of an expectation that did not hold what was found, and where it stands")
    func failed() throws {
        let run = try host.run(
            behaviour: behaviour(#"{ "call": "m.hypot", "with": [3, 4], "expect": { "result": 6 } }"#), named: "b.json")
        #expect(run.ending == .failed)
        #expect(run.expectationsFailed == 1)
        let diagnostic = try #require(run.diagnostics.first)
        #expect(diagnostic.message == "result of m.hypot is not what was expected")
        #expect(diagnostic.range?.location.hasPrefix("b.json:3:") == true)
    }

    @Test("says of a call that failed why it did")
    func failedCall() throws {
        try host.script("shop", [ScriptedAction("int buy(int n)") { _ in throw Failure(code: "sold", message: "out") }])
        let run = try host.run(
            behaviour: #"""
                { "behaviour": 1, "modules": { "shop": { "library": "shop" } }, "steps": [{ "call": "shop.buy", "with": [1] }] }
                """#)
        #expect(run.ending == .failed)
        #expect(run.diagnostics.map(\.message) == ["shop.buy(1) failed: sold: out"])
    }

    @Test("throws every mistake, and then calls nothing")
    func mistakes() throws {
        let wrong = behaviour(#"{ "call": "m.hypot", "with": [3, "4"] }, { "call": "m.hypto" }"#)
        #expect(throws: Diagnostics.self) { try host.run(behaviour: wrong) }
        let mistakes = #expect(throws: Diagnostics.self) { try host.check(behaviour: wrong) }
        #expect(mistakes?.all.count == 2)
    }

    @Test("tells each event as a line of JSON")
    func events() throws {
        let lines = Lines()
        _ = try host.run(behaviour: behaviour(#"{ "call": "m.hypot", "with": [3, 4] }"#)) { lines.add($0) }
        #expect(lines.all.count == 2)
        #expect(lines.all.first?.contains(#""event":"call""#) == true)
        #expect(lines.all.last?.contains(#""event":"summary""#) == true)
    }

    @Test("leaves no hooks behind, whether it is run or checked")
    func hooks() throws {
        try host.module("m", library: "libm.so.6", declarations: ["double hypot(double x, double y)"])
        let text = behaviour(
            #"{ "call": "m.hypot", "with": [3, 4] }"#,
            #", "hooks": [{ "on": "m.*", "instead": { "answer": { "result": 1 } } }]"#)
        let run = try host.run(behaviour: text)
        #expect(run.callsReturned == 1)
        #expect(try host.call("m.hypot", 3, 4) == 5)
        try host.check(behaviour: text)
        #expect(try host.call("m.hypot", 3, 4) == 5)
    }

    @Test("is read from a file")
    func file() throws {
        let folder = URL.temporaryDirectory.appending(path: "heddle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "b.json")
        try Data(behaviour(#"{ "call": "m.hypot", "with": [3, 4] }"#).utf8).write(to: file)
        #expect(try host.check(file.path).isEmpty)
        #expect(try host.run(file.path).ending == .held)
        #expect(throws: Diagnostics.self) { try host.run(folder.appending(path: "none.json").path) }
    }

    @Test("stops when it is asked to")
    func interrupted() throws {
        let run = try host.run(behaviour: behaviour(#"{ "call": "m.hypot", "with": [3, 4] }"#), until: { true })
        #expect(run.ending == .interrupted)
        #expect(run.callsReturned == 0)
    }
}
