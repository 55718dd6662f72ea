// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Printing declarations") struct PrintingTests {
    @Test(
        "a type prints as C writes it",
        arguments: [
            ("const char *", "const char *"), ("char *const *", "char *const *"),
            ("double (*)(int)", "double (*)(int)"),
            ("int (*)[3]", "int (*)[3]"), ("const uint8_t **", "const uint8_t **"),
            ("void (*)(void (*)(int), ...)", "void (*)(void (*)(int), ...)"), ("struct s *", "struct s *"),
            ("int (*(*)(void))[2]", "int (*(*)(void))[2]"), ("char (*(*)[3])(void)", "char (*(*)[3])(void)"),
            ("const int (*)[4]", "const int (*)[4]"), ("int *const (*)[4]", "int *const (*)[4]"),
        ])
    func types(text: String, expected: String) throws {
        let type = try signature("void f(\(text))").parameters[0].type
        #expect(type.description == expected)
        #expect(try signature("void f(\(type.declaration(of: "name")))").parameters[0].type == type)
    }

    @Test("a declaration of a name wraps the type around it")
    func declarations() {
        let function = CType.function(
            FunctionType(
                result: .integer(.int), parameters: [Parameter(name: nil, type: .floating(.double))], isVariadic: false)
        )
        #expect(CType.pointer(to: function, isConst: false).declaration(of: "name") == "int (*name)(double)")
        #expect(
            CType.array(of: .pointer(to: .integer(.char), isConst: true), count: 3).declaration(of: "a")
                == "const char *a[3]")
        #expect(CType.array(of: .integer(.int), count: nil).description == "int[]")
        #expect(function.description == "int (double)")
        #expect(CType.void.description == "void")
    }

    @Test(
        "a declaration reads back as it was printed",
        arguments: [
            "int f(void)", "struct s *f(struct s *a, const struct s *b)", "typedef struct { int x; } anonymous",
            "struct tagged { int x; struct tagged *next; }", "typedef union { int i; float f; } *u",
            "typedef int (*table[4])(const char *)", "struct opaque", "union u { int i; struct { char a; char b; }; }",
            "enum color { RED, GREEN = 5, BLUE }", "enum { ANY = -1 }", "typedef enum { ON, OFF } state",
            "enum wide { BIG = 18446744073709551615u }", "enum low { LOW = -9223372036854775807 - 1 }",
            "enum edge { TOP = 2147483647, OVER = 2147483648 }", "struct s { enum { A, B } e; int (*f)(int, ...); }",
            "_Success_(return == NULL) char *f(_In_reads_(16) const unsigned char *key)",
            "void f(const char *_Nullable text, void (*_Nullable done)(int))", "int _asm(void) asm(\"asm\")",
        ])
    func roundTrips(text: String) throws {
        let first = try read(text)
        #expect(first.map(\.description) == [text])
        #expect(try read(first[0].description) == first)
    }

    @Test("a definition inside of a declaration is printed before it")
    func definitions() throws {
        let text =
            "typedef struct node { struct pair { int a, b; } pair; enum color { RED } *c; struct node *n; } node, *list"
        let expected = [
            "struct pair { int a; int b; }", "enum color { RED }",
            "struct node { struct pair pair; enum color *c; struct node *n; }", "typedef struct node node",
            "typedef struct node *list",
        ]
        #expect(try printed(text) == expected)
        #expect(try printed(expected.joined(separator: ";")) == expected)
    }

    @Test("random signatures read back as they were printed")
    func random() throws {
        let scope = try SignatureGenerator.scope
        var random = SignatureGenerator(seed: 1)
        for index in 0..<2000 {
            let original = random.signature(symbol: "f\(index)")
            #expect(try signature(original.description, in: scope) == original, "\(original)")
        }
    }
}
