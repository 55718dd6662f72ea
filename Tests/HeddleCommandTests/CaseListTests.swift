// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle list --cases")
struct CaseListTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        // A module that is nowhere: nothing of it is needed.
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1, "modules": { "none": { "library": "nowhere" } },
              "cases": [
                { "name": "last", "needs": ["adds"], "steps": [] },
                { "name": "adds", "tags": ["numbers", "q\"uick"], "each": [{ "name": "zero", "a": 0 }, { "a": 1 }],
                  "steps": [{ "call": "none.add", "with": [{ "ref": "row.a" }] }] }
              ] }
            """#)
    }

    @Test("lists each row by itself, behind what it needs, and loads nothing")
    func people() throws {
        let run = try bench.heddle("list", "--cases", "a.json")
        #expect(run.status == 0)
        #expect(run.output == "adds [zero]   numbers, q\"uick\nadds [2]   numbers, q\"uick\nlast\n")
        #expect(run.errors == "")
    }

    @Test("tells programs what cases are chosen by, what they need and where they stand")
    func json() throws {
        let run = try bench.heddle("list", "--cases", "a.json", "--json")
        let events = try run.events
        #expect(events.map(\.kind) == ["case", "case", "case"])
        #expect(events.allSatisfy { $0.names == ["at", "event", "file", "name", "needs", "tags"] })
        #expect(events[0]["tags"] == ["numbers", "q\"uick"])
        #expect(events[2]["needs"] == ["adds [zero]", "adds [2]"])
        #expect(events[2]["at"] == "a.json:3:5" && events[2]["file"] == "a.json")
    }

    @Test(
        "what cannot be listed is said",
        arguments: [
            (["--cases"], 2, "error: --cases needs files"), (["a.json"], 2, "error: files need --cases"),
            (["--cases", "none.json"], 3, "error: the behaviour none.json cannot be read"),
            (["--cases", "wrong.json"], 3, "error: a case needs the key \"name\""),
            (["--cases", "empty.json"], 7, "error: there are no cases to run"),
        ])
    func refused(words: [String], status: Int32, message: String) throws {
        try bench.folder.write("wrong.json", #"{ "behaviour": 1, "cases": [{}] }"#)
        try bench.folder.write("empty.json", #"{ "behaviour": 1 }"#)
        let run = try Program.built("heddle").run(["list"] + words, in: bench.folder.path)
        #expect(run.status == status)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix(message))
    }
}
