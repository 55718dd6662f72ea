// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("What headers have and Heddle does not call") struct HeaderRefusalTests {
    @Test(
        "is refused alone, under its name",
        arguments: [
            ("int f(unknown x);", "f"), ("typedef unknown t;", "t"),
            ("typedef int v __attribute__((vector_size(16)));", "v"),
            ("typedef unknown (*callback)(int);", "callback"), ("struct s { _Atomic int x; };", "s"),
            ("typedef struct { _Atomic int x; } t;", "t"), ("int f();", "f"), ("typedef int (*old)();", "old"),
            ("static inline int f(unknown x) { int y = 1; { y = 2; } return y; }", "f"),
            ("static inline unknown f(int x) __attribute__((pure)) { return 1; }", "f"),
            ("__float128 f(__float128 x);", "f"), ("extern __typeof__(x) y;", "y"),
            ("_Decimal32 d __attribute__((aligned(8)));", "d"),
            ("int f(int a, int b) @;", "f"), ("enum e { A = unknown };", "e"), ("int *(*table[3])(unknown);", "table"),
            ("extern unknown v = { 1, 2 };", "v"), ("int f(__builtin_va_list a);", "f"),
        ])
    func alone(text: String, name: String) {
        let items = header("int before(void);\n\(text)\nint after(void);")
        #expect(items.map(\.summary).filter { !$0.hasPrefix("refused") } == ["int before(void)", "int after(void)"])
        #expect(items.count == 3)
        guard case .refused(let found, let diagnostic) = items[1].content else { return }
        #expect(found == name)
        #expect(items[1].line == 2)
        #expect(diagnostic.range?.start.line == 2)
    }

    @Test("is named where its type is used")
    func types() {
        let items = header("typedef float v4 __attribute__((vector_size(16))); v4 add(v4 a, v4 b); int f(int);")
        #expect(
            items.map(\.summary) == [
                "refused v4: Heddle does not call functions with the attribute \"vector_size\"",
                "refused add: the type \"v4\" was refused: Heddle does not call functions with the attribute \"vector_size\"",
                "int f(int)",
            ])
    }

    @Test("is the reason for all types that are made of its type, one after the other")
    func chain() {
        let types = (1..<2000).map { "typedef t\($0 - 1) t\($0);" }.joined()
        let summaries = header("typedef float t0 __attribute__((vector_size(16)));\(types) t1999 f(void);").map(
            \.summary)
        #expect(summaries.count == 2001)
        #expect(
            summaries.last
                == "refused f: the type \"t1999\" was refused: Heddle does not call functions with the attribute "
                + "\"vector_size\"")
    }

    @Test("never stands in another item as something else")
    func standIns() {
        let items = header(
            "typedef unknown a; typedef a *b; struct s { b x; }; struct s f(void); typedef struct s *p; p g(void);")
        #expect(items.filter { $0.summary.hasPrefix("refused") }.count == 3)
        let late = items.suffix(3).map(\.summary)
        #expect(late == ["struct s f(void)", "typedef struct s *p", "p g(void)"])
        guard case .declarations(let all) = items[3].content, let f = all.first?.function else {
            Issue.record("no function")
            return
        }
        #expect(f.result.layout == nil)
    }

    @Test("a va_list may stand in a header, and not in a call")
    func variableArguments() {
        let items = header(
            """
            typedef __builtin_va_list __gnuc_va_list; typedef __gnuc_va_list va_list;
            int vprintf(const char *format, va_list arguments); int indirect(va_list *arguments);
            void on_log(void (*log)(const char *, va_list)); struct s { va_list saved; int x; }; struct s *make(void);
            """)
        let summaries = items.map(\.summary)
        #expect(summaries.count == 7)
        #expect(summaries.filter { $0.hasSuffix("a va_list") }.count == 2)
        #expect(summaries.last == "struct s *make(void)")
    }

    @Test("an array that a parameter counts is a pointer")
    func variableLength() {
        let items = header(
            "int f(int n, int a[n]); int g(int n, int a[restrict n * 2]); int h(int n, int a[n][n]); int i(int a[2 * 3]); int j(int a[*]);"
        )
        #expect(items.map(\.summary)[0] == "int f(int n, int *a)")
        #expect(items.map(\.summary)[1] == "int g(int n, int *a)")
        #expect(items.map(\.summary)[2].hasPrefix("refused h"))
        #expect(items.map(\.summary)[3] == "int i(int *a)")
        #expect(items.map(\.summary)[4] == "int j(int *a)")
    }

    @Test("a text that ends anywhere is read as far as it goes")
    func truncation() {
        let text = """
            # 1 "a.h"
            /* c */ typedef struct { int x : 3; } t; #pragma pack(1)
            static inline int f(t *x) { return x->x; } extern int v[2] = { 1 }; int g(int n, int a[n]);
            """
        let bytes = Array(text.utf8)
        for end in 0...bytes.count {
            var scope = DeclarationScope()
            let source = SourceText(name: "any", bytes: bytes)
            for case .refused(_, let problem) in scope.readHeader(SourceRange(source, 0..<end)).map(\.content) {
                #expect(problem.range.map { $0.bytes.upperBound <= end } == true)
            }
            _ = scope.readHeader(SourceRange(source, end..<bytes.count))
        }
    }

    @Test("a hundred mistakes do not end it")
    func many() {
        let items = header((0..<500).map { "int f\($0)(unknown);\n" }.joined() + "int last(void);")
        #expect(items.count == 501)
        #expect(items.last?.summary == "int last(void)")
    }
}
