// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The header of C++ in every dialect")
struct CxxDialectTests {
    /// The records of cxx/every.cpp, in order.
    static let every = [
        Record(1, "every\n1.2.3"),
        Record(7, "heddle.host"),
        Record(4, "typedef enum { RED, GREEN = 5 } color"),
        Record(4, "typedef struct { double x, y; } point", value: 16),
        Record(15, "point", value: 8),
        Record(4, "typedef union { int32_t whole; float real; } number", value: 4),
        Record(15, "number", value: 4),
        Record(4, "typedef struct counter counter"),
        Record(5, "struct counter *counter_create(const heddle_config *config)"),
        Record(6, "void counter_destroy(struct counter *instance)"),
        Record(2, "add\nint counter_add(_Self_ struct counter *self, int more)"),
        Record(2, "value\n_Idempotent_ int counter_value(_Self_ struct counter *self)"),
        Record(2, "nothing\nvoid nothing_action(void)"),
        Record(2, "small\nbool small_action(bool, char, signed char, unsigned char, short, unsigned short)"),
        Record(
            2,
            "wide\nlong long wide_action(int a, unsigned int b, long c, unsigned long d, long long e, "
                + "unsigned long long f)"),
        Record(2, "real\nlong double real_action(float a, double b, long double c)"),
        Record(
            2,
            "fixed\nunsigned long fixed_action(signed char a, unsigned char b, short c, unsigned short d, int e, "
                + "unsigned int f, long g, unsigned long h)"),
        Record(2, "moved\npoint moved_action(point a, _In_ const point *b, number c, color d)"),
        Record(4, "typedef struct opaque opaque"),
        Record(4, "typedef struct unknown unknown"),
        Record(
            2,
            "pointers\n_Ret_maybenull_ _Null_terminated_ const char *const *pointers_action(void *a, const void *b, "
                + "_Outptr_ char **c, _Null_terminated_ const char *const *d, opaque *e, const unknown *f)"),
        Record(
            2,
            "chosen:from:\nint (*chosen_action(int (*a)(int, const char *), void (*b)(void), "
                + "_In_ const double (*c)[3], int (*d)[2][4]))(double)"),
        Record(
            2,
            "measure\n_Success_(return >= 0) _Tags_(slow, exact) int measure_action("
                + "_In_reads_(count) const double *values, unsigned long count, _Out_ double *mean, "
                + "_Out_writes_(size) char *text, unsigned long size)"),
        Record(3, "void watch(heddle_call *call)"),
    ]

    @Test(
        "compiles without a warning, and deduces the same in the same order, in every standard",
        arguments: Compiler.modernCXX.map { ($0, "-O0") } + Compiler.usualCXX.map { ($0, "-O2") })
    func deducesTheSame(compiler: Compiler, optimisation: String) throws {
        let folder = try ScratchFolder()
        let module = try compiler.module("cxx/every.cpp", flags: [optimisation], in: folder)
        #expect(try Record.read(from: module) == Self.every)
        let exported = try Tool.exportedSymbols(of: module).filter { !$0.hasPrefix("_Z") }
        #expect(
            exported == [
                "heddle_attach", "counter_create", "counter_destroy", "counter_add", "counter_value", "nothing_action",
                "small_action", "wide_action", "real_action", "fixed_action", "moved_action", "pointers_action",
                "chosen_action", "measure_action", "watch",
            ])
    }

    @Test("Heddle reads each deduced declaration as it was deduced", arguments: Compiler.usualCXX)
    func readsWhatIsDeduced(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let inspected = try Tool.succeed([try heddle, "inspect", compiler.module("cxx/every.cpp", in: folder)])
        for record in Self.every where record.kind == 2 {
            // Heddle adds that a list of constants is read, which the declaration says by `const`.
            let shown = record.text.replacing("\n", with: "  =  ").replacing(
                ", _Null_terminated_ const", with: ", _Null_terminated_ _In_ const")
            #expect(inspected.contains("\n  \(shown)\n"))
        }
    }

    @Test("names each type as its description does", arguments: Compiler.modernCXX)
    func namesTypes(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let records = try Record.read(from: compiler.module("cxx/described.cpp", in: folder))
        #expect(
            records.filter { $0.kind == 2 }.map(\.text) == [
                "across\ndouble across_action(point, point *, const point *)",
                "area\nint area_action(struct extent, const struct extent *, union cell_ *, enum tone, enum color_, "
                    + "enum color_ *)",
                "all\nint all_action(struct cup, struct cup *, struct cup *, node *, tight, const wide *, ended)",
                "look\nint look_action(inner)",
                "is_there\nbool is_there_action(door *)",
                "find\nhidden *find_action(const hidden *)",
            ])
    }

    @Test(
        "Heddle takes each deduced type for the same type of C and for no other, and hands on its values",
        arguments: Compiler.usualCXX)
    func meansTheSame(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        _ = try compiler.module("cxx/types.cpp", in: folder)
        try folder.write(
            "types.json",
            """
            { "behaviour": 1, "modules": { "types": { "library": "./module.so" } }, "steps": [
              { "call": "types.wrong_types", "expect": { "result": "" } },
              { "call": "types.wrong_values", "expect": { "result": "" } } ] }
            """)
        let run = try Tool.run([try heddle, "run", folder("types.json"), "--quiet"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test("breaks no header that comes after it", arguments: Compiler.modernCXX)
    func breaksNoHeader(compiler: Compiler) throws {
        let run = try compiler.compile(["crowded.cpp"], ["-fsyntax-only", "-include", "heddle/module.hpp"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test("meets no name of the module's own", arguments: Compiler.modernCXX)
    func crossing(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let module = try compiler.module("cxx/crossing.cpp", in: folder)
        #expect(try Tool.succeed([try heddle, "call", module, "arguments", "1", "2"]) == "4\n")
        #expect(try Tool.succeed([try heddle, "call", module, "call", "5"]) == "5\n")
    }

    @Test("serves a module of several files", arguments: Compiler.usualCXX)
    func files(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        _ = try compiler.module("cxx/calling.cpp", "cxx/beside.cpp", in: folder)
        try folder.write(
            "files.json",
            """
            { "behaviour": 1, "modules": { "calling": { "library": "./module.so" } },
              "steps": [{ "call": "calling.beside", "with": [40], "expect": { "result": 42 } }] }
            """)
        try Tool.succeed([try heddle, "run", folder("files.json")])
    }

    private var heddle: String { get throws { try Program.built("heddle").path } }
}
