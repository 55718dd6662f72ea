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
            struct spot { int x, y; };
            void turn(struct spot *s); void turn(struct spot *s) { int x = s->x; s->x = s->y; s->y = x; }
            struct spot spot(int x, int y); struct spot spot(int x, int y) { struct spot s = {x, y}; return s; }
            int sum(const struct spot *s); int sum(const struct spot *s) { return s ? s->x + s->y : -1; }
            int swap(struct pen **pen); int swap(struct pen **pen) { return *pen ? (*pen)->width : -1; }
            int counter;
            int count(int *n); int count(int *n) { return ++*n; }
            """
        try BuiltModules.compile(source, to: "libpens.so", in: bench.folder)
    }

    private static let declarations = [
        "typedef struct pen pen;", "int pick(int number, pen **pen);", "int width(const pen *pen);",
        "void grow(int *width, double factor);", "void size(int *wide, int *high);", "int twice(const int *n);",
        "void fill(char *text, int room);", "extern int counter;", "int count(int *n);",
        "typedef struct { int x, y; } spot_t;", "void turn(spot_t *s);", "spot_t spot(int x, int y);",
        "int sum(const spot_t *s);", "int swap(pen **pen);",
    ]

    private func type(_ lines: String...) throws -> Program.Ended {
        let all = (Self.declarations + lines).joined(separator: "\n")
        return try bench.type(all, into: ["./libpens.so"])
    }

    @Test("may be given again for a pointer that an annotation of the user's says is handed out")
    func annotated() throws {
        let ended = try type(
            ".annotate pick pen _Outptr_result_maybenull_", "pick(0, &p)", "pick(1, &p)", "width(p) == 4")
        #expect(ended.status == 0, "\(ended.errors)")
        let guessed = try type("pick(0, &p)", "pick(1, &p)")
        #expect(guessed.errors.contains("nothing says whether pens.pick reads p"), "\(guessed.errors)")
    }

    @Test("may be NULL, which the function gets, and the saved behaviour has")
    func null() throws {
        let ended = try bench.type(
            """
            getcwd(NULL, 0).failure
            snprintf(NULL, 0, "%d", 1234) == 4
            strtol("5x", NULL, 10) == 5
            uname(NULL)
            .save null.json
            """, into: ["libc.so.6"])
        #expect(ended.errors.contains("names may not be null, as it is declared"), "\(ended.errors)")
        let steps = bench.steps(of: "null.json")
        #expect(steps.contains { $0.contains(#""with": { "text": "5x", "rest": null, "base": 10 }"#) }, "\(steps)")
        #expect(
            steps.contains { $0.contains(#""with": { "buffer": null, "size": 0, "format": "%d", "...": [1234] }"#) },
            "\(steps)")
        #expect(try bench.run("run", "null.json").status == 0)
    }

    @Test("names the text that a variadic function hands out, and is left out where all others are given")
    func variadic() throws {
        let ended = try bench.type(
            """
            int snprintf(_Out_writes_z_(size) char *buf, size_t size, _Printf_format_string_ const char *format, ...);
            int (*choose(void))(int);
            snprintf(20, "%d", 5) == 1
            t = snprintf(20, "weft").buf
            snprintf(&b, 20, "%d-%s", 5, "x") == 3
            b
            """, into: ["libc.so.6"])
        #expect(ended.errors.isEmpty, "\(ended.errors)")
        #expect(ended.output.hasSuffix("\n5-x\n") || ended.output.hasSuffix("\n\"5-x\"\n"), "\(ended.output)")
    }

    @Test("names what a function hands out, though its declaration does not say that it does")
    func handles() throws {
        let ended = try type("pick(1, &p) == 1", "width(p) == 4", "pick(5, &q)", "q", ".save saved.json")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            ended.output.hasSuffix(
                "1\npen = <pen #1>\n4\n0\npen = null\nnull\nsaved.json: 3 steps; heddle run saved.json runs it\n"))
        let text = try #require(bench.folder.text(of: "saved.json"))
        #expect(text.contains(#""annotate": { "pick": { "pen": "_Outptr_opt_result_maybenull_" } }"#))
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
        #expect(ended.errors.hasPrefix("error: none is no saved value"), "\(ended.errors)")
        #expect(try type("twice(NULL) == -1").status == 0)
    }

    @Test("passes a value whatever was passed before it")
    func order() throws {
        let numbers = try type(
            "count(&n) == 1", "m = 5", "count(&m) == 6", "m == 6", "count(&m) == 99", "k = 8", "count(&k) == 9", "m",
            "k",
            ".save saved.json")
        #expect(
            numbers.errors.contains("m is a value, and a line compares what it calls or reads"), "\(numbers.errors)")
        #expect(numbers.output.contains("6\nn = 6\n"), "\(numbers.output)")
        #expect(
            numbers.output.hasSuffix("6\n9\nsaved.json: 3 steps; heddle run saved.json runs it\n"), "\(numbers.output)")
        #expect(try bench.run("run", "saved.json").status == 0)
        let none = try type(
            "four = 4", "twice(NULL) == -1", "twice(&four) == 8", "twice(&four) == 8", "twice(NULL) == -1")
        #expect(none.status == 0, "\(none.errors)")
    }

    @Test("of a structure passes that, and of none says how to make one")
    func structures() throws {
        let ended = try type(
            "turn(&s)", "s = spot(1, 2)", "turn(&s)", "s.x", "sum(&s) == 3", "sum(&s) == 3", "t = spot(3, 4)",
            "turn(&t)",
            "t.x", "sum(NULL) == -1")
        #expect(ended.errors.hasPrefix("error: s is no value yet, and pens.turn may read it"), "\(ended.errors)")
        #expect(ended.errors.contains("= make it before: s = new spot_t; then pass s"))
        #expect(ended.output.contains("\n2\n") && ended.output.contains("\n4\n"), "\(ended.output)")
    }

    @Test("of a pointer is refused, and never a copy of what it points to")
    func pointers() throws {
        let ended = try type(
            "p = new spot_t", "p->x = 7", "turn(&p)", "turn(p)", "p->y == 7", "q = spot(1, 2)", "turn(&q)")
        #expect(ended.errors.contains("= write p, which is a pointer already"), "\(ended.errors)")
        #expect(
            try type("pick(1, &b)", "swap(&b)").errors.contains(
                "nothing says whether pens.swap reads b, which is there"))
        #expect(try type("swap(&c) == -1", "pick(0, &c)").errors.contains("nothing says whether pens.pick reads c"))
    }

    @Test("is not the name of two values in one line")
    func twice() throws {
        #expect(try type("size(&w, &w)").errors.contains("error: the line saves w twice"))
    }

    @Test("of a variable of the library is its place, and makes no other value of that name")
    func variable() throws {
        let ended = try type("counter = 7", "count(&counter)", "counter", "counter == 7", ".steps")
        #expect(ended.errors.contains("pens.count cannot be called: n: int * does not say what it points to"))
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
        #expect(ended.errors.contains("this would make an earlier line wrong: "), "\(ended.errors)")
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
