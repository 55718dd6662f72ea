// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("An index that is known before the run")
struct IndexValueRunTests {
    private func test(row: String) throws -> Program.Ended {
        try Bench().heddle(
            "test",
            behaviour: """
                { "behaviour": 1, "settings": ["int pick = 2"],
                  "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "enum { SECOND = 1 }; struct four { int v[4]; };", "int abs(int n)"] } },
                  "setup": [{ "new": "struct four", "value": { "v": [10, 11, 12, 13] }, "save": "p" }],
                  "cases": [{ "name": "a", "each": [\(row)], "steps": [
                    { "call": "c.abs", "with": [{ "ref": "p->v[row.i]" }], "expect": { "result": { "ref": "row.is" } } },
                    { "read": "p->v[settings.pick]", "expect": { "result": 12 } },
                    { "call": "c.abs", "with": [{ "expression": "p->v[row.i] - p->v[c.SECOND]" }],
                      "expect": { "result": { "expression": "row.is - 11" } } } ] }] }
                """)
    }

    @Test("is a column of the row, a setting or a constant")
    func sources() throws {
        let run = try test(row: #"{ "i": 1, "is": 11 }, { "i": 3, "is": 13 }"#)
        #expect(run.status == 0, "\(run)")
    }

    @Test(
        "is refused with its row where it leads nowhere",
        arguments: [
            (#""x""#, "has the index \"x\", expected a whole number from 0"), ("-1", "has the index -1"),
            ("4", "has no element 4: it has 4, counted from 0"),
        ])
    func refusals(index: String, message: String) throws {
        let run = try test(row: "{ \"i\": \(index), \"is\": 0 }")
        #expect(run.status == 3)
        #expect(run.errors.contains(message) && run.errors.contains("in the case \"a [1]\""), "\(run.errors)")
    }
}
