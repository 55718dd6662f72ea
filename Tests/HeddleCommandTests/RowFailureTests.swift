// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: the failure of a row")
struct RowFailureTests {
    private let bench: TestBench

    init() throws {
        bench = try TestBench()
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            int twice(int n); int die(int n); int check(const char *pin);
            int twice(int n) { return 2 * n; }
            int die(int n) { if (n == 2) abort(); return n; }
            int check(const char *pin) { return pin[0] == '1'; }

            """, to: "librow.so", in: bench.folder)
    }

    private func write(_ steps: String, _ rows: String) throws {
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1,
              "modules": { "row": { "library": "./librow.so", "declarations": [
                "int twice(int n); int die(int n); int check(_Secret_ const char *pin)"] } },
              "cases": [{ "name": "rows", "each": \#(rows), "steps": [\#(steps)] }] }
            """#)
    }

    @Test("shows the values of the row on the console and in all reports, those of others not")
    func values() throws {
        try write(
            #"{ "call": "row.twice", "with": [{ "ref": "row.n" }], "expect": { "result": { "ref": "row.double" } } }"#,
            #"{ "names": ["n", "double"], "rows": [[1, 2], [2, 5], [3, 6]] }"#)
        let run = try bench.test(
            "a.json", "--junit", "a.xml", "--tap", "a.tap", "--html", "a.html", "--annotations", "a.txt")
        #expect(run.errors.contains("\nrow: n = 2, double = 5\nrun again: "))
        #expect(run.errors.matches(of: #/row: /#).count == 1)
        #expect(bench.folder.text(of: "a.xml")?.contains("\nrow: n = 2, double = 5\n") == true)
        #expect(bench.folder.text(of: "a.tap")?.contains("row: n = 2, double = 5\n") == true)
        #expect(bench.folder.text(of: "a.html")?.contains(#""row":"row: n = 2, double = 5""#) == true)
        #expect(bench.folder.text(of: "a.txt")?.contains("%0Arow: n = 2, double = 5\n") == true)
        let line = try #require(try bench.test("a.json", "--json").events.first { $0.kind == "caseStarted" }?.line)
        #expect(line.hasSuffix(#","family":"rows","row":{"n":1,"double":2}}"#))
    }

    @Test("shows them after a crash, too")
    func crash() throws {
        try write(#"{ "call": "row.die", "with": [{ "ref": "row.n" }] }"#, #"[{ "n": 1 }, { "n": 2 }]"#)
        let run = try bench.test("a.json")
        #expect(run.status == 5)
        #expect(run.errors.contains("\nrow: n = 2\n"))
    }

    @Test("shows no value that is declared secret")
    func secret() throws {
        try write(
            #"{ "call": "row.check", "with": [{ "ref": "row.pin" }], "expect": { "result": 1 } }"#,
            #"{ "names": ["user", "pin"], "rows": [["ada", "2-secret"]] }"#)
        let run = try bench.test("a.json", "--html", "a.html")
        #expect(run.errors.contains(#"row: user = "ada", pin = "<secret>""#))
        #expect(!(run.errors + run.output + (bench.folder.text(of: "a.html") ?? "")).contains("2-secret"))
    }
}
