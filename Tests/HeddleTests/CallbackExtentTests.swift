// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("An expression of a callback looks no further behind an argument than its declaration says")
struct CallbackExtentTests {
    private static let source = """
        #include <stddef.h>
        struct pair { int a, b; };
        static const int numbers[] = { 10, 20, 30, 40 };
        static const char *names[] = { "weft", "warp", NULL, "behind" };
        int counted(int (*f)(const int *p, int n), int n) { return f(numbers, n); }
        int one(int (*f)(const struct pair *p)) { static const struct pair two[] = { { 1, 2 }, { 3, 4 } }; return f(two); }
        int bytes(int (*f)(const void *p, size_t size)) { return f(numbers, 8); }
        int text(int (*f)(const char *s)) { return f("ab\\0cd"); }
        int list(int (*f)(const char **names)) { return f(names); }
        int any(int (*f)(const void *p)) { return f(numbers); }
        int piece(int (*f)(const char *p, int n), int n) { return f("warp\\0one", n); }
        struct value { unsigned long size; void *data; };
        int vast(int (*f)(const struct value *a)) {
            static const struct value a = { 1UL << 62, "warp" };
            return f(&a);
        }
        int value(int (*f)(const struct value *a, const struct value *b)) {
            static const struct value a = { 4, "warpone" }, b = { 5, "warp\\0two" };
            return f(&a, &b);
        }
        """
    private static let declarations = [
        "struct pair { int a, b; }", "int counted(int (*f)(_In_reads_(n) const int *p, int n), int n)",
        "int one(int (*f)(_In_ const struct pair *p))", "int any(int (*f)(const void *p))",
        "int bytes(int (*f)(_In_reads_bytes_(size) const void *p, size_t size))",
        "int piece(int (*f)(_In_reads_(n) const char *p, int n), int n)",
        "struct value { unsigned long size; _In_reads_bytes_(size) void *data; }",
        "int value(int (*f)(_In_ const struct value *a, _In_ const struct value *b))",
        "int vast(int (*f)(_In_ const struct value *a))", "int text(int (*f)(_In_z_ const char *s))",
        "int list(int (*f)(_Null_terminated_ const char **names))",
    ]
    private let bench: CallbackBench

    init() throws { bench = try CallbackBench(Self.source) }

    /// The result of a call whose callback computes an expression, or why there is none.
    private func result(_ function: String, _ expression: String, _ further: String = "") throws -> String {
        try bench.result(function, "\"compute\": \"\(expression)\"", further, declared: Self.declarations)
    }

    @Test(
        "where its elements are counted",
        arguments: [
            ("p[0] + p[n - 1]", "30"), ("p[2]", "p[2] is not there: p has 2 elements"),
            ("p[n]", "p has 2 elements"), ("p[n - 3]", "out of its bounds"),
            ("p[1000000000]", "p has 2 elements"), ("((long *)p)[0] != 0", "1"), ("((long *)p)[1]", "p has 2 elements"),
        ])
    func elements(expression: String, expected: String) throws {
        #expect(try result("counted", expression, ", 2").contains(expected))
    }

    @Test("where there are none")
    func empty() throws {
        #expect(try result("counted", "*p", ", 0").contains("p has 0 elements"))
        #expect(try result("counted", "*p", ", -1").contains("p has 0 elements"))
    }

    @Test(
        "where one value is declared, which is known before anything is called",
        arguments: [
            ("p->a * 10 + (*p).b", "12"), ("p[0].b", "2"), ("p[1].a", "wants 0: one value is declared"),
            ("p[p->a].b", "out of its bounds"),
        ])
    func single(expression: String, expected: String) throws {
        let result = try result("one", expression)
        #expect(result.contains(expected), "\(result)")
    }

    @Test(
        "where its bytes are counted, whatever they are taken for",
        arguments: [
            ("((int *)p)[1]", "20"), ("((int *)p)[2]", "p has 8 bytes"), ("((char *)p)[7]", "0"),
            ("((char *)p)[8]", "p has 8 bytes"), ("((double *)p)[0] > 0", "1"),
            ("((double *)p)[1] > 0", "p has 8 bytes"),
        ])
    func bytes(expression: String, expected: String) throws {
        #expect(try result("bytes", expression).contains(expected))
    }

    @Test(
        "where a text or a list ends, with the NUL or null that ends it",
        arguments: [
            ("text", "s[1]", "98"), ("text", "s[2]", "0"), ("text", "s[3]", "s ends behind 2 bytes"),
            ("list", "strlen(names[1])", "4"), ("list", "names[2] == NULL", "1"),
            ("list", "strlen(names[3])", "names ends behind 2 elements"),
        ])
    func ends(function: String, expression: String, expected: String) throws {
        let result = try result(function, expression)
        #expect(result.contains(expected), "\(result)")
    }

    @Test(
        "where characters are counted, by functions of texts too",
        arguments: [
            ("strlen(p)", "4"), ("strcmp(p, \\\"warp\\\") == 0", "1"), ("compare(p, \\\"warp\\\")", "0"),
            ("compare((char *)p, \\\"warpone\\\")", "-1"), ("p[4]", "p has 4 bytes"),
            ("memcmp(p, \\\"warp\\\", n)", "0"), ("memcmp(p, \\\"warpone\\\", n + 1)", "4 are there"),
            ("p != NULL", "1"),
        ])
    func pieces(expression: String, expected: String) throws {
        let result = try result("piece", expression, ", 4")
        #expect(result.contains(expected), "\(result)")
    }

    @Test("where a NUL is among them: strlen ends there, and compare does not")
    func piecesWithNUL() throws {
        #expect(try result("piece", "strlen(p)", ", 8") == "4")
        #expect(try result("piece", "compare(p, \\\"warp\\\")", ", 8") == "1")
        #expect(try result("piece", "strlen(p)", ", 0") == "0")
    }

    @Test(
        "where members count them, whatever these are taken for",
        arguments: [
            ("compare(a->data, b->data)", "-1"), ("compare(b->data, a->data)", "1"), ("strlen(a->data)", "4"),
            ("strlen((char *)b->data)", "4"), ("((char *)a->data)[3]", "112"), ("((char *)a->data)[4]", "4"),
            ("((int *)b->data)[0] != 0", "1"), ("((int *)b->data)[1]", "5"), ("memcmp(a->data, b->data, 4)", "0"),
            ("memcmp(a->data, b->data, b->size)", "5 bytes are to be compared, and 4 are there"),
        ])
    func members(expression: String, expected: String) throws {
        let result = try result("value", expression)
        #expect(result.contains(expected), "\(result)")
    }

    @Test("and a count that no memory has is a failure of the call, and not the end of the process")
    func vast() throws {
        for expression in ["strlen(a->data)", "compare(a->data, a->data)", "strlen((char *)a->data)"] {
            #expect(try result("vast", expression).contains("cannot be read"), "\(expression)")
        }
        #expect(try result("piece", "strlen(p)", ", 2147483647").contains("cannot be read"))
    }

    @Test("but anywhere where it says nothing")
    func unknown() throws {
        #expect(try result("any", "((int *)p)[3]") == "40")
    }
}
