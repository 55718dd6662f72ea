// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("An address in a line of heddle shell")
struct ShellOutParameterTests {
    private let bench: ShellBench

    init() throws {
        bench = try ShellBench()
        let source = """
            struct pen { int width; };
            static struct pen pens[2] = {{3}, {4}};
            int pick(int number, struct pen **pen); int pick(int number, struct pen **pen) {
                *pen = number < 2 ? &pens[number] : 0; return number < 2;
            }
            int width(const struct pen *pen); int width(const struct pen *pen) { return pen->width; }
            void grow(int *width, double factor);
            void grow(int *width, double factor) { *width = (int)(*width * factor); }
            void size(int *wide, int *high); void size(int *wide, int *high) { *wide = 7; *high = 9; }
            int twice(const int *n); int twice(const int *n) { return n ? 2 * *n : -1; }
            void fill(char *text, int room); void fill(char *text, int room) { while (room > 0) text[--room] = 0; }
            int counter;
            int count(int *n); int count(int *n) { return ++*n; }
            """
        try BuiltModules.compile(source, to: "libpens.so", in: bench.folder)
    }

    private static let declarations = [
        "typedef struct pen pen;", "int pick(int number, pen **pen);", "int width(const pen *pen);",
        "void grow(int *width, double factor);", "void size(int *wide, int *high);", "int twice(const int *n);",
        "void fill(char *text, int room);", "extern int counter;", "int count(int *n);",
    ]

    private func type(_ lines: String...) throws -> Program.Ended {
        let all = (Self.declarations + lines).joined(separator: "\n")
        return try bench.type(all, into: ["./libpens.so"])
    }

    @Test("names what a function hands out, though its declaration does not say that it does")
    func handles() throws {
        let ended = try type("pick(1, &p) == 1", "width(p) == 4", "pick(5, &q)", "q", ".save saved.json")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            ended.output.hasSuffix(
                "1\npen = <pen #1>\n4\n0\npen = null\nnull\nsaved.json: 3 steps; heddle run saved.json runs it\n"))
        let text = try #require(bench.folder.text(of: "saved.json"))
        #expect(text.contains(#""annotate": { "pick": { "pen": "_Outptr_result_maybenull_" } }"#))
        #expect(
            bench.steps().first
                == #"{ "call": "pens.pick", "with": [1], "expect": { "result": 1 }, "save": { "p": "out.pen" } }"#)
        #expect(try bench.run("run", "saved.json").status == 0)
    }

    @Test("of a saved value passes it, and saves what became of it")
    func changed() throws {
        let ended = try type("n = width: 1", "size(&w, &h)", "grow(&w, 3)", "w", "h")
        #expect(ended.output.hasSuffix("wide = 7\nhigh = 9\nwidth = 21\n21\n9\n"), "\(ended.output) \(ended.errors)")
    }

    @Test("of a value that is only read passes it, and NULL passes none")
    func read() throws {
        let ended = try type("four = 4", "twice(&four) == 8", "five = 5", "twice(&five) == 10", "twice(&none)")
        #expect(ended.output.contains("\n8\n10\n"), "\(ended.output) \(ended.errors)")
        #expect(ended.errors.hasPrefix("error: no parameter here hands something out"), "\(ended.errors)")
        #expect(try type("twice(NULL) == -1").status == 0)
    }

    @Test("of a variable of the library is its place, and makes no other value of that name")
    func variable() throws {
        let ended = try type("counter = 7", "count(&counter)", "counter", "counter == 7", ".steps")
        #expect(ended.errors.contains("pens.count cannot be called: int * does not say what it points to"))
        #expect(ended.output.contains("\n7\n7\n{"), "\(ended.output) \(ended.errors)")
        #expect(ended.output.contains(#"{ "write": "pens.counter", "value": 7 }"#))
    }

    @Test("of bytes is refused, since nothing says for how many there is room")
    func bytes() throws {
        let ended = try type("fill(&text, 64)")
        #expect(ended.errors.contains("error: nothing says for how many bytes text of pens.fill has room"))
        #expect(ended.errors.contains("= declare the function, with _Out_writes_(count) before this parameter"))
    }

    @Test("that turns out to be wrong changes nothing for the lines before and behind")
    func wrong() throws {
        let ended = try type(
            "size(&w, &h)", "void size(_Inout_ int *wide, int *high);", "count(&w)", "size(&w, &h)", "h == 9",
            "pick(0, &p)", "width(&p)", "width(p) == 3", ".save saved.json")
        #expect(ended.errors.contains("lines before are wrong with this"), "\(ended.errors)")
        #expect(ended.output.contains("pen = <pen #1>\n3\n"), "\(ended.output)")
        #expect(try bench.run("run", "saved.json").status == 0)
    }

    @Test("needs an argument for each parameter, as C does")
    func count() throws {
        let ended = try type("pick(&p)")
        #expect(ended.errors.contains("error: with &, each of the 2 parameters has an argument; 1 are given"))
        #expect(ended.errors.contains("= declared: int pick(int number, pen **pen)"))
    }

    @Test("drives SQLite from its bindings alone", .enabled(if: Program.isInstalled("clang")))
    func sqlite() throws {
        #expect(
            try bench.run("bind", "sqlite3.h", "--library", "libsqlite3.so.0", "-o", "sqlite.json").status == 0)
        let ended = try bench.type(
            #"sqlite3_open(":memory:", &db) == SQLITE_OK"#,
            #"sqlite3_prepare_v2(db, "select 40 + 2", -1, &query, &rest) == SQLITE_OK"#,
            "sqlite3_step(query) == SQLITE_ROW", "sqlite3_column_int(query, 0) == 42",
            "sqlite3_step(query) == SQLITE_DONE", "sqlite3_finalize(query)", "sqlite3_close(db) == SQLITE_OK",
            ".save saved.json", into: ["libsqlite3.so.0", "--bindings", "sqlite.json"])
        #expect(ended.status == 0, "\(ended.errors)")
        let run = try bench.run("run", "saved.json")
        #expect(run.status == 0)
        #expect(run.errors == "7 calls: 7 returned. 6 expectations held.\n")
    }
}
