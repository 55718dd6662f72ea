// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("Declarations from anywhere") struct RobustnessTests {
    /// Reads a part of a text; whatever it is, the errors point into it.
    private func check(_ bytes: [UInt8], _ range: Range<Int>) {
        let source = SourceText(name: "any", bytes: bytes)
        var scope = DeclarationScope()
        do throws(Diagnostics) {
            _ = try scope.read(SourceRange(source, range))
        } catch {
            #expect(!error.all.isEmpty)
            for problem in error.all {
                let place = problem.range?.bytes
                #expect(place.map { range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound } == true)
                #expect(!problem.render().isEmpty)
            }
        }
    }

    private static let whole = """
        typedef struct point { double x, y; union { int i; char c[4]; }; } point; /* a
        comment */ enum color { RED = 'a', GREEN = (1 << 3) | 0x7fUL, BLUE = RED ? -1 : ~2 }; // end
        _Success_(return != NULL) _Free_(release) char *(*f(_In_reads_(count) const uint8_t *buffer, size_t count,
            _Outptr_opt_ struct s **out, void (*done)(void *, int), ...))(int) __attribute__((pure)) asm("real");
        #pragma pack(push, 2)
        struct __attribute__((packed)) p { char c; long l __attribute__((aligned(8))); double _Complex z; int n[0]; };
        #pragma pack(pop)
        struct b { unsigned a : 3, : 0; _Alignas(16) bool c; }; enum e : unsigned char { ONE = 1 };
        _Static_assert(offsetof(struct b, c) == 16 && sizeof(struct p) > 1, "text");
        _Ret_writes_maybenull_(*n * 2) __int128 *g(_Out_writes_to_(*n, 4 * (*n)) int *a, _Inout_ int *n,
            int (*h)(_In_reads_bytes_(k) const void *b, size_t k), _Printf_format_string_ const char *f, ...)
            __attribute__((format(printf, 4, 5)));
        """

    @Test("a text that ends anywhere is an error or a declaration, never a crash")
    func truncation() {
        let bytes = Array(Self.whole.utf8)
        #expect(problems(Self.whole).isEmpty)
        for end in 0...bytes.count { check(bytes, 0..<end) }
        for start in stride(from: 0, through: bytes.count, by: 5) { check(bytes, start..<bytes.count) }
    }

    @Test("a text with one byte changed is an error or a declaration, never a crash")
    func mutation() {
        var random = SeededGenerator(seed: 7)
        let bytes = Array(Self.whole.utf8)
        for _ in 0..<400 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            check(changed, 0..<changed.count)
        }
    }

    @Test("a soup of words is an error or a declaration, never a crash")
    func soup() {
        let words = [
            "int", "unsigned", "long", "char", "const", "struct", "union", "enum", "typedef", "void", "*", "*", "(",
            ")", "[",
            "]", "{", "}", ",", ";", ";", "...", "=", "x", "y", "s", "size_t", "1", "0", "-", "<<", "'a'", "\"t\"",
            "_In_",
            "_Out_", "_In_reads_(", "_Success_(return", "_Self_", "sizeof", "?", ":", "asm(", "__attribute__((", "[[",
            "extern",
            "static", "float", "double", "bool", "/*", "//", "\n", "#", "\\", "'", "\"", "é", "_Free_(", "return", "!",
            "~", "%", "/", "packed", "aligned(", "_Alignas(", "#pragma pack(", "push", "_Complex", "__int128", "enum",
            "return",
            "_Out_writes_to_(", "_Ret_writes_(", "_Free_(x)", "_Null_terminated_", "_Static_assert(", "offsetof(",
            "format(printf,",
        ]
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1500 {
            let count = Int.random(in: 1...24, using: &random)
            let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            check(Array(text.utf8), 0..<text.utf8.count)
        }
    }

    @Test("bytes that are no text are errors")
    func noise() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            check(bytes, 0..<bytes.count)
        }
        check([], 0..<0)
        check(Array("int f(void)".utf8), 4..<4)
    }

    @Test("a megabyte of declarations is read, and of brackets is refused")
    func long() throws {
        let text = (0..<5000).map { "int f\($0)(const char *text, size_t length, double (*g)(double));\n" }.joined()
        #expect(try read(text).count == 5000)
        for sign in ["(", "[", "{", "*", "/*", "'", "\"", "struct{", "f(", "[[", "__attribute__((", "1?", "<"] {
            let bytes = Array(String(repeating: sign, count: 20_000).utf8)
            check(bytes, 0..<bytes.count)
        }
    }
}
