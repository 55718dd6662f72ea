// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A place that a step writes to")
struct WrittenPlaceTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("takes values of its type: numbers, texts, arrays, structures, handles and null")
    func values() throws {
        let run = try bench.run(
            """
            { "new": "node[2]", "save": "n" },
            { "write": "n->number", "value": -5 },
            { "write": "n->name", "value": "abc" },
            { "write": "n->text", "value": "a longer text" },
            { "write": "n->values", "value": [1, 2.5] },
            { "write": "n->values[2]", "value": "Infinity" },
            { "write": "n->next", "value": { "ref": "&n[1]" } },
            { "write": "n[1]", "value": { "number": 7 } },
            { "call": "m.total", "with": [{ "ref": "n" }], "expect": { "result": 2 } },
            { "read": "n[0]", "expect": { "result": { "number": -5, "name": "abc", "text": "a longer text",
                "values": [1, 2.5, "Infinity"], "flags": 0 } } },
            { "write": "n->next", "value": null },
            { "write": "n->text", "value": null },
            { "call": "m.total", "with": [{ "ref": "n" }], "expect": { "result": -5 } },
            { "read": "n->text", "expect": { "result": null } }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("takes saved values, rounded and checked as arguments are")
    func savedValues() throws {
        let run = try bench.run(
            """
            { "new": "node", "save": "n" },
            { "call": "m.sum", "with": [[40, 2], 2], "save": "sum" },
            { "write": "n->number", "value": { "ref": "sum" } },
            { "write": "n->values[0]", "value": { "ref": "n->number" } },
            { "read": "n->values[0]", "expect": { "result": 42 } }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("is no union of which a number beside it says what stands there: its member would be another one")
    func selectedUnion() throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "struct var { int kind; _Switch_is_(kind) union { _Case_(0) double d; _Case_(1) int i; } u; }" ] } },
              "steps": [
                { "new": "struct var", "value": { "kind": 1, "u": { "i": 4 } }, "save": "v" },
                { "write": "v->u.i", "value": 5 },
                { "write": "v->u", "value": { "i": 3 } },
                { "read": "v->u", "save": "u" },
                { "write": "v->u", "value": { "ref": "u" } } ] }
            """
        let told = try #require(throws: Diagnostics.self) {
            try Plan.read(SourceText(name: "a.json", text), on: ModuleHost(), origin: .file(folder: ".")).end()
        }
        let place = "a.json:8:16: \"v->u\" is a union, and a number beside it says which of its members stands there"
        #expect(told.all.map { "\($0.range?.location.description ?? ""): \($0.message)" } == [place])
    }

    @Test(
        "refuses others before anything runs",
        arguments: [
            (#"{ "write": "n->number", "value": 2147483648 }"#, "number 2147483648"),
            (#"{ "write": "n->number", "value": "five" }"#, "five"),
            (#"{ "write": "n->name", "value": "much too long" }"#, "at most 8 bytes"),
            (#"{ "write": "n->values", "value": [1, 2, 3, 4] }"#, "wants an array of 3 or fewer"),
            (#"{ "write": "n->next", "value": { "ref": "&n->number" } }"#, "a handle of node"),
            (#"{ "write": "n", "value": 1 }"#, "is no place in memory"),
            (#"{ "write": "n->number" }"#, #"needs the key "value""#),
        ])
    func refusals(_ step: String, _ message: String) {
        let mistakes = bench.mistakes(#"{ "new": "node", "save": "n" }, \#(step)"#)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }
}
