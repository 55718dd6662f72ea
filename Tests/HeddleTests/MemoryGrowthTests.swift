// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Foundation
import Heddle
import HeddleReport
import Testing

@Suite("A run that is repeated")
struct MemoryGrowthTests {
    @Test("leaves no memory behind: not of structures, texts, buffers, callbacks, hooks or failures")
    func growth() async {
        // A process of its own: what other tests allocate meanwhile must not count.
        await #expect(processExitsWith: .success) {
            let host = ModuleHost()
            let plan = try Plan.read(
                SourceText(name: "growth.json", Self.behaviour), on: host, origin: .file(folder: "."))
            func run(_ times: Int) {
                for _ in 0..<times { _ = Run(plan, on: host, events: EventStream(to: []))() }
            }
            run(500)
            let before = try Self.dataPages()
            run(5000)
            let grown = try Self.dataPages() - before
            // 50 bytes a run would be as many pages.
            guard grown < 60 else { fatalError("5000 runs of 7 calls have left \(grown) pages of memory behind") }
        }
    }

    @Test("leaves no memory behind where it is planned anew: not of objects, reads and writes")
    func plans() async {
        await #expect(processExitsWith: .success) {
            let behaviour = #"""
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "struct pair { int first; struct pair *next; }", "int abs(int n)" ] } },
                  "steps": [ { "new": "struct pair", "value": { "first": -3 }, "save": "one" },
                    { "new": "struct pair[3]", "save": "three" }, { "new": "int[4]", "save": "numbers" },
                    { "write": "one->next", "value": { "ref": "three" } }, { "write": "one->next->first", "value": 4 },
                    { "read": "three[0]", "expect": { "result.first": 4 } },
                    { "call": "c.abs", "with": [{ "ref": "one->first" }], "expect": { "result": 3 } } ] }
                """#
            let host = ModuleHost()
            func run(_ times: Int) throws {
                for _ in 0..<times {
                    let source = SourceText(name: "plans.json", behaviour)
                    let plan = try Plan.read(source, on: host, origin: .file(folder: "."))
                    guard Run(plan, on: host, events: EventStream(to: []))() == .held else {
                        fatalError("it did not hold")
                    }
                }
            }
            try run(200)
            let before = try Self.dataPages()
            try run(2000)
            let grown = try Self.dataPages() - before
            // A function for each type and plan would be more than 3000 pages.
            guard grown < 500 else { fatalError("2000 plans of 7 steps have left \(grown) pages of memory behind") }
        }
    }

    @Test("takes no memory for each round of a loop that passes on a text which was saved before it")
    func rounds() async {
        await #expect(processExitsWith: .success) {
            let text = String(repeating: "weft", count: 25_000)
            let behaviour = #"""
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "_Free_(free) char *strdup(const char *s)", "size_t strlen(const char *s)" ] } },
                  "steps": [{ "call": "c.strdup", "with": ["\#(text)"], "save": "text" },
                    { "repeat": [{ "call": "c.strlen", "with": [{ "ref": "text" }], "expect": { "result": 100000 } }],
                      "times": 5000 }] }
                """#
            let host = ModuleHost()
            let plan = try Plan.read(SourceText(name: "rounds.json", behaviour), on: host, origin: .file(folder: "."))
            let before = try Self.dataPages()
            guard Run(plan, on: host, events: EventStream(to: []))() == .held else { fatalError("it did not hold") }
            let grown = try Self.dataPages() - before
            // Memory for each round would be 122,000 pages.
            guard grown < 10_000 else { fatalError("5000 rounds have left \(grown) pages of memory behind") }
        }
    }

    /// How many pages of data the process has.
    private static func dataPages() throws -> Int {
        let figures = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return Int(figures[5]) ?? 0
    }

    private static let behaviour = """
        { "behaviour": 1, "policy": { "onFailure": "continue" },
          "modules": { "c": { "library": "libc.so.6", "declarations": [
            "typedef struct { int quot; int rem; } quotient", "quotient div(int numerator, int denominator)",
            "int snprintf(_Out_writes_(n) char *text, size_t n, _Printf_format_string_ const char *format, ...)",
            "void qsort(_Inout_updates_(n) int *all, size_t n, size_t size, int (*compare)(_In_ const int *a, _In_ const int *b))",
            "_Free_(free) char *strdup(const char *text)", "void free(void *memory)",
            "_Success_(return == 0) int chdir(const char *path)" ] } },
          "hooks": [ { "on": "c.*", "before": "count", "instead": "time" } ],
          "steps": [
            { "call": "c.div", "with": [17, 5], "save": "kept" },
            { "call": "c.snprintf", "with": [40, "%d %s", 3, "these"], "expect": { "out.text": "3 these" } },
            { "call": "c.qsort", "with": { "all": [2, 1], "size": 4, "compare": { "callback": { "returns": 1 } } } },
            { "call": "c.strdup", "with": ["copied"], "save": "text" },
            { "call": "c.strdup", "with": [{ "ref": "text" }] },
            { "call": "c.chdir", "with": ["/nowhere"], "expect": { "failure": { "code": "unsuccessful" } } },
            { "call": "c.div", "with": [1, 1], "expect": { "result": { "quot": 2 } } }
          ] }
        """
}
