// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What failed is explained")
struct FailureTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            typedef struct { int x; double y; } point;
            struct db { int n; };
            enum color { RED, GREEN = 7 };
            point make(int x) { return (point){ x, 0.1 + 0.2 }; }
            enum color color(int n) { return (enum color)n; }
            void fill(unsigned char *bytes, int n) { for (int i = 0; i < n; i++) bytes[i] = (unsigned char)i; }
            int negated(int n) { return -n; }
            unsigned most(void) { return 0xffffffffu; }
            struct db *open_db(int fails) { return fails ? NULL : calloc(1, sizeof(struct db)); }
            void close_db(struct db *db) { free(db); }
            int count(struct db *db) { return db->n; }
            int pin(char *pin) { pin[0] = '9'; pin[1] = 0; return 0; }
            """, to: "libshop.so", in: bench.folder)
    }

    /// The console output of a run of some steps around that library.
    private func told(_ steps: String, hooks: String = "", _ arguments: String...) throws -> String {
        try bench.folder.write(
            "shop.json",
            """
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": { "shop": { "library": "./libshop.so", "declarations": [
                "typedef struct { int x; double y; } point", "enum color { RED, GREEN = 7 }", "struct db",
                "point make(int x)", "enum color color(int n)", "int negated(int n)", "unsigned most(void)",
                "void fill(_Out_writes_(n) _Bytes_ uint8_t *bytes, int n)",
                "_Ret_maybenull_ _Free_(close_db) struct db *open_db(int fails)", "void close_db(struct db *db)",
                "int count(struct db *db)", "int pin(_Secret_ _Out_writes_(4) char *pin)" ] } },
              "hooks": [\(hooks)],
              "steps": [
            \(steps)
              ] }
            """)
        let run = try Program.built("heddle").run(["run", "shop.json"] + arguments, in: bench.folder.path)
        #expect(run.status == 1)
        return run.output + run.errors
    }

    @Test("a structure member by member, with the types of C")
    func structure() throws {
        let told = try told(#"{ "call": "shop.make", "with": [3], "expect": { "result": { "x": 3, "y": 0.3 } } }"#)
        #expect(
            told.contains(
                """
                 = expected: point {"x": 3, "y": 0.3}
                   = actual:   point {"x": 3, "y": 0.30000000000000004}
                   = 1 of 2 parts differs:
                   =   result.y: expected double 0.3, actual double 0.30000000000000004; they are 1 ULP of double apart, a \
                distance of 5.551115123125783e-17; "near" allows for one

                """), "\(told)")
    }

    @Test("an enumerator by name and number, a part by the type of the part, bytes by rows")
    func types() throws {
        let told = try told(
            """
            { "call": "shop.color", "with": [7], "expect": { "result": "RED" } },
            { "call": "shop.color", "with": [5], "expect": { "result": 7 } },
            { "call": "shop.make", "with": [3], "expect": { "result.x": { "gt": 3 } } },
            { "call": "shop.fill", "with": [3], "expect": { "out.bytes": { "hex": "000103" } } },
            { "call": "shop.most", "save": "most" },
            { "call": "shop.negated", "with": [1], "expect": { "result": { "ref": "most" } } }
            """)
        for lines in [
            ["expected: enum color RED (0)", "actual:   enum color GREEN (7)"],
            ["expected: enum color GREEN (7)", "actual:   enum color 5, which has no name"],
            ["expected: greater than 3", "actual:   int 3"],
            ["expected: uint8_t * <000103>", "actual:   uint8_t * <000102>", "1 of 3 bytes differs, the first at 2"],
            [
                "actual:   int -1",
                "both are the bits 0xffffffff: -1 with a sign and 4294967295 without one, in 32 bits",
            ],
        ] {
            #expect(told.contains(lines.map { "   = \($0)\n" }.joined()), "\(told)")
        }
    }

    @Test("values that were saved are traced to the steps that saved them, and handles to what released them")
    func sources() throws {
        let told = try told(
            """
            { "call": "shop.make", "with": [3], "save": "p" },
            { "call": "shop.negated", "with": [{ "ref": "p.x" }], "expect": { "result": { "ref": "p.x" } } },
            { "call": "shop.open_db", "with": [0], "save": "db" },
            { "call": "shop.close_db", "with": [{ "ref": "db" }] },
            { "call": "shop.count", "with": [{ "ref": "db" }] }
            """)
        #expect(
            told.contains(
                """
                   = the expected value is "p.x": result of shop.make, saved at shop.json:10:1
                   = argument 1 (n) is "p.x": result of shop.make, saved at shop.json:10:1

                """), "\(told)")
        #expect(
            told.contains(
                """
                    called at shop.json:14:1
                    argument 1 (db) is "db": result of shop.open_db, saved at shop.json:12:1
                    "db" was released by shop.close_db at shop.json:13:1

                """), "\(told)")
    }

    @Test("the hooks around the call are told in order, by name or place")
    func hooks() throws {
        let hooks = #"""
            { "name": "seen", "on": "shop.*", "before": "log", "after": "time" },
            { "on": "shop.negated", "instead": { "cache": {} }, "order": -1 },
            { "on": "shop.make", "before": "log" }
            """#
        let told = try told(
            #"{ "call": "shop.negated", "with": [1], "expect": { "result": 1 } }"#, hooks: hooks)
        #expect(
            told.contains(
                """
                   = hooks around the call, outermost first:
                   =   (instead cache) at shop.json:9:1 on "shop.negated"
                   =   "seen" (before log, time; after time) at shop.json:8:13 on "shop.*"

                """), "\(told)")
    }

    @Test("what a declaration says is secret is told nowhere")
    func secrets() throws {
        let steps = #"{ "call": "shop.pin", "expect": { "out.pin": "1234" } }"#
        for arguments in [[], ["--json"]] {
            let told = try arguments.isEmpty ? told(steps) : told(steps, "--json")
            #expect(told.contains("expected: a secret value"))
            #expect(!told.contains("1234") && !told.contains("\"9\""), "\(told)")
        }
    }

    @Test("what is expected by a row of a table is found in it")
    func row() throws {
        try bench.folder.write(
            "rows.json",
            """
            { "behaviour": 1,
              "modules": { "shop": { "library": "./libshop.so", "declarations": ["int negated(int n)"] } },
              "cases": [ { "name": "rows", "each": [
                  { "want": 1 },
                  { "want": 2 }
                ], "steps": [{ "call": "shop.negated", "with": [-1], "expect": { "result": { "ref": "row.want" } } }]
              } ] }
            """)
        let run = try Program.built("heddle").run(["test", "rows.json"], in: bench.folder.path)
        #expect(run.errors.contains("  = the expected value is at rows.json:5:17\n"), "\(run.errors)")
    }

    @Test("what holds is told without any of it")
    func held() throws {
        let steps = #"{ "call": "probe.add", "with": [1, 2], "expect": { "result": 3 } }"#
        let run = try bench.heddle("run", behaviour: behaviour("," + steps), "--json")
        #expect(run.status == 0)
        #expect(!run.output.contains("circumstances"))
    }
}
