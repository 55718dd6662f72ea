// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A plain prototype")
struct UnreadPrototypeTests {
    private static let types = """
        typedef int number; typedef unsigned long long big_t; typedef struct point { double x, y; } point; struct later;
        enum colour { RED, GREEN }; union either { int i; float f; }; typedef int order(const void *a, const void *b);
        typedef void (*done)(void *data, point *p); typedef int row[4]; typedef void nothing; typedef char *text_t;
        typedef const struct later *later_t; int known(int x); extern int level;
        """

    private static func source(_ text: String) -> SourceRange { SourceText(name: "test.h", text).whole }

    private static let scope: DeclarationScope = {
        var scope = DeclarationScope()
        do { _ = try scope.read(source(types)) } catch { preconditionFailure("\(error)") }
        return scope
    }()

    @Test(
        "is read when it is asked for, as it would be at once",
        arguments: [
            "int f(void)", "void f(int)", "double f(double x, double y);", "unsigned long long int f(signed char c)",
            "long unsigned f(short unsigned int a, long long b)", "extern int f(int x)", "static inline int f(int x)",
            "const char *f(const char *s, size_t n)", "char const * const f(const point *const p)", "point f(point p)",
            "struct point *f(struct point p, struct later *l)", "enum colour f(enum colour c, union either *e)",
            "number f(number number, big_t size_t)", "void f(order *o, order p, done d, row r)", "row *f(row **r)",
            "order *f(nothing *n, text_t t)", "nothing f(nothing)", "int f(const char *format, ...)",
            "int f(int x,...)",
            "uint8_t *f(FILE *file, const void *data, void **out)", "_Bool f(bool b)", "int128_t_ *f(int x)",
            "__int128 f(unsigned __int128 n)", "double _Complex f(float _Complex z)", "later_t f(later_t, later_t)",
            "int f(int _x, int __y, int $z)", "wchar_t f(char16_t c)", "int f(register int a, int *restrict b)",
        ])
    func same(text: String) throws {
        var scope = Self.scope
        guard let taken = scope.takeUnread(Self.source(text)) else {
            #expect(text.contains("int128_t_"), "\(text) was not taken")
            return
        }
        #expect(taken == "f" && scope.hasUnread("f") && scope.unread.map(\.name) == ["f"])
        var other = Self.scope
        let expected = try other.read(Self.source(text))
        let read = scope.signature(ofUnread: "f")
        let found = try #require(read).0
        #expect(expected == [.function(found)])
    }

    @Test(
        "is read at once where something may be wrong with it, or it is more than plain",
        arguments: [
            "int f()", "int f(unknown x)", "f(int x)", "int f(int x, int x)", "int f(void, int x)", "int f(int, void)",
            "int f(nothing, int)", "int f(void x)", "row f(int x)", "order f(int x)", "int f(int x", "int f(int x))",
            "int f(int x) int g(void)", "int f(int x); int g(int y)", "int f(...)", "int f(int x[3])",
            "int f(int (*g)(int))", "int f(_In_ int *x)", "_Ret_maybenull_ int *f(int x)", "int f(int x) asm(\"g\")",
            "int known(int x)", "int number(int x)", "int RED(int x)", "int level(int x)",
            "int f(struct point point[2])",
            "int f(struct unknown *x)", "int f(union point *x)", "int f(enum point x)", "int f(struct x { int a; } *b)",
            "int f(int class)", "int f(va_list list)", "int long short f(int x)", "int f(int number x)",
            "int f(int 1x)",
            "typedef int f(int x)", "int f", "struct point", "int *f", "int f(const)", "int f(int * _Nullable x)",
            "", "int f(int x) {", "int f(int x) /* c */", "int f(int,)", "int f(,int)", "int if(int x)",
            "int f(int ********************x)", "__attribute__((const)) int f(int x)", "_Nullable_ f(int x)",
        ])
    func left(text: String) {
        var scope = Self.scope
        #expect(scope.takeUnread(Self.source(text)) == nil && !scope.hasUnread)
    }

    @Test("may be declared again as the same, and as nothing else")
    func again() throws {
        var scope = Self.scope
        #expect(scope.takeUnread(Self.source("int f(void *x)")) == "f")
        #expect(scope.takeUnread(Self.source("int f(void *x)")) == nil)
        _ = try scope.read(Self.source("int f(_In_reads_bytes_(3) void *y)"))
        for text in ["int f(int x)", "typedef int f", "extern int f", "enum { f }"] {
            do {
                _ = try scope.read(Self.source(text))
                Issue.record("\(text) is taken")
            } catch {
                #expect(error.all.map(\.message) == ["\"f\" is already declared with another meaning"])
                #expect(error.all.first?.notes.first?.range?.text == "f")
            }
        }
    }

    @Test("knows what was declared behind it")
    func later() throws {
        var scope = Self.scope
        #expect(scope.takeUnread(Self.source("struct later *f(later_t l)")) == "f")
        _ = try scope.read(Self.source("struct later { int x; }"))
        let read = scope.signature(ofUnread: "f")
        let signature = try #require(read).0
        guard case .pointer(let target, _) = signature.result else {
            Issue.record("\(signature)")
            return
        }
        #expect(target.layout?.size == 4)
    }

    @Test("of any words is read without a mistake where it is taken", arguments: 0..<8)
    func anyWords(seed: UInt64) throws {
        let words = [
            "int", "unsigned", "long", "char", "void", "const", "number", "point", "struct", "enum", "colour", "union",
            "either", "*", "*", "(", ")", ",", "f", "x", "y", "...", "order", "row", "done", "nothing", "static", ";",
            "restrict", "double", "_Complex", "later_t", "text_t", "FILE", "signed", "short", "bool", "_In_", "[", "]",
        ]
        var generator = SeededGenerator(seed: seed)
        var takenCount = 0
        for _ in 0..<4000 {
            let shape = [["int", "f", "("], ["number", "*", "f", "("], ["f", "("], []].randomElement(using: &generator)
            let middle = (0..<Int.random(in: 0..<9, using: &generator)).compactMap { _ in
                words.randomElement(using: &generator)
            }
            let end = [[")"], [], [")", ";"]].randomElement(using: &generator)
            let text = ((shape ?? []) + middle + (end ?? [])).joined(separator: " ")
            var scope = Self.scope
            guard let name = scope.takeUnread(Self.source(text)) else { continue }
            takenCount += 1
            var other = Self.scope
            let expected = try other.read(Self.source(text))
            let read = scope.signature(ofUnread: name)
            #expect(expected == [.function(try #require(read).0)], "\(text)")
        }
        #expect(takenCount > 40)
    }
}
