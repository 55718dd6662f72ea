// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Mistakes in declarations") struct DeclarationProblemTests {
    private func rendered(_ text: String) -> String {
        problems(text).map { $0.render() }.joined(separator: "\n")
    }

    @Test("an unknown type is pointed at, with the known one that is near")
    func unknownType() {
        #expect(
            rendered("int sum(const uint23_t *values)") == """
                error: unknown type "uint23_t"
                 --> test.h:1:15
                  |
                1 | int sum(const uint23_t *values)
                  |               ^^^^^^^^
                  = did you mean "uint32_t"?
                """)
        #expect(problems("unsinged int f(void)").first?.suggestion == "did you mean \"unsigned\"?")
        #expect(
            problems("struct point { int x; }; int f(point *p)").first?.suggestion == "did you mean \"struct point\"?")
        #expect(
            problems("enum color { RED }; int f(enum colour c)").first?.message
                == "\"enum colour\" has not been declared")
    }

    @Test("a count that names no parameter is pointed at")
    func unknownCount() {
        #expect(
            rendered("int sum(_In_reads_(cuont) const int *values, int count)") == """
                error: there is no parameter "cuont" to count with
                 --> test.h:1:20
                  |
                1 | int sum(_In_reads_(cuont) const int *values, int count)
                  |                    ^^^^^
                  = did you mean "count"?
                """)
    }

    @Test("an unknown annotation is pointed at")
    func unknownAnnotation() {
        #expect(
            rendered("int f(_InOut_ int *x)") == """
                error: unknown annotation "_InOut_"
                 --> test.h:1:7
                  |
                1 | int f(_InOut_ int *x)
                  |       ^^^^^^^
                  = did you mean "_Inout_"?
                """)
    }

    @Test(
        "an unknown annotation of a result is taken for one of those",
        arguments: [
            ("_Ret_opt_", "did you mean \"_Ret_maybenull_\"?"), ("_Ret_notnul_", "did you mean \"_Ret_notnull_\"?"),
            ("_Ret_of_the_module_", "a result has _Ret_maybenull_, "),
        ])
    func unknownResult(word: String, advice: String) {
        #expect(rendered("\(word) int *f(void)").contains("  = \(advice)"))
    }

    @Test("parameters that are left open are refused with the mend")
    func unspecified() {
        #expect(
            rendered("int f()") == """
                error: "()" leaves the parameters open
                 --> test.h:1:6
                  |
                1 | int f()
                  |      ^^
                  = write "(void)" if there are none
                """)
    }

    @Test("another meaning of a name points at the first one")
    func redeclared() {
        #expect(
            rendered("typedef int id;\ntypedef long id;") == """
                error: "id" is already declared with another meaning
                 --> test.h:2:14
                  |
                2 | typedef long id;
                  |              ^^
                  = declared before at test.h:1:13
                """)
    }

    @Test(
        "what Heddle cannot call is named",
        arguments: [
            ("double _Imaginary f(void)", "imaginary numbers"), ("__float128 f(void)", "numbers of 128 bits"),
            ("_Decimal64 f(void)", "decimal floating types"), ("_BitInt(7) f(void)", "integers of any width"),
            ("_Atomic int f(void)", "atomic types"),
            ("void f(int n, int a[n])", "arrays of variable length"), ("void f(int a[*])", "arrays of variable length"),
            (
                "union u { int i; float f; } __attribute__((__transparent_union__));",
                "the attribute \"__transparent_union__\""
            ),
            ("struct s { int i; } __attribute__((ms_struct));", "the attribute \"ms_struct\""),
            (
                "struct s { int i; } __attribute__((scalar_storage_order(\"big-endian\")));",
                "the attribute \"scalar_storage_order\""
            ),
            ("void f(void) __attribute__((ms_abi))", "the attribute \"ms_abi\""),
            ("[[clang::vectorcall]] void f(void)", "the attribute \"vectorcall\""),
            ("typedef float v __attribute__((vector_size(16)))", "the attribute \"vector_size\""),
            ("typedef int t __attribute__((mode(DI)))", "the attribute \"mode\""), ("void f(va_list a)", "a va_list"),
            ("void f(void (^b)(int))", "blocks"),
        ])
    func unsupported(text: String, what: String) {
        #expect(problems(text).map(\.message) == ["Heddle does not call functions with \(what)"])
    }

    @Test(
        "what is no declaration says what was expected",
        arguments: [
            ("int", "the declaration declares no name"),
            ("int f(", "expected a type, found the end of the declaration"),
            ("int f(int", "expected \")\" after the parameters, found the end of the declaration"),
            ("int f(int) int g(int)", "expected \";\" after the declaration, found \"int\""),
            ("int f(a, b) int a, b;", "the parameters have no types"),
            ("int f(foo) __attribute__((pure))", "unknown type \"foo\""),
            ("f(int)", "\"f\" has no result type"),
            ("int x", "\"x\" is a variable; Heddle calls functions"),
            ("int x = 1", "\"x\" has a value; Heddle reads declarations only"),
            ("int f(void) { return 1; }", "the declaration goes on with a body"),
            ("#include <stdio.h>", "declarations are read without a preprocessor"),
            ("int f(int &x)", "C has no references"), ("int f(int x = 1)", "C has no default arguments"),
            ("int f(...)", "a named parameter must come before \"...\""),
            ("int f(int, ..., int)", "expected \")\" after the parameters, found \",\""),
            ("int f(void, int)", "a parameter cannot be void"), ("int f(void x)", "a parameter cannot be void"),
            ("int f(int a, int a)", "there are two parameters called \"a\""),
            ("int f(void)(void)", "a function cannot return a function"),
            ("int f(void)[3]", "a function cannot return an array"), ("int (*f(void))[0]", "an array of 0 elements"),
            ("void f(void a[2])", "an array cannot hold void"),
            ("unsigned double f(void)", "\"unsigned double\" is not a C type"),
            ("long long long f(void)", "\"long long long\" is not a C type"),
            ("size_t int f(void)", "\"int\" is a second type in one declaration"),
            ("struct s int f(void)", "\"int\" is a second type in one declaration"),
            ("int f(struct s { int x; } s)", "a type cannot be defined among parameters"),
            ("int f(static int x)", "\"static\" is not allowed in a parameter"),
            ("typedef struct s { int x; };", "expected the name of the typedef, found \";\""),
            ("int f(int x) /* no end", "the comment does not end"), ("int f(void) asm(\"f", "the literal does not end"),
            ("int f(void) asm(\"a b\")", "this is not a symbol"),
            ("int f(void) @", "\"@\" means nothing in a declaration"),
            ("int ƒ(void)", "\"ƒ\" means nothing in a declaration"),
            ("extern \"C\" { int f(void); }", "a block of \"extern\" is not allowed among declarations"),
            ("int *&f(void)", "C has no references"),
            ("int if(void)", "expected the name that is declared, found \"if\""),
        ])
    func syntax(text: String, message: String) {
        #expect(problems(text).map(\.message) == [message])
    }

    @Test("reading goes on behind a mistake")
    func recovery() {
        let text =
            "int f(); foo g(void); struct s { _Atomic int a; int b; }; int h(void) { return 1; } # x\nint i(vod); int j(void);"
        #expect(
            problems(text).map(\.code) == [
                .declaration(.syntax), .declaration(.unknownType), .declaration(.unsupported), .declaration(.body),
                .declaration(.syntax), .declaration(.unknownType),
            ])
    }

    @Test("what is right beside a mistake is known afterwards")
    func partial() throws {
        var scope = DeclarationScope()
        let source = SourceText(name: "test.h", "typedef int good; bad f(void)")
        #expect(throws: Diagnostics.self) { try scope.read(SourceRange(source, 0..<source.bytes.count)) }
        #expect(try signature("good f(void)", in: scope).result == .named("good", .integer(.int)))
    }

    @Test("errors point at their place in the larger text")
    func offsets() throws {
        let file = "{\"declarations\": [\"int f(vod x)\"]}"
        let source = SourceText(name: "stack.json", file)
        var scope = DeclarationScope()
        let error = try #require(throws: Diagnostics.self) { try scope.read(SourceRange(source, 19..<31)) }
        #expect(error.all.map { $0.range?.location } == ["stack.json:1:26"])
        #expect(error.all.map { $0.range?.text } == ["vod"])
    }

    @Test("types that nest or grow without end are refused")
    func limits() {
        let deep = String(repeating: "(", count: 5000)
        let stars = String(repeating: "*", count: 5000)
        let chain = (1...110).map { "typedef t\($0 - 1) *t\($0);" }.joined()
        let doubling = (1...20).map { "typedef struct { t\($0 - 1) *a, *b; } t\($0);" }.joined()
        let growing = (1...20).map { "typedef struct { t\($0 - 1) a, b; } t\($0);" }.joined()
        for text in [
            "int \(deep)f", "int \(stars)f(void)", "typedef int t0;" + chain, "typedef int t0;" + doubling,
            "typedef int t0;" + growing, "struct s { char a[1 << 30][1 << 30]; }", "struct s { int a[999999999999]; }",
            "enum { A = \(deep)1 }", "enum { A = \(String(repeating: "- ", count: 5000))1 }",
            "int f(\(String(repeating: "int, ", count: 5000))int)", "int f\(String(repeating: "[1]", count: 5000))",
            "int f(\(String(repeating: "int (*)(", count: 5000))", String(repeating: "struct s { ", count: 5000),
            "enum { A = \(String(repeating: "1 ? ", count: 5000)) }",
        ] {
            #expect(problems(text).first?.code == .declaration(.limit), "\(text.prefix(60))")
        }
    }

    @Test("a text full of mistakes ends after a hundred")
    func tooMany() {
        #expect(problems(String(repeating: "x;", count: 5000)).count == 100)
    }
}
