// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A step with flags")
struct FlagStepTests {
    private let host = ModuleHost()

    /// The results, and the expectations that did not hold, of calls of a function that returns its argument.
    private func outcomes(_ steps: String) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "enum access { R = 4, W = 2, X = 1 }; struct wrapped { enum access access; }; enum access abs(enum access n);",
                "long labs(long n)", "void *memcpy(_Out_ struct wrapped *to, _In_ const struct wrapped *from, size_t n)"
              ] } }, "steps": [\(steps)] }
            """
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let plan = try Plan.read(SourceText(name: "flags.json", text), on: host, origin: .file(folder: "."))
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.events.flatMap { event -> [String] in
            switch event {
            case .call(let call):
                switch call.status {
                case .returned(let value): [value?.json ?? "nothing"]
                case .failed(let failure): [failure.message]
                default: []
                }
            case .expectation(let expectation) where !expectation.isHeld:
                ["not held: \(expectation.actual?.json ?? "nothing")"]
            default: []
            }
        }
    }

    @Test("takes them as a text, as a list and as a number, and has them back as one text")
    func forms() throws {
        for given in ["\"R|W\"", "\"W | R\"", "[\"W\", \"R\"]", "6"] {
            for expected in ["\"R|W\"", "\"W|R\"", "[\"R\", \"W\"]", "6", "{ \"in\": [\"X\", \"W|R\"] }"] {
                let step = #"{ "call": "c.abs", "with": [\#(given)], "expect": { "result": \#(expected) } }"#
                #expect(try outcomes(step) == [#""R|W""#], "\(given) \(expected)")
            }
        }
    }

    @Test("says which flags came where others were expected")
    func differences() throws {
        #expect(
            try outcomes(#"{ "call": "c.abs", "with": ["R|X"], "expect": { "result": "R|W" } }"#)
                == [#""R|X""#, #"not held: "R|X""#])
        #expect(try outcomes(#"{ "call": "c.abs", "with": [12], "expect": { "result": 12 } }"#) == ["12"])
    }

    @Test("passes them on as saved values, and has them in structures")
    func parts() throws {
        #expect(
            try outcomes(
                """
                { "call": "c.abs", "with": ["R|X"], "save": "flags" },
                { "call": "c.abs", "with": [{ "ref": "flags" }], "expect": { "result": "X|R" } },
                { "call": "c.labs", "with": [{ "ref": "flags" }], "expect": { "result": 5 } },
                { "new": "struct wrapped", "value": { "access": ["X", "W"] }, "save": "w" },
                { "read": "w->access", "expect": { "result": "W|X" } }
                """
            ).filter { !$0.contains("handle") } == [#""R|X""#, #""R|X""#, "5", #""W|X""#])
    }

    @Test(
        "is refused before anything is called, if a name is unknown",
        arguments: [#""R|Z""#, #"["R", "Z"]"#])
    func mistakes(_ given: String) {
        do {
            _ = try outcomes(#"{ "call": "c.abs", "with": [\#(given)] }"#)
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".contains(#""Z" is not a constant of c"#), "\(error)")
        }
    }
}
