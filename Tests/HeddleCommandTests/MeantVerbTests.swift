// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A file without its verb")
struct MeantVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func heddle(_ words: String...) throws -> Program.Ended {
        try Program.built("heddle").run(words, in: folder.path)
    }

    @Test(
        "is told the verb that takes it",
        arguments: [
            (
                "libz.so.1",
                "heddle inspect libz.so.1 shows what it has, heddle call libz.so.1 'DECLARATION' calls a function"
            ),
            (
                "./own.so",
                "heddle inspect ./own.so shows what it has, heddle call ./own.so 'DECLARATION' calls a function"
            ),
            ("kept.jsonl", "heddle report --from kept.jsonl makes reports of a kept run"),
            ("steps.json", "heddle run steps.json runs a behaviour"),
            ("libz.so.bindings.json", "heddle run libz.so.bindings.json runs a behaviour"),
            ("folder.so.d/steps.json", "heddle run folder.so.d/steps.json runs a behaviour"),
        ])
    func files(file: String, advice: String) throws {
        let ended = try heddle(file)
        #expect(ended.status == 2)
        #expect(ended.errors.contains("\n = \(advice)\n"), "\(ended.errors)")
    }

    @Test("that is a kept run is told the verb that reads it, also by the verbs for behaviours, and that works")
    func kept() throws {
        try folder.write(
            "steps.json",
            """
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": ["long labs(long n)"] } },
              "steps": [{ "call": "c.labs", "with": [-3] }] }
            """)
        try folder.write("kept.jsonl", try heddle("run", "steps.json", "--json").output)
        for verb in ["run", "test", "check"] {
            let ended = try heddle(verb, "kept.jsonl")
            #expect(ended.status == 3)
            #expect(ended.errors.contains("heddle report --from kept.jsonl makes reports of it"), "\(ended.errors)")
        }
        #expect(try heddle("report", "--from", "kept.jsonl").status == 0)
    }
}
