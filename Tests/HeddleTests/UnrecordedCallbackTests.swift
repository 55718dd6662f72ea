// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("The calls of a callback that are not recorded")
struct UnrecordedCallbackTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            typedef void (*handler)(int number);
            static handler kept;
            void keep(handler act) { kept = act; }
            void ask(int number) { kept(number); }
            """, to: "libkeeps.so", in: folder)
    }

    /// What is told of two steps: one that gives a function, and one in which the library calls it.
    private func told(_ callback: String, expecting: String = "") throws(Diagnostics) -> [Diagnostic] {
        let text = """
            { "behaviour": 1, "modules": {
                "m": { "library": "keeps", "declarations": [
                  "typedef void (*handler)(int number)", "void keep(_Retained_ handler act)", "void ask(int number)"] },
                "on": { "declarations": ["void act(int number)"] } },
              "hooks": [{ "on": "on.act", "instead": "answer" }],
              "steps": [{ "call": "m.keep", "with": [\(callback)]\(expecting) }, { "call": "m.ask", "with": [10] }] }
            """
        let host = ModuleHost(modulePath: [folder.path])
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.events.compactMap { if case .diagnostic(let told, _) = $0 { told } else { nil } }
    }

    @Test("are a warning where they were asked for, and come in a later step")
    func later() throws {
        let told = try told(#"{ "callback": { "records": true, "lifetime": "forever" } }"#)
        #expect(told.map(\.code) == [.run(.unrecordedCallback)])
        #expect(
            told.first?.message
                == "the callback that m.keep got as act was called 1 time after this step, which alone records its calls"
        )
    }

    @Test("are none where nobody has asked for them")
    func unasked() throws {
        #expect(try told(#"{ "callback": { "lifetime": "forever" } }"#).isEmpty)
        #expect(try told(#"{ "callback": { "records": false, "lifetime": "forever" } }"#).isEmpty)
    }

    @Test(
        "cannot be expected, which is known before anything is called",
        arguments: [
            (#"{ "callback": { "records": false } }"#, "this callback does not record its calls"),
            (#"{ "callback": { "rules": [{ "if": "number > 1", "returns": null }] } }"#, "does not record its calls"),
            (#"{ "action": "on.act" }"#, "the calls of an action are not recorded"),
        ])
    func expected(callback: String, reason: String) {
        let mistakes = #expect(throws: Diagnostics.self) {
            try told(callback, expecting: #", "expect": { "out.act": [] }"#)
        }
        #expect(mistakes?.all.map(\.code) == [.call(.never)])
        #expect(mistakes?.all.first?.message.contains("out.act of m.keep is never there: ") == true)
        #expect(mistakes?.all.first?.message.contains(reason) == true, "\(mistakes?.all ?? [])")
    }
}
