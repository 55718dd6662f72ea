// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Standard streams that are closed when the command starts")
struct ClosedStreamTests {
    private static let closings = [
        "<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-",
    ]
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(
            "#include <stdio.h>\nint say(void) { puts(\"SAID\"); fputs(\"SAID\\n\", stderr); return getchar(); }\n",
            to: "says.so", in: folder)
        try folder.write(
            "stack.json",
            """
            { "behaviour": 1,
              "modules": { "s": { "library": "./says.so", "declarations": ["int say(void)"] } },
              "hooks": [{ "on": "s.*", "after": { "track": { "label": "l", "to": { "file": "track.jsonl" } } } }],
              "steps": [{ "call": "s.say" }, { "call": "s.say" }],
              "cases": [{ "name": "a", "steps": [{ "call": "s.say" }] },
                        { "name": "b", "steps": [{ "call": "s.say", "expect": { "result": 5 } }] }] }
            """)
    }

    @Test("leave a sink what is its own", arguments: closings, ["", "--json"])
    func sinks(closing: String, option: String) throws {
        let run = try folder.bash("heddle run stack.json \(option) \(closing)")
        // Nobody can see what it has found.
        let lacksOutput = closing.replacing("2>&-", with: "").contains(">&-")
        #expect(run.status == (lacksOutput ? 1 : 0))
        let lines = try #require(folder.text(of: "track.jsonl")).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"label":"l""#) })
    }

    @Test("leave reports what is theirs", arguments: closings, ["", "--json", "--in-process"])
    func reports(closing: String, option: String) throws {
        let run = try folder.bash("heddle test stack.json --junit r.xml --tap r.tap \(option) \(closing)")
        #expect(run.status == 1)
        let junit = try #require(folder.text(of: "r.xml"))
        #expect(junit.hasPrefix("<?xml") && junit.hasSuffix("</testsuites>\n"))
        let tap = try #require(folder.text(of: "r.tap"))
        #expect(tap.hasPrefix("TAP version 14\n") && tap.hasSuffix("1..2\n"))
    }

    @Test("leave a recording what is its own", arguments: closings)
    func recording(closing: String) throws {
        let run = try folder.bash("heddle record stack.json -o recorded.json --runs 1 \(closing)")
        #expect(run.status == 1)
        #expect(try #require(folder.text(of: "recorded.json")).hasPrefix("{"))
    }
}
