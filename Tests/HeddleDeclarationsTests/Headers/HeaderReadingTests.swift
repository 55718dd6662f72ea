// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

/// Reads a preprocessed text, and says of each item shortly what it is.
func header(_ text: String, in scope: inout DeclarationScope) -> [HeaderItem] {
    let source = SourceText(name: "all.i", text)
    return scope.readHeader(SourceRange(source, 0..<source.bytes.count))
}

func header(_ text: String) -> [HeaderItem] {
    var scope = DeclarationScope()
    return header(text, in: &scope)
}

extension HeaderItem {
    /// The declarations as they print, or what else it is.
    var summary: String {
        switch content {
        case .declarations(let declarations): declarations.map(\.description).joined(separator: "; ")
        case .inlineFunction(let signature): "inline \(signature)"
        case .refused(let name, let diagnostic): "refused \(name ?? "?"): \(diagnostic.message)"
        }
    }
}

@Suite("Reading headers") struct HeaderReadingTests {
    @Test("each item knows its file and line")
    func places() {
        let items = header(
            """
            # 1 "<built-in>" 1
            # 1 "a.h" 1
            int f(void);

            int
            g(void); int h(void);
            # 40 "dir/b.h" 2 3 4
            typedef int t;
            # 7 "a.h"
            t i(void);
            """)
        #expect(items.map(\.summary) == ["int f(void)", "int g(void)", "int h(void)", "typedef int t", "t i(void)"])
        #expect(items.map(\.file) == ["a.h", "a.h", "a.h", "dir/b.h", "a.h"])
        #expect(items.map(\.line) == [1, 3, 4, 40, 7])
    }

    @Test("without lines that say so, the text itself is the file")
    func withoutMarkers() {
        let items = header("\nint f(void);\nint g(void);")
        #expect(items.map(\.file) == ["all.i", "all.i"])
        #expect(items.map(\.line) == [2, 3])
    }

    @Test("the words of GNU say nothing about a call")
    func words() {
        let items = header(
            """
            extern __inline __attribute__ ((__gnu_inline__)) int a (int __x);
            __extension__ extern long long int b (const char *__restrict __s) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
            extern int c (int *__v[__restrict 2]) __asm__ ("" "__c64") __attribute__ ((__nothrow__));
            extern void d (void) __attribute__ ((__noreturn__, __deprecated__ ("use " "e")));
            _Noreturn void e (void);
            extern const volatile struct s *f (__const signed char, __signed__ int);
            """)
        #expect(
            items.map(\.summary)
                == [
                    "int a(int __x)", "long long b(const char *__s)", "int c(int **__v) asm(\"__c64\")", "void d(void)",
                    "void e(void)",
                    "const struct s *f(signed char, int)",
                ].map {
                    $0.replacing("int c(int **__v) asm", with: "int __c64(int **__v)").replacing(
                        "(\"__c64\")", with: "")
                })
    }

    @Test("variables are declared without their values, and inline functions say that they are such")
    func others() {
        let items = header(
            """
            extern int errors; extern const char *const names[]; static const int table[] = { 1, 2, (3) }, more = 4;
            static inline int twice(int x) { if (x) { return 2 * x; } return '}' + "}"[0]; }
            struct point { int x; } origin = { .x = 0 };
            static __inline__ struct point *at(struct point *p) __attribute__((pure));
            static __inline__ struct point *at(struct point *p) { return p; }
            int (*handler)(int) = 0; int after(void);
            """)
        #expect(
            items.map(\.summary) == [
                "extern int errors", "extern const char *const names[]",
                "extern const int table[]; extern const int more", "inline int twice(int x)",
                "struct point { int x; }; extern struct point origin", "struct point *at(struct point *p)",
                "inline struct point *at(struct point *p)", "extern int (*handler)(int)", "int after(void)",
            ])
    }

    @Test("an assertion that holds is no item")
    func assertions() {
        let items = header(
            "_Static_assert(sizeof(int) == 4, \"\"); _Static_assert(sizeof(int) == 8, \"no\"); int f(void);")
        #expect(items.map(\.summary) == ["refused ?: the assertion does not hold: no", "int f(void)"])
    }

    @Test("#pragma pack holds, other pragmas are passed over")
    func pragmas() {
        let items = header(
            """
            #pragma once
            #pragma GCC visibility push(default)
            #pragma pack(push, 1)
            struct a { char c; int i; };
            #pragma pack(pop)
            #pragma clang diagnostic ignored "-Wall"
            #ident "x"
            struct b { char c; int i; };
            """)
        let sizes = items.map { item -> Int? in
            guard case .declarations(let all) = item.content, case .type(_, let type) = all[0] else { return nil }
            return type.layout?.size
        }
        #expect(sizes == [5, 8])
    }

    @Test("constants and types can be used afterwards, and are complete")
    func scope() throws {
        var scope = DeclarationScope()
        let items = header(
            "typedef struct later later; int f(later *x); enum { SIZE = 8 }; struct later { char c[SIZE]; };",
            in: &scope)
        guard case .declarations(let all) = items[1].content, let f = all.first?.function,
            case .pointer(let target, _) = f.parameters[0].type
        else { throw NotAFunction(text: "f") }
        #expect(target.layout?.size == 8)
        #expect(try signature("void g(_Out_writes_(SIZE) later *x)", in: scope).parameters[0].count == .constant(8))
    }

    @Test("where a header has another standard type than we know, the header is right")
    func standard() {
        let items = header(
            "typedef unsigned short wchar_t; typedef struct { char c[40]; } max_align_t; wchar_t f(max_align_t *);")
        #expect(items.map(\.summary).last == "wchar_t f(max_align_t *)")
        #expect(header("typedef int mine; typedef long mine;").last?.summary.hasPrefix("refused mine:") == true)
    }
}
