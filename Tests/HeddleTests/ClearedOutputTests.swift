// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("What a function in the place of native code only writes is zero where nothing is said of it")
struct ClearedOutputTests {
    private static let source = """
        int filled(int (*f)(double out[2], int *count, const char **name), int kind) {
            double out[2] = { 3, 4 };
            int count = 77;
            const char *name = "left";
            int result = f(out, &count, kind ? 0 : &name);
            return result * 10000 + (int)(out[0] * 100 + out[1] * 10) + count + (kind == 0 && name ? 5000 : 0);
        }
        """
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "libfilled.so", in: folder)
    }

    private static let type =
        "(_Out_writes_(2) double *out, _Out_ int *count, _Outptr_opt_ const char **name)"

    private func result(_ function: String, hooks: String = "", kind: Int = 0) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": {
                "m": { "library": "filled", "declarations": "int filled(int (*f)\(Self.type), int kind)" },
                "on": { "declarations": "int fill\(Self.type)" } },
              "hooks": [\(hooks)],
              "steps": [{ "call": "m.filled", "with": [\(function), \(kind)], "expect": { "result": 0 } }] }
            """
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let host = ModuleHost(modulePath: [folder.path])
        let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.mistakes
    }

    @Test("in a callback that returns")
    func callback() throws {
        #expect(try result(#"{ "callback": { "returns": 0 } }"#) == [])
        #expect(try result(#"{ "callback": { "returns": 0 } }"#, kind: 1) == [])
    }

    @Test("in a callback that writes a part")
    func part() throws {
        let mistakes = try result(#"{ "callback": { "returns": 0, "writes": { "out[1]": 2 } } }"#)
        #expect(mistakes.count == 1 && mistakes[0].contains("20"), "\(mistakes)")
    }

    @Test(
        "in an action that a hook answers",
        arguments: [#""result": 0"#, #""calls": [{ "call": "on.fill", "result": 0 }]"#])
    func answer(_ answer: String) throws {
        let hook = #"{ "on": "on.fill", "instead": { "answer": { \#(answer) } } }"#
        #expect(try result(#"{ "action": "on.fill" }"#, hooks: hook) == [])
    }

    @Test("in an action of which a hook answers a part")
    func answeredPart() throws {
        let hook =
            #"{ "on": "on.fill", "instead": { "answer": { "calls": [{ "call": "on.fill", "result": 0, "out": { "out": [1] } }] } } }"#
        let mistakes = try result(#"{ "action": "on.fill" }"#, hooks: hook)
        #expect(mistakes.count == 1 && mistakes[0].contains("100"), "\(mistakes)")
    }
}
