// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("One character behind a pointer")
struct OneCharacterTests {
    /// The story of a run that writes 66 over one character; the mistakes of the behaviour if there are any.
    private func story(giving given: String, expecting expected: String, where condition: String) -> [String] {
        let text = """
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "enum letter { A = 65, B = 66 }", "void *memset(_Inout_ char *c, int value, size_t n)" ] } },
              "hooks": [{ "on": "c.*", "where": { "argument.c": \(condition) }, "instead": { "fault": {} } }],
              "steps": [{ "call": "c.memset", "with": [\(given), 66, 1], "expect": { "out.c": \(expected) } }] }
            """
        let (host, recorder) = (ModuleHost(), Recorder())
        do {
            let plan = try Plan.read(SourceText(name: "letter.json", text), on: host, origin: .file(folder: "."))
            _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
            return recorder.events.story.filter { $0.hasPrefix("out.c") }
        } catch {
            return error.all.flatMap { [$0.message] + $0.notes.map(\.text) }
        }
    }

    @Test("is a number for arguments, expectations and conditions of hooks alike")
    func number() {
        #expect(story(giving: "65", expecting: "66", where: "66") == ["out.c held"])
        #expect(story(giving: "\"A\"", expecting: "\"B\"", where: "{ \"gt\": \"A\" }") == ["out.c held"])
        #expect(story(giving: "65", expecting: "66", where: "65") == ["out.c failed"])
    }

    @Test("is never a text")
    func text() {
        let matching = "{ \"matches\": \"B\" }"
        #expect(
            story(giving: "65", expecting: matching, where: "66").first
                == "out.c of c.memset is a number, and \"matches\" holds for a text only")
        #expect(
            story(giving: "65", expecting: "66", where: matching).contains {
                $0.contains("argument.c is a number or null, and \"matches\" holds for a text only")
            })
    }
}
