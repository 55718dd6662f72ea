// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Bit-fields") struct BitFieldTests {
    @Test("are read with their widths, with a name or without")
    func read() throws {
        let record = try record(
            """
            enum color { RED }; typedef unsigned char byte;
            struct s { int a : 3, b : 1 + 2, : 5; unsigned : 0; bool c : 1; char d : 8; enum color e : 2; byte f : 7;
                       unsigned long long g : 64; __int128 h : 100; int i; long : 33; }
            """)
        #expect(record.members?.map(\.bits) == [3, 3, 5, 0, 1, 8, 2, 7, 64, 100, nil, 33])
        #expect(record.members?.map(\.name) == ["a", "b", nil, nil, "c", "d", "e", "f", "g", "h", "i", nil])
    }

    @Test("print as they were written")
    func printed() throws {
        let text = "struct s { int a : 3; int : 5; unsigned int : 0; bool c : 1 __attribute__((packed)); char d; }"
        #expect(try HeddleDeclarationsTests.printed(text) == [text])
    }

    @Test("share the units of their types")
    func layout() throws {
        let record = try record("struct s { int a : 3; int b : 30; char c : 2; int : 0; char d : 1; }")
        #expect(record.layout?.places.map(\.bitOffset) == [0, 32, 62, 64, 64])
        #expect(record.layout?.size == 12)
        #expect(record.layout?.places.map(\.offset) == [0, 4, 7, 8, 8])
    }

    @Test(
        "that C has not are refused",
        arguments: [
            ("int a : 33;", "33"), ("char a : 9;", "9"), ("bool a : 2;", "2"), ("int a : -1;", "-1"),
            ("int : -1;", "-1"), ("int a : 0;", "0"), ("float a : 3;", "a"), ("int *a : 3;", "a"),
            ("int a[2] : 3;", "a"),
            ("struct { int x; } a : 3;", "a"), ("double : 3;", "3"), ("int (*a)(int) : 3;", "a"),
            ("unsigned __int128 a : 129;", "129"), ("int a : 99999999999999999999u - 1;", "99999999999999999999u"),
            ("aligned a : 3;", "a"),
        ])
    func refused(member: String, place: String) {
        let found = problems("typedef int aligned __attribute__((aligned(16))); struct s { int x; \(member) }")
        #expect(found.count == 1)
        #expect([.declaration(.type), .declaration(.constant)].contains(found.first?.code))
        #expect(found.first?.range?.text == place)
    }

    @Test("without a width, or of nothing else but room, are refused")
    func incomplete() {
        #expect(problems("struct s { int a : ; }").map(\.code) == [.declaration(.syntax)])
        #expect(problems("struct s { int a : x; }").map(\.code) == [.declaration(.constant)])
        #expect(problems("struct s { int : 3; }").map(\.code) == [.declaration(.type)])
        #expect(problems("int f(int a : 3)").map(\.code) == [.declaration(.syntax)])
        #expect(problems("typedef int a : 3;").map(\.code) == [.declaration(.syntax)])
    }

    @Test("that are aligned to less than their types are refused, for compilers disagree about them")
    func alignment() {
        #expect(
            problems("struct s { bool a : 1; int b : 25 __attribute__((aligned(1))); }").map(\.code) == [
                .declaration(.attribute)
            ])
        #expect(problems("struct s { bool a : 1; int b : 25 __attribute__((aligned(8))); }").isEmpty)
        #expect(problems("struct s { bool a : 1; _Alignas(8) int b : 25; }").map(\.code) == [.declaration(.attribute)])
    }
}
