// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Attributes that say how values lie in memory") struct AttributeTests {
    @Test(
        "a structure is packed or aligned before its tag or behind its brace",
        arguments: [
            ("struct __attribute__((packed)) s { char a; int b; }", 5, 1),
            ("struct s { char a; int b; } __attribute__((packed));", 5, 1),
            ("struct __attribute__((__packed__)) s { char a; int b; }", 5, 1),
            ("struct [[gnu::packed]] s { char a; int b; }", 5, 1),
            ("struct s { char a; int b; } __attribute__((aligned(16)));", 16, 16),
            ("struct [[gnu::aligned(16)]] s { char a; int b; }", 16, 16),
            ("struct alignas(16) s { char a; int b; }", 16, 16),
            ("struct _Alignas(double) s { char a; int b; }", 8, 8),
            ("struct s { char a; int b; } __attribute__((aligned));", 16, 16),
            ("struct s { char a; int b; } __attribute__((aligned(2)));", 8, 4),
            ("struct s { char a; int b; } __attribute__((packed, aligned(2)));", 6, 2),
            ("struct __attribute__((packed)) s { char a; int b; } __attribute__((aligned(4)));", 8, 4),
            ("struct s { char a; int b; } __attribute__((aligned(1 << 4))) __attribute__((aligned(32)));", 32, 32),
            ("union __attribute__((packed)) u { char a; int b; }", 4, 1),
            ("typedef struct { char a; int b; } __attribute__((packed)) t;", 5, 1),
            ("struct s { char a; int b __attribute__((packed)); }", 5, 1),
            ("struct s { char a; __attribute__((packed)) int b; }", 5, 1),
            ("struct s { char a; int b __attribute__((packed, aligned(2))); }", 6, 2),
            ("struct s { char a; char b __attribute__((aligned(8))); }", 16, 8),
            ("struct s { char a; _Alignas(8) char b; }", 16, 8),
            ("struct s { char a; alignas(double) char b; }", 16, 8),
            ("struct s { char a; _Alignas(0) int b; }", 8, 4), ("struct s { char a; int b [[gnu::packed]]; }", 5, 1),
            ("struct s { char a; struct { char b; int c; } __attribute__((packed)); }", 6, 1),
        ])
    func records(text: String, size: Int, alignment: Int) throws {
        let all = try read(text)
        let record = try record(text)
        #expect(record.layout?.size == size)
        #expect(record.layout?.alignment == alignment)
        #expect(try read(all.map { "\($0);" }.joined()) == all)
    }

    @Test(
        "a typedef with an alignment of its own is another type than the one it names",
        arguments: [
            ("typedef int t __attribute__((aligned(16)))", 4, 16), ("typedef int t __attribute__((aligned(1)))", 4, 1),
            ("typedef __attribute__((aligned(8))) int t", 4, 8), ("typedef int __attribute__((aligned(8))) t", 4, 8),
            ("typedef struct { int x; } t __attribute__((aligned(16)))", 4, 16),
            ("[[gnu::aligned(16)]] typedef int *t", 8, 16), ("typedef int t[4] __attribute__((aligned(16)))", 16, 16),
        ])
    func typedefs(text: String, size: Int, alignment: Int) throws {
        let all = try read(text)
        guard case .type("t", .aligned(let type, to: alignment)) = all[0] else { throw NotAFunction(text: text) }
        #expect(type.layout?.size == size)
        #expect(try read("\(all[0])") == all)
        let member = try record(text + "; struct s { char a; t b; }")
        #expect(member.layout?.alignment == alignment)
        #expect(member.offsets?[1] == max(1, alignment))
    }

    @Test("an aligned typedef may be declared again only as the same")
    func again() {
        let first = "typedef int t __attribute__((aligned(16)));"
        #expect(problems(first + first).isEmpty)
        #expect(problems(first + "typedef int t;").map(\.code) == [.declaration(.redeclared)])
        let packed = "struct __attribute__((packed)) s { char a; int b; };"
        #expect(problems(packed + packed).isEmpty)
        #expect(problems(packed + "struct s { char a; int b; };").map(\.code) == [.declaration(.redeclared)])
    }

    @Test(
        "attributes without effect are refused, with the mend",
        arguments: [
            ("typedef struct { char a; int b; } t __attribute__((packed))", "packed"),
            ("typedef struct s t __attribute__((packed))", "packed"),
            ("__attribute__((packed)) struct s { char a; int b; }", "packed"),
            ("__attribute__((aligned(8))) struct s { char a; }", "aligned(8)"),
            ("struct s; void f(struct __attribute__((packed)) s *x)", "packed"),
            ("void f(int x __attribute__((aligned(8))))", "aligned(8)"), ("void f(_Alignas(8) int x)", "_Alignas(8)"),
            ("int f(void) __attribute__((packed))", "packed"), ("_Alignas(8) int f(void)", "_Alignas(8)"),
            ("_Alignas(8) typedef int t", "_Alignas(8)"),
            ("typedef int f(int) __attribute__((aligned(8)))", "aligned(8)"),
            ("typedef int *__attribute__((aligned(8))) t", "aligned(8)"),
            ("struct s { char a; int b; } [[gnu::packed]];", "gnu::packed"),
            ("struct s { char a; _Alignas(2) int b; }", "_Alignas(2)"),
            ("struct [[packed]] s { char a; int b; }", "packed"),
            ("enum { A __attribute__((packed)) }", "packed"),
            ("enum { A = sizeof(int __attribute__((aligned(8)))) }", "aligned(8)"),
        ])
    func withoutEffect(text: String, place: String) {
        let found = problems(text)
        #expect(found.map(\.code) == [.declaration(.attribute)])
        #expect(found.first?.range?.text == place)
    }

    @Test("where aligned says where code stands it says nothing about a call")
    func functions() throws {
        #expect(try printed("__attribute__((aligned(64))) int f(int x)") == ["int f(int x)"])
    }

    @Test("of two alignments of a type the last must be the largest, for compilers disagree")
    func several() {
        for text in [
            "struct s { int a; } __attribute__((aligned(16), aligned(8)));",
            "typedef int t __attribute__((aligned(16), aligned(8)))",
        ] {
            #expect(problems(text).map(\.code) == [.declaration(.attribute)])
        }
        #expect(problems("struct s { char a __attribute__((aligned(16), aligned(8))); }").isEmpty)
    }

    @Test("an alignment is a power of two", arguments: ["0", "3", "-8", "131072", "1 << 17"])
    func powers(text: String) {
        let found = problems("struct s { int a; } __attribute__((aligned(\(text))));")
        #expect(found.map(\.code) == [.declaration(.attribute)])
        #expect(found.first?.range?.text == text)
    }

    @Test(
        "what is no attribute is an error",
        arguments: ["((aligned(8)", "((packed)", "(packed)", "((aligned(x)))", "((+))"])
    func malformed(text: String) {
        #expect(
            [.declaration(.syntax), .declaration(.constant)].contains(
                problems("struct s { int a; } __attribute__\(text);").first?.code))
    }

    @Test("an array holds no elements that are aligned to more than their size")
    func arrays() {
        let type = "typedef int t __attribute__((aligned(16)));"
        #expect(problems(type + "struct s { t a[2]; }").map(\.code) == [.declaration(.type)])
        #expect(problems(type + "void f(t a[2])").map(\.code) == [.declaration(.type)])
        #expect(
            problems("struct e { char x; } __attribute__((aligned(65536))); struct s { struct e a[1 << 20]; }").map(
                \.code) == [.declaration(.limit)])
    }
}
