// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The header in every dialect")
struct DialectTests {
    /// The records of every.c, in order.
    static let every = [
        Record(1, "every\n1.2.3"),
        Record(7, "heddle.host"),
        Record(7, "another.service"),
        Record(10, "heddle.host\nmodule_path", value: 144),
        Record(11, "a.third.service"),
        Record(4, "typedef enum { RED, GREEN = 5 } color"),
        Record(4, "typedef struct { double x, y; } point", value: 16),
        Record(15, "point", value: 8),
        Record(8, "point\nx"),
        Record(8, "point\ny", value: 8),
        Record(9, "_Field_range_(0, 100) int32_t value = 0\nThe first value."),
        Record(9, "double two[2] = {1, 2.5}\nTwo."),
        Record(9, "_Secret_ const char *name = NULL\nA text\nof two lines."),
        Record(9, "color all[]\nAll."),
        Record(4, "typedef struct counter counter"),
        Record(5, "struct counter *counter_create(const heddle_config *config)"),
        Record(6, "void counter_destroy(struct counter *instance)"),
        Record(2, "void nothing(void)"),
        Record(2, "int32_t add(int32_t a, int32_t b)"),
        Record(2, "int sum(int count, ...)"),
        Record(
            2,
            "_Success_(return >= 0) int32_t measure(_Self_ counter *self, _In_reads_(count) const double *values, "
                + "size_t count, _Out_ double *mean, _Out_writes_(size) char *text, size_t size)"),
        Record(
            2,
            "bool take(_In_ const point *a, _In_opt_ const point *b, _In_reads_opt_(2) const point *c, "
                + "_Out_opt_ point *d, _Out_writes_opt_(2) point *e, _Inout_ point *f, _Inout_opt_ point *g, "
                + "_Inout_updates_(2) point *h)"),
        Record(
            2,
            "_Ret_maybenull_ _Free_(give_back) char * lend(_Outptr_ counter **a, _Outptr_opt_ counter **b, "
                + "_In_reads_(1) _Bytes_ const char *c, _Retained_ const char *d)"),
        Record(2, "void give_back(_Post_ptr_invalid_ char *text)"),
        Record(2, "point:at:\npoint point_at(double x, double y)"),
        Record(2, "const char * name_of(color c)"),
        Record(3, "void watch(heddle_call *call)"),
        Record(12, "summary\nEvery macro."), Record(12, "vendor\nExample Ltd"),
        Record(12, "license\nApache-2.0"), Record(12, "url\nhttps://example.com/every"),
        Record(13, "add\n\nAdds whole numbers."), Record(13, "add\na\nThe first one."),
        Record(13, "add\nreturn\nTheir sum."),
        Record(14, "com.example.numbers\norigin"),
    ]

    @Test(
        "compiles without a warning, and describes the same in the same order, in every standard",
        arguments: Compiler.c + Compiler.cxx, ["-O0", "-O2"])
    func describesTheSame(compiler: Compiler, optimisation: String) throws {
        let folder = try ScratchFolder()
        let module = try compiler.module("every.c", flags: [optimisation], in: folder)
        #expect(try Record.read(from: module) == Self.every)
    }

    @Test("the words of the annotations break no header that comes after them", arguments: Compiler.cxx)
    func breaksNoHeader(compiler: Compiler) throws {
        let run = try compiler.compile(["crowded.cpp"], ["-fsyntax-only", "-DBEFORE"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test("no header that comes before breaks this one", arguments: Compiler.usual.filter { $0.language == .cxx })
    func isNotBroken(compiler: Compiler) throws {
        let run = try compiler.compile(["crowded.cpp"], ["-fsyntax-only"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test("stands beside a sal.h that was there before", arguments: Compiler.usual)
    func standsBesideSAL(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let records = try Record.read(from: compiler.module("sal.c", in: folder))
        #expect(
            records == [
                Record(1, "sal\n1"),
                Record(2, "int32_t first(_In_reads_(count) const int32_t *values, size_t count)"),
            ])
    }

    /// Switches that give a type of C another size or sign than the host's.
    private static let switches: [String] = {
        #if arch(x86_64)
            ["-fshort-enums", "-fshort-wchar", "-funsigned-char", "-mlong-double-64"]
        #else
            ["-fshort-enums", "-fshort-wchar"]
        #endif
    }()

    @Test("refuses types that are not the host's", arguments: Compiler.usual, switches)
    func refusesOtherTypes(compiler: Compiler, option: String) throws {
        let run = try compiler.compile(["every.c"], ["-fsyntax-only", option])
        #expect(run.status != 0)
        #expect(run.output.contains("no \(option)"), "\(run.output)")
    }
}
