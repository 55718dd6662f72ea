// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing

@Suite("Aspects and null")
struct NullResultTests {
    /// The outcomes of `getenv` for a missing variable, and of `setlocale` with and without a name.
    private func story(_ hooks: String, _ steps: String...) throws -> [String] {
        let text = """
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "_Ret_maybenull_ char *getenv(const char *name)", "char *strerror(int number)",
                "char *setlocale(int category, _In_opt_ const char *locale)" ] } },
              "hooks": [ \(hooks) ], "steps": [ \(steps.joined(separator: ", ")) ] }
            """
        let host = ModuleHost()
        let plan = try Plan.read(SourceText(name: "null.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
        return recorder.events.story.filter { $0.hasPrefix("call") }
    }

    private let unset = #"{ "call": "c.getenv", "with": ["HEDDLE_NO_SUCH_VARIABLE"] }"#
    private let path = #"{ "call": "c.getenv", "with": ["PATH"] }"#

    @Test("answer and rewrite give null where the declaration allows it")
    func answers() throws {
        for hook in [#"{ "answer": { "result": null } }"#, #"{ "rewrite": { "result": null } }"#] {
            #expect(
                try story(#"{ "on": "c.getenv", "instead": \#(hook) }"#, path) == ["call 0 getenv returned null"])
        }
    }

    @Test("cache and once keep null, and the action is not asked again", arguments: ["cache", "once"])
    func kept(aspect: String) throws {
        let hooks = #"""
            { "on": "c.getenv", "instead": ["\#(aspect)", { "fault": { "nth": 2 } }] }
            """#
        #expect(try story(hooks, unset, unset) == ["call 0 getenv returned null", "call 1 getenv returned null"])
    }

    @Test("rewrite puts null in the place of an argument that may be left out")
    func arguments() throws {
        let hook = #"{ "on": "c.setlocale", "before": { "rewrite": { "arguments": { "locale": null } } } }"#
        let step = #"{ "call": "c.setlocale", "with": [6, "no such locale"], "expect": { "result": "C" } }"#
        #expect(try story(hook, step) == [#"call 0 setlocale returned "C""#])
    }

    @Test("where the declaration does not allow it, null is a mistake")
    func mistakes() {
        let text = #"{ "call": "c.strerror", "with": [0] }"#
        for (hook, step, words) in [
            (
                #"{ "on": "c.strerror", "instead": { "answer": { "result": null } } }"#, text,
                "answer does not fit c.strerror: null"
            ),
            (#"{ "on": "c.getenv", "before": { "rewrite": { "arguments": { "name": null } } } }"#, path, "name: null"),
        ] {
            let message = message { _ = try story(hook, step) }
            #expect(message?.contains(words) == true, "\(message ?? "")")
        }
    }
}
