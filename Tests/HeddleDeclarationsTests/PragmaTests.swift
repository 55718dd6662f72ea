// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("#pragma pack") struct PragmaTests {
    private func sizes(_ text: String) throws -> [Int?] {
        try read(text).compactMap { declaration in
            if case .type(_, .record(let record)) = declaration { record.layout?.size } else { nil }
        }
    }

    @Test("limits the alignment of members until it is popped")
    func limits() throws {
        let text = """
            struct a { char c; long l; };
            #pragma pack(push, 2)
            struct b { char c; long l; };
            #pragma pack(1)
            struct c { char c; long l; };
            #pragma pack(pop)
            struct d { char c; long l; };
            # pragma pack ( 4 ) // a comment
            struct e { char c; long l; };
            #pragma pack()
            struct f { char c; long l; };
            """
        #expect(try sizes(text) == [16, 10, 9, 16, 12, 16])
    }

    @Test("pushes under names")
    func names() throws {
        let text = """
            #pragma pack(push, outer, 1)
            #pragma pack(push, inner)
            #pragma pack(push, 4)
            struct a { char c; long l; };
            #pragma pack(pop, inner)
            struct b { char c; long l; };
            #pragma pack(pop, outer)
            struct c { char c; long l; };
            """
        #expect(try sizes(text) == [12, 9, 16])
    }

    @Test("is printed as attributes of the members, which mean the same")
    func printing() throws {
        let text = "#pragma pack(2)\nstruct s { char c; long l; short s; }"
        let expected = "struct s { char c; long l __attribute__((packed, aligned(2))); short s; }"
        #expect(try printed(text) == [expected])
        #expect(try read(expected) == read(text))
    }

    @Test("holds to the end of its line within a JSON string too")
    func escaped() throws {
        #expect(try sizes(#"#pragma pack(1)\nstruct s { char c; long l; }"#) == [9])
    }

    @Test("lets no bit-fields lie across the units of their types")
    func fields() {
        let found = problems(
            "#pragma pack(1)\nstruct s { char c; int a : 3; };\n#pragma pack()\nstruct t { int a : 3; };")
        #expect(found.map(\.code) == [.declaration(.unsupported)])
        #expect(found.first?.range?.text == "s")
    }

    @Test(
        "says what is wrong with it",
        arguments: [
            ("#pragma pack(3)", "3"), ("#pragma pack(pop)", "pop"), ("#pragma pack(push, 5)", "5"),
            ("#pragma pack(push, 1)\n#pragma pack(pop, x)", "pop"), ("#pragma pack(0)", "0"),
        ])
    func mistakes(text: String, place: String) {
        let found = problems(text + "\nint f(void);")
        #expect(found.map(\.code) == [.declaration(.attribute)])
        #expect(found.first?.range?.text == place)
    }

    @Test("other lines of the preprocessor are refused, and what follows is read")
    func others() {
        for text in [
            "#pragma once", "#include <x.h>", "#", "#pragma pack", "#pragma pack 1", "#pragma pack(1", "#define X",
        ] {
            #expect(problems("\(text)\nint f(void)").map(\.code) == [.declaration(.syntax)], "\(text)")
        }
        #expect(problems("#define X\nint f(vod)").count == 2)
    }
}
