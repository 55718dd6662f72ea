// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing

@Suite("What is expected of an enumeration")
struct EnumerationExpectationTests {
    /// `abs` gives back what it gets, here as an enumeration of which one number has two names.
    private func story(_ given: String, _ expected: String) throws -> [String] {
        let text = """
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": { "c": { "library": "libc.so.6",
                "declarations": ["enum rank { FIRST = 1, TOP = 1, LAST = 5 }; enum rank abs(enum rank value)"] } },
              "steps": [ { "call": "c.abs", "with": [\(given)], "expect": { "result": \(expected) } } ] }
            """
        let host = ModuleHost()
        let plan = try Plan.read(SourceText(name: "ranks.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
        return recorder.events.story.filter { $0.hasPrefix("result") }
    }

    @Test(
        "holds by any of its names, and by its number",
        arguments: [
            (#""TOP""#, #""TOP""#), (#""TOP""#, #""FIRST""#), ("1", "1"), (#""LAST""#, "5"), ("7", "7"),
            (#""TOP""#, #"{ "in": ["LAST", "TOP"] }"#), (#""TOP""#, #"{ "ne": 5 }"#),
        ])
    func holding(given: String, expected: String) throws {
        #expect(try story(given, expected) == ["result held"])
    }

    @Test(
        "does not hold by other names or numbers, nor against itself",
        arguments: [
            (#""TOP""#, #""LAST""#), (#""LAST""#, "1"), (#""TOP""#, #"{ "ne": "TOP" }"#), (#""LAST""#, #"{ "ne": 5 }"#),
            ("1", #"{ "in": [5, 6] }"#),
        ])
    func failing(given: String, expected: String) throws {
        #expect(try story(given, expected) == ["result failed"])
    }

    @Test(
        "has the order of its numbers",
        arguments: [
            (#""LAST""#, #"{ "gt": 1 }"#, "held"), (#""LAST""#, #"{ "gt": "TOP" }"#, "held"),
            (#""TOP""#, #"{ "gt": "TOP" }"#, "failed"), (#""TOP""#, #"{ "ge": "TOP", "lt": 5 }"#, "held"),
            (#""LAST""#, #"{ "lt": 0 }"#, "failed"), (#""TOP""#, #"{ "le": 3 }"#, "held"),
            ("7", #"{ "gt": "LAST" }"#, "held"), ("7", #"{ "le": "LAST" }"#, "failed"),
            (#""LAST""#, #"{ "not": { "lt": 5 } }"#, "held"),
        ])
    func order(given: String, expected: String, verdict: String) throws {
        #expect(try story(given, expected) == ["result \(verdict)"])
    }

    @Test("is not near a number, which is said before anything is called")
    func nearness() {
        #expect(
            message { _ = try story(#""LAST""#, #"{ "near": [1, 0.5] }"#) }
                == "an enumeration has no nearness, and \"near\" can never hold")
    }
}
