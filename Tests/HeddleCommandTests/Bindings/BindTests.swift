// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle bind", .enabled(if: Program.isInstalled("clang")))
struct BindTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A header and its library, in the folder of the bench.
    private func bind(_ header: String, _ source: String, _ options: String...) throws -> Program.Ended {
        try bind(header, source, options)
    }

    private func bind(_ header: String, _ source: String, _ options: [String]) throws -> Program.Ended {
        try bench.folder.write("own.h", header)
        try BuiltModules.compile(
            source, to: "libown.so", flags: ["-I\(bench.folder.path)", "-Wl,-soname,libown.so.1", "-w"],
            in: bench.folder)
        let program = try Program.built("heddle")
        return try program.run(["bind", "own.h", "--library", "./libown.so"] + options, in: bench.folder.path)
    }

    @Test("writes types, functions, constants, layouts, docs, and what it refuses and why, as a golden file has it")
    func golden() throws {
        let header = try String(
            contentsOfFile: "\(Sources.root)/Tests/HeddleCommandTests/Golden/own.h", encoding: .utf8)
        let bound = try bind(
            header,
            "#include \"own.h\"\nint area(struct size s) { return s.width * s.height; }\nint depth;\n"
                + "void fill(int *v, int n) {}\nchar *label(struct box *b) { return 0; }\nvoid paint(struct box *b, enum shade s) {}\n"
                + "void set(struct box *b, struct size s, callback c) {}\nvoid log_text(const char *f, ...) {}\n"
                + "void log_list(const char *f, va_list l) {}\nextern inline int widened(int a);\n")
        #expect(bound.status == 0)
        #expect(bound.errors == "")
        let golden = "\(Sources.root)/Tests/HeddleCommandTests/Golden/own.json"
        // The build identifier is the linker's.
        let text = bound.output.replacing(/, "buildID": "[0-9a-f]+"/, with: "")
            .replacing(/"target": "[^"]+"/, with: "\"target\": \"…\"")
        #expect(try text == String(contentsOfFile: golden, encoding: .utf8))
    }

    @Test("writes what is asked for by name, with the types that it needs, and refuses a name that is not there")
    func only() throws {
        let header = """
            typedef struct { int width; } size;
            typedef struct { size inner; } box;
            typedef enum { SHADE_DARK, SHADE_LIGHT = 4 } shade;
            enum { LEVEL_LOW = 2 };
            #define OWN_LIMIT 21
            #define OTHER_LIMIT 22
            int area(box b);
            int area_of(size s);
            void paint(shade s);
            extern int depth;
            static inline int area_inline(void) { return 1; }
            """
        let source =
            "#include \"own.h\"\nint depth; int area(box b) { return b.inner.width; } "
            + "int area_of(size s) { return s.width; } void paint(shade s) {}"
        func declared(_ names: String...) throws -> [String] {
            let bound = try bind(header, source, names.flatMap { ["--only", $0] })
            #expect(bound.status == 0, "\(bound.errors)")
            let bindings = try #require(
                JSONSerialization.jsonObject(with: Data(bound.output.utf8)) as? [String: Any])
            #expect((bindings["made"] as? [String: Any])?["only"] as? [String] == names)
            let constants = (bindings["constants"] as? [String: Any] ?? [:]).keys.sorted()
            let refused = (bindings["refused"] as? [String: Any] ?? [:]).keys.map { "not \($0)" }
            return (bindings["declarations"] as? [String] ?? []) + constants + refused
        }
        let size = "typedef struct { int width; } size"
        #expect(try declared("area") == [size, "typedef struct { size inner; } box", "int area(box b)"])
        #expect(
            try declared("area*") == [
                size, "typedef struct { size inner; } box", "int area(box b)", "int area_of(size s)", "not area_inline",
            ])
        #expect(try declared("size", "OWN_*") == [size, "OWN_LIMIT"])
        #expect(try declared("SHADE_LIGHT") == ["typedef enum { SHADE_DARK, SHADE_LIGHT = 4 } shade"])
        #expect(try declared("LEVEL_*") == ["enum { LEVEL_LOW = 2 }"])
        #expect(try declared("depth") == ["extern int depth"])

        let refused = try bind(header, source, ["--only", "area", "--only", "pain"])
        #expect(refused.status != 0)
        #expect(refused.errors.contains("the headers have nothing of the library with the name \"pain\""))
        #expect(refused.errors.contains("did you mean \"paint\"?"))
    }

    @Test("writes the same each time, and nothing of this machine")
    func stable() throws {
        try bench.folder.write("absolute.h", "typedef int number;\nint f(number n);\n")
        try BuiltModules.compile("int f(int n) { return n; }", to: "libown.so", in: bench.folder)
        let header = bench.folder("absolute.h")
        let first = try bench.heddle(
            "bind", header, "--library", bench.folder("libown.so"), "-I", bench.folder.path)
        let second = try bench.heddle(
            "bind", header, "--library", bench.folder("libown.so"), "-I", bench.folder.path)
        #expect(first.output == second.output)
        #expect(first.output.contains("\"headers\": [\"absolute.h\"]"))
        #expect(!first.output.contains(bench.folder.path))
    }

    @Test("writes a file that behaviours use, and says what is in it")
    func file() throws {
        let bound = try bind(
            "int twice(int n);\n#define LIMIT 21\n", "int twice(int n) { return 2 * n; }", "-o", "own.json")
        #expect(bound.status == 0)
        #expect(bound.output == "")
        #expect(bound.errors == "own.json: 1 function, 0 variables, 0 types, 1 constant; 0 refused\n")
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "own": { "library": "./libown.so", "bindings": "own.json" } },
                  "steps": [ { "call": "own.twice", "with": ["LIMIT"], "expect": { "result": 42 } } ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
        let call = try bench.heddle("call", "./libown.so", "twice", "LIMIT", "--bindings", "own.json")
        #expect(call.output == "42\n")
    }

    @Test("gives clang folders, macros and options")
    func options() throws {
        let header =
            "#ifdef WITH\nint with(void);\n#endif\n#if VALUE == 2\nint two(void);\n#endif\n#if THIRD\nint three(void);\n#endif\n"
        let bound = try bind(
            header, "int with(void) { return 1; } int two(void) { return 2; } int three(void) { return 3; }",
            "-DVALUE=2", "-D", "WITH", "-I.", "--", "-DTHIRD=1", "-std=c11")
        #expect(bound.status == 0, "\(bound.errors)")
        for name in ["with", "two", "three"] { #expect(bound.output.contains("\"int \(name)(void)\"")) }
        #expect(
            bound.output.contains(#""arguments": ["-I.", "-DVALUE=2", "-DWITH", "-DTHIRD=1", "-std=c11"]"#))
    }

    // MARK: Headers that are right

    /// Binds a header, and checks and runs a behaviour that uses the file.
    private func expectUsable(_ header: String, _ source: String, _ step: String) throws {
        let bound = try bind(header, "#include \"own.h\"\n\(source)", "-o", "own.json")
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(bound.errors.hasSuffix("; 0 refused\n"), "\(bound.errors)")
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "own": { "library": "./libown.so", "bindings": "own.json" } },
                  "steps": [ \(step) ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("declares structures and the types of functions that refer to each other in an order that can be read")
    func mutual() throws {
        try expectUsable(
            """
            typedef struct thing thing; typedef void (*thing_cb)(thing *t); struct thing { int x; thing_cb cb; };
            typedef struct list list; typedef list *(*next)(struct item *i, list l);
            struct item { next n; thing *owner; list *in; }; struct list { struct item first; thing things[2]; };
            typedef thing things[2]; typedef struct { things *all; thing_cb cb; } group;
            thing *largest(list l); int count(group g); int twice(thing t);

            """,
            "thing *largest(list l) { return 0; } int count(group g) { return 0; }\nint twice(thing t) { return 2 * t.x; }",
            #"{ "call": "own.twice", "with": [{ "x": 21 }], "expect": { "result": 42 } }"#)
    }

    @Test("asks whether the library is the right one where it has none of the functions")
    func otherLibrary() throws {
        try bench.folder.write("o.h", "int own_turn(int n);\nint own_stay(int n);\n")
        let bound = try bench.heddle("bind", "./o.h", "--library", "libc.so.6", "-o", "o.json")
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(
            bound.errors.hasSuffix(
                "; 2 refused\nthe library has no function of these headers: are they those of another one?\n"),
            "\(bound.errors)")
    }

    @Test(
        "takes a function by the name of the macro that stands for it, and says which name can be called",
        arguments: ["turn", "spin"])
    func renamed(macro: String) throws {
        try bench.folder.write(
            "r.h",
            "#define turn own_turn\n#define spin (turn)\nint own_turn(int n);\n#define LEAST 2\nint own_stay(int n);\n")
        try BuiltModules.compile(
            "int own_turn(int n); int own_turn(int n) { return -n; } int own_stay(int n); int own_stay(int n) { return n; }",
            to: "libr.so", in: bench.folder)
        let bound = try bench.heddle("bind", "./r.h", "--library", "./libr.so", "-o", "r.json", "--only", macro)
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(
            (bound.output + bound.errors).contains("1 function, 0 variables, 0 types, 0 constants; 0 refused"),
            "\(bound.output)\(bound.errors)")
        let called = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "r": { "library": "./libr.so", "bindings": "r.json" } },
                  "steps": [{ "call": "r.own_turn", "with": [2], "expect": { "result": -2 } }, { "call": "r.\(macro)" }] }
                """)
        #expect(called.errors.contains("it is a macro for own_turn, which can be called"), "\(called.errors)")
    }

    @Test("takes types and fields whose names are also macros")
    func hiddenNames() throws {
        try expectUsable(
            """
            typedef struct { char letter; int current; } state;
            struct mode { char letter; long number; };
            int current(state s);
            #define current (*(current_of()))
            #define state struct mode
            #define mode nothing
            #define offsetof nothing

            """, "#undef current\n#undef state\nint current(state s) { return s.current; }",
            #"{ "call": "own.current", "with": [{ "letter": 1, "current": 42 }], "expect": { "result": 42 } }"#)
    }

    @Test("refuses only those types and macros that the compiler does not let anybody use")
    func poisoned() throws {
        let bound = try bind(
            """
            struct good { char a; int b; }; struct bad { char a; int hidden; };
            #define LIMIT 21
            #define FORBIDDEN 3
            #define LENGTH sizeof(struct bad)
            int twice(int n); int sum(struct bad b);
            #pragma GCC poison hidden FORBIDDEN

            """, "int twice(int n) { return 2 * n; }\nint sum(int b) { return b; }\n", "-o", "own.json")
        #expect(bound.status == 0, "\(bound.errors)")
        let text = try #require(bench.folder.text(of: "own.json"))
        #expect(text.contains(#""struct bad": "the compiler rejects it: attempt to use a poisoned identifier""#))
        #expect(text.contains(#""sum": "it uses struct bad, which is refused""#))
        for part in [#""struct good": { "size": 8"#, #""LIMIT": 21"#, #""LENGTH": 8"#] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(text.contains(#""FORBIDDEN": "the compiler rejects it: attempt to use a poisoned identifier""#))
    }

    @Test("takes the constants and enumerations of all headers of a library that one header includes")
    func umbrella() throws {
        let parts = [
            "all.h": "#include <all/codes.h>\n#include <all-parts.h>\n#include <foreign.h>\n#include <types.h>\n",
            "all/codes.h": "#define ALL_LIMIT 21\nenum all_code { ALL_OK, ALL_OVER = 7 };\n",
            "all-parts.h":
                "#include \"quoted.h\"\n#include \"strangers.h\"\n#define PART_LIMIT 42\nenum part_code { PART_OK };\nint part(int n); int other(int n);\n"
                + "int absent(void); extern int depth;\n",
            // The library has one of its functions, as an allocator has some of stdlib.h.
            "foreign.h": "#define FOREIGN_LIMIT 3\nenum foreign_code { FOREIGN };\n"
                + "int taken(void); int foreign(void); int strange(void);\n",
            "types.h": "#define TYPES_LIMIT 4\n",
            "quoted.h": "#include \"inner.h\"\n#include <types.h>\n#define QUOTED_LIMIT 5\n",
            "inner.h": "#define INNER_LIMIT 6\n",
            "strangers.h": "#define STRANGER_LIMIT 7\nint stranger(void);\n",
        ]
        try FileManager.default.createDirectory(
            atPath: bench.folder("sys/all"), withIntermediateDirectories: true)
        for (name, text) in parts { try bench.folder.write("sys/\(name)", text) }
        try BuiltModules.compile(
            "int part(int n) { return n; } int other(int n) { return n; } int taken(void) { return 1; } int depth;",
            to: "libown.so", in: bench.folder)
        let bound = try bench.heddle(
            "bind", "all.h", "--library", "./libown.so", "--", "-isystem", bench.folder("sys"))
        #expect(bound.status == 0, "\(bound.errors)")
        let own = [
            "\"ALL_LIMIT\": 21", "enum all_code { ALL_OK, ALL_OVER = 7 }", "\"PART_LIMIT\": 42",
            "\"QUOTED_LIMIT\": 5", "\"INNER_LIMIT\": 6", "enum part_code { PART_OK }", "int part(int n)",
            "int taken(void)", "extern int depth",
            "\"absent\": \"libown.so does not export it\"",
        ]
        for part in own { #expect(bound.output.contains(part), "\(part) in \(bound.output)") }
        for part in ["FOREIGN", "strange", "TYPES_LIMIT", "STRANGER"] {
            #expect(!bound.output.contains(part), "\(part)")
        }
    }

    @Test(
        "takes the constants that the C library has in parts of its headers",
        arguments: [
            ("errno.h", "\"ENOENT\": 2"), ("signal.h", "\"SIGINT\": 2"), ("poll.h", "\"POLLIN\": 1"),
            ("sys/socket.h", "\"SO_BROADCAST\": 6"),
        ])
    func parts(header: String, constant: String) throws {
        let bound = try bench.heddle("bind", header, "--library", "libc.so.6")
        #expect(bound.status == 0, "\(bound.errors)")
        #expect(bound.output.contains(constant))
    }

    @Test("gives floating macros the values that they have in C, in the form of JSON")
    func floating() throws {
        let bound = try bind(
            """
            #define PLAIN 0.1
            #define SINGLE 0.1f
            #define NEGATED -PLAIN
            #define TWICE -NEGATED
            #define POINT .5
            #define WHOLE 5.
            #define SCALED (1.e3)
            #define PADDED 007.25
            #define ENDLESS 1e999
            #define NEITHER 1.5 - 1
            int f(void);

            """, "int f(void) { return 1; }")
        #expect(bound.status == 0, "\(bound.errors)")
        let values = [
            "\"PLAIN\": 0.1,", "\"SINGLE\": 0.10000000149011612,", "\"NEGATED\": -0.1,", "\"TWICE\": 0.1,",
            "\"POINT\": 0.5,", "\"WHOLE\": 5.0,", "\"SCALED\": 1.0e3,", "\"PADDED\": 7.25\n",
        ]
        for value in values { #expect(bound.output.contains(value), "\(value) in \(bound.output)") }
        for name in ["ENDLESS", "NEITHER"] { #expect(!bound.output.contains(name)) }
    }

    // MARK: Refusals

    @Test("declares the variables that the library exports, of any type, and says that nobody can call them")
    func variables() throws {
        let header = """
            typedef struct plan plan; typedef int (*judge)(const char *text);
            extern const char *const own_names[]; extern int own_depth; extern const double own_ratio;
            extern struct plan { int size; plan *next; } own_plan; extern plan *const own_plans[2];
            extern const judge own_judge; extern plan *own_first; extern int own_absent; static const int own_inside = 4;
            int own_depth; extern char own_grown[3];
            int f(void);

            """
        let source = """
            #include "own.h"
            const char *const own_names[] = { "a", "b" }; const double own_ratio = 0.5; struct plan own_plan;
            plan *const own_plans[2]; const judge own_judge; int later __asm__("own_grown"); plan *own_first; int f(void) { return own_inside; }
            """
        let bound = try bind(header, source, "-o", "own.json")
        #expect(bound.errors == "own.json: 1 function, 7 variables, 3 types, 0 constants; 3 refused\n")
        let text = try #require(bench.folder.text(of: "own.json"))
        let declared = [
            "extern const char *const own_names[]", "extern int own_depth", "extern const double own_ratio",
            "extern struct plan own_plan", "extern plan *const own_plans[2]", "extern const judge own_judge",
            "extern plan *own_first",
        ]
        for declaration in declared { #expect(text.contains("    \"\(declaration)\""), "\(text)") }
        #expect(text.contains("\"own_grown\": \"it has 4 bytes in libown.so.1, and 3 as it is declared\""), "\(text)")
        for name in ["own_absent", "own_inside"] {
            #expect(text.contains("\"\(name)\": \"libown.so.1 does not export it\""), "\(text)")
        }
        let called = try bench.heddle("call", "./libown.so", "own_ratio", "--bindings", "own.json")
        #expect(called.status != 0)
        #expect(
            called.errors.hasPrefix("error: own_ratio of own is a variable of type double, which cannot be called\n"),
            "\(called.errors)")
    }

    @Test("says why a function was left out where it is called")
    func leftOut() throws {
        let bound = try bind(
            "#include <stdarg.h>\nint f(void); static inline int inside(void) { return 1; }\n"
                + "void log_list(const char *f, va_list l);\n",
            "#include \"own.h\"\nint f(void) { return 1; } void log_list(const char *f, va_list l) {}",
            "-o", "own.json")
        #expect(bound.status == 0, "\(bound.errors)")
        let reasons = [
            "inside": "an inline function, which the library does not have; heddle bind --inline compiles it",
            "log_list": "Heddle does not call functions with a va_list",
        ]
        for (name, reason) in reasons {
            let checked = try bench.heddle(
                "check",
                behaviour: """
                    { "behaviour": 1, "modules": { "own": { "library": "./libown.so", "bindings": "own.json" } },
                      "steps": [ { "call": "own.f" }, { "call": "own.\(name)" } ] }
                    """)
            #expect(checked.status == 3 || checked.status == 4, "\(checked.status)")
            let message = "error: \(name) of own cannot be called, since its bindings leave it out: \(reason)\n"
            #expect(checked.errors.hasPrefix(message), "\(checked.errors)")
            let called = try bench.heddle("call", "./libown.so", name, "--bindings", "own.json")
            #expect(called.errors.contains("its bindings leave it out: \(reason)\n"), "\(called.errors)")
        }
    }

    @Test("refuses a header with errors, and quotes the first of them")
    func wrongHeader() throws {
        let bound = try bind("typedef int number;\nint f(numbr n);\n", "int f(int n) { return n; }")
        #expect(bound.status == 3)
        #expect(bound.output == "")
        #expect(
            bound.errors == """
                error: clang refuses the headers: unknown type name 'numbr'; did you mean 'number'?
                 --> ./own.h:2:7
                  |
                2 | int f(numbr n);
                  |       ^^^^^
                  = clang guesses types after an error, so nothing is bound
                1 error

                """)
    }

    @Test("refuses a header that is not there")
    func missingHeader() throws {
        let bound = try bench.heddle("bind", "nowhere.h", "--library", "libc.so.6")
        #expect(bound.status == 3)
        #expect(
            bound.errors.hasPrefix(
                """
                error: clang refuses the headers: 'nowhere.h' file not found
                 --> the headers:1:10
                  |
                1 | #include <nowhere.h>
                """))
    }

    @Test("says so where the library, clang or the output is missing")
    func missing() throws {
        let library = try bench.heddle("bind", "math.h", "--library", "libnowhere.so.1")
        #expect(library.status == 4)
        #expect(library.errors.hasPrefix("error: the module libnowhere.so.1 cannot be loaded: "))
        let clang = try bench.heddle(
            "bind", "math.h", "--library", "libm.so.6", environment: ["PATH": bench.folder.path])
        #expect(clang.status == 6)
        #expect(
            clang.errors == """
                error: clang, which reads the headers, is not on the PATH
                 = install clang, or add the bin folder of a Swift toolchain, which contains it, to the PATH
                1 error

                """)
        let output = try bench.heddle("bind", "math.h", "--library", "libm.so.6", "-o", "nowhere/math.json")
        #expect(output.status == 2)
        #expect(output.errors.hasPrefix("error: the file nowhere/math.json cannot be written: "))
    }

    @Test("writes over none of the files that it reads")
    func inputs() throws {
        let header = "int add(int a, int b);\n"
        try bench.folder.write("own.h", header)
        try BuiltModules.compile("int add(int a, int b) { return a + b; }\n", to: "own.so", in: bench.folder)
        for file in ["own.h", "./own.so"] {
            let ended = try bench.heddle("bind", "own.h", "--library", "./own.so", "-o", file)
            #expect(ended.status == 2)
            #expect(ended.errors.contains("the file \(file) is an input of this command"), "\(ended.errors)")
        }
        #expect(bench.folder.text(of: "own.h") == header)
    }

    @Test("refuses an option that clang does not know")
    func wrongOption() throws {
        let bound = try bench.heddle("bind", "math.h", "--library", "libm.so.6", "--", "-nonsense")
        #expect(bound.status == 3)
        #expect(
            bound.errors.hasPrefix("error: the headers cannot be read: clang: error: unknown argument: '-nonsense'"))
    }

    @Test("wants a header and a library")
    func usage() throws {
        #expect(try bench.heddle("bind", "math.h").status == 2)
        #expect(try bench.heddle("bind", "--library", "libm.so.6").status == 2)
        #expect(try bench.heddle("bind", "--library", "libm.so.6", "--", "-std=c11").status == 2)
    }
}
