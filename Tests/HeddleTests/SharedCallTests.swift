// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("Steps that share the memory of one call")
struct SharedCallTests {
    private static let source = """
        typedef struct { double a, b, c; } wide;
        int each(int (*see)(int a), int n) { return see ? see(n) : -n; }
        int bump(int *numbers, int count) {
            int sum = 0;
            while (count-- > 0) sum += ++numbers[count];
            return sum;
        }
        double total(wide it) { return it.a + it.b + it.c; }
        const char *name(int n) { return n > 1 ? "several" : "one"; }
        int text_length(const char *text) { int n = 0; while (text && text[n]) n++; return n; }
        """
    private static let declarations = [
        "typedef struct { double a, b, c; } wide", "int each(_In_opt_ int (*see)(int a), int n)",
        "int bump(_Inout_updates_(count) int *numbers, int count)", "double total(wide it)", "const char *name(int n)",
        "int text_length(_In_opt_ const char *text)", "int missing(int n)",
    ]
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "shared.so", flags: ["-Wno-missing-prototypes"], in: folder)
    }

    private func plan(_ steps: String, always: String = "", policy: String = "{}", on host: ModuleHost) throws -> Plan {
        let declarations = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "policy": \(policy),
              "modules": { "m": { "library": "./shared.so", "declarations": [\(declarations)] } },
              "steps": [\(steps)], "always": [\(always)] }
            """
        return try Plan.read(SourceText(name: "shared.json", text), on: host, origin: .file(folder: folder.path))
    }

    /// Runs a plan twice with a report and once without; all expectations must hold.
    private func holds(_ steps: String) throws -> Bool {
        let host = ModuleHost()
        let plan = try plan(steps, policy: #"{ "missing": "skip" }"#, on: host)
        let endings = [EventStream(to: [Recorder()]), EventStream(to: [Recorder()]), EventStream(to: [])].map {
            Run(plan, on: host, events: $0)()
        }
        return endings == [.held, .held, .held]
    }

    @Test("give each call its own arrays, as they were before the first call")
    func arrays() throws {
        #expect(
            try holds(
                #"""
                { "call": "m.bump", "with": { "numbers": [1, 2] }, "expect": { "result": 5, "out.numbers": [2, 3] } },
                { "call": "m.bump", "with": { "numbers": [5, 6, 7] }, "expect": { "out.numbers": [6, 7, 8] } },
                { "call": "m.bump", "with": { "numbers": [1, 2] }, "expect": { "result": 5, "out.numbers": [2, 3] } }
                """#))
    }

    @Test("give each call its own structures, wider than a word")
    func structures() throws {
        #expect(
            try holds(
                #"""
                { "call": "m.total", "with": [{ "a": 1, "b": 2, "c": 0.5 }], "expect": { "result": 3.5 } },
                { "call": "m.total", "with": [{ "a": 4 }], "expect": { "result": 4 } },
                { "call": "m.total", "with": [{ "c": 9 }], "expect": { "result": 9 } }
                """#))
    }

    @Test("take saved texts, and null, in turn")
    func texts() throws {
        #expect(
            try holds(
                #"""
                { "call": "m.name", "with": [1], "save": "one" }, { "call": "m.name", "with": [2], "save": "several" },
                { "call": "m.text_length", "with": [{ "ref": "several" }], "expect": { "result": 7 } },
                { "call": "m.text_length", "with": [null], "expect": { "result": 0 } },
                { "call": "m.text_length", "with": [{ "ref": "one" }], "expect": { "result": 3 } },
                { "call": "m.text_length", "with": ["literal"], "expect": { "result": 7 } }
                """#))
    }

    @Test("have no function of a step that is left out")
    func functions() throws {
        let host = ModuleHost()
        let plan = try plan(
            #"""
            { "call": "m.each", "with": [null, 2], "expect": { "result": -2 } },
            { "call": "m.missing", "with": [1], "save": "n" },
            { "call": "m.each", "with": [{ "callback": { "returns": 1 } }, { "ref": "n" }] }
            """#, policy: #"{ "missing": "skip" }"#, on: host)
        let recorder = Recorder()
        #expect(Run(plan, on: host, events: EventStream(to: [recorder]))() == .held)
        let outputs = recorder.events.compactMap { event -> [Value.Member]? in
            if case .call(let call) = event, call.index == 0 { call.out } else { nil }
        }
        #expect(outputs == [[]])
    }

    @Test("skip what refers to a value of a step that was skipped", arguments: [true, false])
    func skipped(isReported: Bool) throws {
        let host = ModuleHost()
        let plan = try plan(
            #"{ "call": "m.name", "with": [2] }, { "call": "m.text_length", "with": ["a"], "expect": { "result": 2 } }, "#
                + #"{ "call": "m.text_length", "with": ["abc"], "save": "length" }"#,
            always: #"""
                { "call": "m.name", "with": [{ "ref": "length" }], "save": "name" },
                { "call": "m.text_length", "with": [{ "ref": "name" }], "save": "end" },
                { "call": "m.name", "with": [{ "ref": "end" }] }
                """#, on: host)
        let recorder = Recorder()
        #expect(Run(plan, on: host, events: EventStream(to: isReported ? [recorder] : []))() == .failed)
        let expected = [
            "call 0 name returned \"several\"", "call 1 text_length returned 1", "result failed",
            "warning step.never-saved", "call 3 name skipped", "warning step.never-saved", "call 4 text_length skipped",
            "warning step.never-saved", "call 5 name skipped",
        ]
        #expect(recorder.events.story == (isReported ? expected : []))
    }
}
