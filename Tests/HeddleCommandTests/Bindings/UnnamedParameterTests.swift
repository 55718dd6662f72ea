// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Parameters that a declaration leaves without names")
struct UnnamedParameterTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            int halve(int n, int *rest) { *rest = n % 2; return n / 2; }
            int sum(int n, int (*of)(int, int)) {
                int sum = 0;
                for (int i = 0; i < n; i++) sum += of(i, n);
                return sum;
            }
            """, to: "own.so", in: bench.folder)
    }

    private func behaviour(hooks: String = "[]", _ steps: String) -> String {
        """
        { "behaviour": 1,
          "modules": {
            "o": { "library": "./own.so", "declarations": ["int halve(int, _Out_ int *)", "int sum(int, int (*)(int, int))"] },
            "on": { "declarations": ["int of(int, int)"] } },
          "hooks": \(hooks),
          "steps": [\(steps)] }
        """
    }

    @Test("are given, read and expected by their positions")
    func positions() throws {
        let run = try bench.heddle(
            "run",
            behaviour: behaviour(
                """
                { "call": "o.halve", "with": { "$1": 7 }, "save": { "rest": "out.$2" }, "expect": { "out.$2": 1 } },
                { "call": "o.halve", "with": { "$1": { "ref": "rest" } }, "expect": { "result": 0, "argument.$1": 1 } },
                { "call": "o.sum", "with": { "$2": { "callback": { "compute": "$1 * $2" } }, "$1": 3 },
                  "expect": { "result": 9 } }
                """))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("o.halve(7) = 3; $2 = 1"))
    }

    @Test("are told apart by hooks by their positions")
    func hooks() throws {
        let hooks = """
            [ { "on": "on.of", "instead": { "answer": { "calls": [
                { "call": "on.of", "with": { "$1": 0 }, "result": 5 }, { "call": "on.of", "with": { "$2": 2 }, "result": 6 } ] } } },
              { "on": "o.halve", "where": { "argument.$1": { "gt": 5 } }, "before": { "log": { "arguments": ["$1"] } } } ]
            """
        let run = try bench.heddle(
            "run",
            behaviour: behaviour(
                hooks: hooks,
                """
                { "call": "o.halve", "with": [4] }, { "call": "o.halve", "with": [8] },
                { "call": "o.sum", "with": { "$1": 2, "$2": { "action": "on.of" } }, "expect": { "result": 11 } }
                """))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("o.halve($1: 8)") && !run.errors.contains("o.halve($1: 4)"), "\(run.errors)")
    }

    @Test("are recorded by their positions, and run again so")
    func recording() throws {
        try bench.folder.write("steps.json", behaviour(#"{ "call": "o.halve", "with": [7] }"#))
        let record = try bench.heddle("record", "steps.json", "-o", "recorded.json")
        #expect(record.status == 0, "\(record.errors)")
        #expect(bench.folder.text(of: "recorded.json")?.contains(#""out.$2": 1"#) == true)
        #expect(try bench.heddle("run", "recorded.json").status == 0)
    }

    @Test("are offered by their positions where another name is written")
    func mistakes() throws {
        for (step, mend) in [
            (#"{ "call": "o.halve", "with": { "$2": 7 } }"#, "did you mean \"$1\"?"),
            (#"{ "call": "o.halve", "with": [7], "expect": { "out.rest": 1 } }"#, "it has $2"),
            (#"{ "call": "o.sum", "with": { "n": 7 } }"#, "it takes $1, $2"),
        ] {
            let check = try bench.heddle("check", behaviour: behaviour(step))
            #expect(check.status == 3 && check.errors.contains(mend), "\(check.errors)")
        }
    }
}
