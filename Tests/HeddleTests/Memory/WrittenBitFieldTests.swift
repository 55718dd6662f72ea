// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A bit-field that a step writes to")
struct WrittenBitFieldTests {
    private static let structure = """
        struct fields { unsigned low : 3; int middle : 7; unsigned char high : 5; _Bool on : 1; char between; \
        struct { unsigned long far : 40; long end : 20; }; }
        """
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let source = """
            \(Self.structure);
            int holds(const struct fields *it, unsigned low, int middle, unsigned high, int on, char between,
                      unsigned long far, long end) {
                return it->low == low && it->middle == middle && it->high == high && it->on == on
                    && it->between == between && it->far == far && it->end == end;
            }
            """
        try BuiltModules.compile(source, to: "libfields.so", in: folder)
    }

    private func plan(_ steps: String, on host: ModuleHost) throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "fields", "declarations": [ "\(Self.structure)",
                "int holds(const struct fields *it, unsigned low, int middle, unsigned high, int on, char between, unsigned long far, long end)"
              ] } }, "steps": [
                { "new": "struct fields", "value": { "low": 5, "middle": -33, "high": 17, "on": true, "between": 9,
                    "far": 1099511627775, "end": -1 }, "save": "it" },
              \(steps) ] }
            """
        return try Plan.read(SourceText(name: "fields.json", text), on: host, origin: .file(folder: "."))
    }

    @Test(
        "changes, and nothing beside it",
        arguments: [
            ("it->low", "2", "[2, -33, 17, 1, 9, 1099511627775, -1]"),
            ("it->middle", "63", "[5, 63, 17, 1, 9, 1099511627775, -1]"),
            ("it->middle", "-64", "[5, -64, 17, 1, 9, 1099511627775, -1]"),
            ("it[0].high", "31", "[5, -33, 31, 1, 9, 1099511627775, -1]"),
            ("it->on", "false", "[5, -33, 17, 0, 9, 1099511627775, -1]"),
            ("it->far", "1", "[5, -33, 17, 1, 9, 1, -1]"),
            ("it->end", "-524288", "[5, -33, 17, 1, 9, 1099511627775, -524288]"),
        ])
    func values(_ path: String, _ value: String, _ rest: String) throws {
        let host = ModuleHost(modulePath: [folder.path])
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let step = #"{ "write": "\#(path)", "value": \#(value) }"#
        let call = #"{ "call": "m.holds", "with": [{ "ref": "it" }, \#(rest.dropFirst()), "expect": { "result": 1 } }"#
        let steps = step + ", " + call
        let ending = Run(try plan(steps, on: host), on: host, events: stream)()
        #expect(ending == .held, "\(recorder.events)")
    }

    @Test("fails the step where a value of the run does not fit, and stays as it was")
    func lateMisfit() throws {
        let host = ModuleHost(modulePath: [folder.path])
        let steps = #"""
            { "write": "it->low", "value": { "ref": "it->between" },
              "expect": { "failure.message": { "contains": "from 0 to 7" } } },
            { "call": "m.holds", "with": [{ "ref": "it" }, 5, -33, 17, 1, 9, 1099511627775, -1], "expect": { "result": 1 } }
            """#
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        #expect(Run(try plan(steps, on: host), on: host, events: stream)() == .held, "\(recorder.events)")
    }

    @Test(
        "takes no more than its bits hold",
        arguments: [
            ("it->low", "8", "a whole number from 0 to 7"), ("it->middle", "64", "from -64 to 63"),
            ("it->low", #""x""#, "the declaration wants a number"),
        ])
    func misfits(_ path: String, _ value: String, _ expected: String) {
        let mistakes = #expect(throws: Diagnostics.self) {
            _ = try plan(
                #"{ "write": "\#(path)", "value": \#(value) }"#, on: ModuleHost(modulePath: [folder.path]))
        }
        #expect(mistakes?.all.contains { $0.message.contains(expected) } == true, "\(String(describing: mistakes))")
    }
}
