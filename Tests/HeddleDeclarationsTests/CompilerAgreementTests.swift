// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

/// C takes a name that is declared twice only where both declarations mean the same: so the original and what we
/// print of it stand in one file.
@Suite("Agreement with C compilers", .enabled(if: !Compiler.installed.isEmpty))
struct CompilerAgreementTests {
    private static let known =
        "struct tag { int x; }; union any { int i; double d; }; enum color { RED, GREEN }; typedef struct tag tagged; "

    private static let declarators = [
        "*@", "**@", "*const *@", "**const *@", "(*@)(void)", "(*@)(int, double)", "@[3]", "@[2][3]", "*@[4]",
        "(*@)[4]",
        "(*@[5])(int)", "(*(*@)(int))(double)", "*(*@)(const char *, ...)", "(**@)(void)", "(*(*@)[2])(void)",
        "(*@)(int (*)(void), int[3], const char[])", "(@)", "((*(@)))", "*(@[3])", "(*(*(*@)(int))(int))[3]",
        "*const (*@)[2]", "(*@)(void (*)(void *, int), ...)", "@(int)", "*@(const tagged *, size_t)",
    ]

    private static let bases = [
        "int", "unsigned long", "struct tag", "union any", "enum color", "size_t", "const char *", "tagged", "void *",
        "long double", "bool", "FILE *",
    ]

    /// All orders of a type's words.
    private static func orders(_ words: [String]) -> Set<String> {
        if words.count < 2 { return Set(words) }
        return words.indices.reduce(into: []) { all, index in
            var rest = words
            let word = rest.remove(at: index)
            all.formUnion(orders(rest).map { "\(word) \($0)" })
        }
    }

    private static let specifiers = [
        ["unsigned", "long", "long", "int", "const"], ["signed", "short", "int"], ["char", "signed", "const"],
        ["unsigned", "char"], ["long", "double", "const"], ["long", "int", "unsigned"], ["const", "size_t"],
        ["struct tag", "const"], ["enum color", "const"], ["_Bool", "const"], ["long", "long"], ["unsigned"],
    ].flatMap { orders($0).sorted() }

    private static let originals: [String] = {
        let shaped = bases.flatMap { base in declarators.map { "\(base) \($0)" } }
        let ordered = specifiers.flatMap { ["\($0) *@", "\($0) (*@)[2]"] }
        let texts = shaped + ordered + ["const int (*@)[4]", "const tagged *@[2][3]"]
        return texts.enumerated().map { "typedef " + $1.replacing("@", with: "t\($0)") }
    }()

    private static let functions = [
        "int f@(void)", "void f@(int a, const char *b)", "int f@(const char *format, ...)",
        "void (*f@(int sig, void (*handler)(int)))(int)", "int (*f@(void))[3]", "double f@(double (*)(double), double)",
        "struct tag f@(struct tag a, union any b, enum color c)", "int f@(int a[4], int b[static 2], int c[const])",
        "const struct tag *const *f@(tagged *const *x)", "void *(*(*f@(int))(char))(long)",
        "int f@(int (x), int (*(y)), int z(int), int (size_t))", "int (f@)(int)", "int *(f@)(int)",
        "_Bool f@(unsigned, long, short, signed char)", "void f@(int (*a[3])(int), char *(*b)[2])",
        "size_t f@(const void *restrict a, size_t b, FILE *restrict c)", "int f@(const int x, char *const y)",
        "int f@(int, ...) __attribute__((nonnull))", "long f@(long (*)(long (*)(long)))",
        "wchar_t f@(time_t, off_t, ssize_t)",
        "div_t f@(ldiv_t, lldiv_t)", "int f@(int8_t, uint16_t, int_fast16_t, uintmax_t, intptr_t, int_least32_t)",
    ].enumerated().map { $1.replacing("@", with: "\($0)") }

    @Test("what is printed is the type that was read", arguments: Compiler.installed)
    func sameTypes(compiler: Compiler) throws {
        let scope = try scope(Self.known)
        let originals = Self.originals + Self.functions
        #expect(originals.count > 500)
        var text = standardHeaders + Self.known
        for original in originals {
            for declaration in try read(original, in: scope) { text += "\(original);\n\(declaration);\n" }
        }
        #expect(compiler.complaint(about: text) == nil)
    }

    @Test("the compiler would have noticed", arguments: Compiler.installed)
    func wouldNotice(compiler: Compiler) {
        for pair in ["typedef int *t; typedef const int *t;", "int f(int (*)(int)); int f(int (*)(long));"] {
            #expect(compiler.complaint(about: pair) != nil)
        }
    }

    @Test("random signatures are C", arguments: Compiler.installed)
    func randomSignatures(compiler: Compiler) {
        var random = SignatureGenerator(seed: 2)
        let texts = (0..<300).map { random.signature(symbol: "f\($0)").description }
        let text = standardHeaders + SignatureGenerator.known + SignatureGenerator.macros
        #expect(compiler.complaint(about: text + texts.joined(separator: ";\n") + ";") == nil)
    }

    @Test("structures lie in memory as compilers lay them out", arguments: Compiler.installed)
    func layouts(compiler: Compiler) throws {
        let bodies = [
            "{ char a; int b; char c; }", "{ char a; double b; short c; }", "{ char a[3]; short b; }",
            "{ long double a; char b; }",
            "{ char a; struct { short x; long y; } b; char c; }",
            "{ char a; union { int i; double d; char s[9]; } b; bool c; }",
            "{ int a; char b[]; }", "{ char a; long b[]; }", "{ char a; float b[3]; enum { P, Q } c; void *d; }",
            "{ char *a; int (*b)(int); char c; }", "{ short a; char b[2][3]; int c; }",
        ]
        var text = standardHeaders
        for (index, (kind, body)) in bodies.flatMap({ [("struct", $0), ("union", $0)] }).enumerated() {
            if kind == "union" && body.contains("[];") { continue }
            let body = body.replacing("P, Q", with: "P\(index), Q\(index)")
            let definition = "\(kind) s\(index) \(body)"
            let all = try read(definition)
            guard case .type(let name, let type) = all[0], case .record(let record) = type else { continue }
            let layout = try #require(type.layout)
            text += "\(definition); _Static_assert(sizeof(\(name)) == \(layout.size), \"\");\n"
            text += "_Static_assert(_Alignof(\(name)) == \(layout.alignment), \"\");\n"
            for (member, offset) in zip(record.members ?? [], record.offsets ?? []) {
                text += "_Static_assert(offsetof(\(name), \(member.name ?? "")) == \(offset), \"\");\n"
            }
        }
        #expect(text.contains("offsetof"))
        #expect(compiler.complaint(about: text) == nil)
    }
}
