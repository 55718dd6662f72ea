// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("Callbacks that stand in objects of the behaviour, and that write to them")
struct CallbackObjectTests {
    private static let source = """
        struct pair { int a, b; };
        struct large { int values[64]; };
        struct ops { int (*measure)(void *data, int n); };
        int run(const struct ops *ops, void *data) { return ops->measure(data, 3); }
        int direct(int (*f)(void *data, int n), void *data) { return f(data, 4); }
        struct ops table;
        struct ops *known(void) { return &table; }
        """
    private static let declarations = [
        "struct pair { int a, b; }; typedef struct pair *pair_ref; struct large { int values[64]; }; "
            + "struct ops { int (*measure)(void *data, int n); }",
        "int run(const struct ops *ops, void *data)", "int direct(int (*f)(void *data, int n), void *data)",
        "struct ops *known(void)",
    ]
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// What did not hold of steps, or why they cannot be run.
    private func mistakes(_ steps: String) throws -> [String] {
        try BuiltModules.compile(Self.source, to: "libobjects.so", in: folder)
        let declared = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "objects", "declarations": [\(declared)] } },
              "steps": [\(steps)] }
            """
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let host = ModuleHost(modulePath: [folder.path])
        do {
            let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
            _ = Run(plan, on: host, events: stream)()
        } catch {
            return error.all.map(\.message)
        }
        stream.finish()
        return recorder.mistakes
    }

    private static let pair = #"{ "new": "struct pair", "value": { "a": 5, "b": 7 }, "save": "pair" }"#

    @Test("cast to the types of the module, wherever they are given")
    func casts() throws {
        func callback(_ lifetime: String) -> String {
            #"{ "callback": { "lifetime": "\#(lifetime)", "compute": "((struct pair *)data)->a * 10 + ((pair_ref)data)->b + n" } }"#
        }
        let mistakes = try mistakes(
            """
            \(Self.pair),
            { "new": "struct ops", "value": { "measure": \(callback("forever")) }, "save": "ops" },
            { "call": "m.run", "with": [{ "ref": "ops" }, { "ref": "pair" }], "expect": { "result": 60 } },
            { "new": "struct ops", "save": "later" }, { "write": "later->measure", "value": \(callback("forever")) },
            { "call": "m.run", "with": [{ "ref": "later" }, { "ref": "pair" }], "expect": { "result": 60 } },
            { "call": "m.direct", "with": [\(callback("call")), { "ref": "pair" }], "expect": { "result": 61 } }
            """)
        #expect(mistakes == [])
    }

    @Test(
        "lead to what is in the object, and never behind its end",
        arguments: [
            (#""returns": 1, "writes": { "((struct large *)data)->values[2]": 9 }"#, "has 8 bytes"),
            (#""returns": 1, "writes": { "((double *)data)[1]": 9 }"#, "it is not declared how many values are there"),
            (#""compute": "((struct large *)data)->values[2]""#, "has 8 bytes"),
            (#""compute": "((int *)data)[n]""#, "has 8 bytes"),
            (#""compute": "(int)*(double *)((char *)data + 0)""#, "which is a number"),
        ])
    func ends(_ options: String, _ words: String) throws {
        let mistakes = try mistakes(
            #"\#(Self.pair), { "call": "m.direct", "with": [{ "callback": { \#(options) } }, { "ref": "pair" }] }"#)
        #expect(mistakes.joined().contains(words), "\(mistakes)")
    }

    @Test("and to its last byte")
    func lastByte() throws {
        let mistakes = try mistakes(
            """
            \(Self.pair),
            { "call": "m.direct", "with": [{ "callback": { "returns": 1, "writes": { "((struct pair *)data)->b": 9 } } },
                                           { "ref": "pair" }] },
            { "read": "pair->b", "expect": { "result": 9 } },
            { "call": "m.direct", "with": [{ "callback": { "compute": "((int *)data)[n - 3]" } }, { "ref": "pair" }],
              "expect": { "result": 9 } }
            """)
        #expect(mistakes == [])
    }
}
