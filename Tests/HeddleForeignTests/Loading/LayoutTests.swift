// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Testing
import Workbench

@Suite("The layouts that a module carries", .enabled(if: Compiler.isInstalled))
struct LayoutTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ source: String) throws -> LibraryFile {
        let header = "#include <heddle/module.h>\nHEDDLE_MODULE(\"laid\", \"1\")\n"
        return try LibraryFile(path: Compiler.build(header + source, in: folder))
    }

    private func mistakes(_ source: String) -> [String] {
        let found = #expect(throws: Diagnostics.self) { try file(source) }
        return (found?.all ?? []).map { "\($0.code): \($0.message.replacing(folder.path + "/", with: ""))" }
    }

    @Test(
        "agree with Heddle's own",
        arguments: [
            "HEDDLE_SIZED_TYPE(point, typedef struct { char a; double b; } point) HEDDLE_FIELD(point, b)",
            "HEDDLE_SIZED_TYPE(struct point, struct point { char a; double b; }) HEDDLE_FIELD(struct point, a)",
            "HEDDLE_SIZED_TYPE(point, typedef struct point { char a; double b; } point, *points)",
            "HEDDLE_SIZED_TYPE(points, typedef struct { char a; double b; } points[3])",
            """
            HEDDLE_SIZED_TYPE(outer, typedef struct { struct inner *first; char c; } outer) HEDDLE_FIELD(outer, c)
            HEDDLE_SIZED_TYPE(struct inner, struct inner { long double x; union { char y; int z; }; })
            HEDDLE_FIELD(struct inner, z)
            """,
            "HEDDLE_SIZED_TYPE(box, typedef struct { struct { char a; struct { int b, c; }; } d[3]; } box) HEDDLE_FIELD(box, d[2].c)",
            "HEDDLE_SIZED_TYPE(tight, typedef struct __attribute__((packed)) { char a; double b; } tight) HEDDLE_FIELD(tight, b)",
        ])
    func agree(source: String) throws {
        #expect(try file(source).description?.name == "laid")
    }

    @Test("name the field that lies elsewhere")
    func field() {
        #expect(
            mistakes(
                """
                #pragma pack(push, 1)
                HEDDLE_SIZED_TYPE(point, typedef struct { char a; double b; } point)
                #pragma pack(pop)
                HEDDLE_FIELD(point, a) HEDDLE_FIELD(point, b)
                """) == [
                    "module.layout: the module module.so cannot be loaded: in its description, the field b of point "
                        + "lies at byte 1 by its compiler, at byte 8 by its declaration",
                    "module.layout: the module module.so cannot be loaded: in its description, point is 9 bytes large "
                        + "by its compiler, 16 by its declaration",
                ])
    }

    @Test("name a type that has another size")
    func size() {
        #expect(
            mistakes(
                """
                #pragma pack(push, 2)
                HEDDLE_SIZED_TYPE(struct wide, struct wide { double a; char b; })
                #pragma pack(pop)
                """) == [
                    "module.layout: the module module.so cannot be loaded: in its description, struct wide is 10 bytes "
                        + "large by its compiler, 16 by its declaration"
                ])
    }

    @Test("name a packed type that has the same size by chance")
    func alignment() {
        #expect(
            mistakes(
                """
                #pragma pack(push, 1)
                HEDDLE_SIZED_TYPE(padded, typedef union { struct { char a; double b; } inner; char room[16]; } padded)
                #pragma pack(pop)
                """) == [
                    "module.layout: the module module.so cannot be loaded: in its description, padded is aligned to 1 "
                        + "bytes by its compiler, to 8 by its declaration"
                ])
    }

    @Test("name a field of a field that lies elsewhere")
    func innerField() {
        #expect(
            mistakes(
                """
                #pragma pack(push, 1)
                HEDDLE_TYPE(typedef union { struct { char a; double b; } inner[2]; char room[32]; } padded)
                #pragma pack(pop)
                HEDDLE_FIELD(padded, inner[0].a) HEDDLE_FIELD(padded, inner[1].a) HEDDLE_FIELD(padded, inner[1].b)
                """) == [
                    "module.layout: the module module.so cannot be loaded: in its description, the field inner[1].a of "
                        + "padded lies at byte 9 by its compiler, at byte 16 by its declaration",
                    "module.layout: the module module.so cannot be loaded: in its description, the field inner[1].b of "
                        + "padded lies at byte 10 by its compiler, at byte 24 by its declaration",
                ])
    }

    @Test("name a field by the name that C++ uses")
    func bareTag() throws {
        let source = """
            HEDDLE_TYPE(struct point { char a; double b; })
            HEDDLE_RECORD(HEDDLE_RECORD_FIELD, 1, "point\\nb")
            """
        #expect(mistakes(source).first?.contains("the field b of point lies at byte 1 by its compiler") == true)
    }

    @Test("say nothing about types that are not declared")
    func unknown() throws {
        #expect(try file("struct s { int a, b; };\nHEDDLE_FIELD(struct s, b)").description?.name == "laid")
    }
}
