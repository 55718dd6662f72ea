// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Expressions of a callback cast to types of C, and to those that the module declares")
struct CallbackCastTests {
    private static let source = """
        #include <stddef.h>
        struct cube { int edges, corners; double side[3]; };
        int measure(int (*f)(void *data, int n), int n) {
            struct cube cube = { 12, 8, { 1.5, 2.5, 3.5 } };
            return f(&cube, n);
        }
        /* As SUNDIALS has it: what a vector holds stands behind a pointer to anything. */
        struct content { long length; double *data; };
        typedef struct content *vector_content;
        struct vector { void *content, *operations; };
        typedef struct vector *vector;
        double slope(int (*f)(double t, vector y, vector ydot)) {
            double from[] = { 3, 4 }, to[] = { 0, 0 };
            struct content a = { 2, from }, b = { 2, to };
            struct vector y = { &a, NULL }, ydot = { &b, NULL };
            f(0.5, &y, &ydot);
            return to[0] * 100 + to[1];
        }
        """
    private static let declarations = [
        "struct cube { int edges, corners; double side[3]; }; typedef struct cube cube; typedef cube *cube_ref; "
            + "struct content { long length; _In_reads_(length) double *data; }; typedef struct content *vector_content; "
            + "struct vector { void *content; void *operations; }; typedef struct vector *vector; typedef int32_t whole; "
            + "enum colour { RED, GREEN, BLUE }",
        "int measure(int (*f)(void *data, int n), int n)", "double slope(int (*f)(double t, vector y, vector ydot))",
    ]
    private let bench: CallbackBench

    init() throws { bench = try CallbackBench(Self.source) }

    @Test(
        "to a structure, a typedef of one, or a typedef of a pointer to one",
        arguments: [
            ("((struct cube *)data)->corners", "8"), ("((cube *)data)->edges + n", "15"),
            ("((cube_ref)data)->corners", "8"), ("(int)(((const struct cube *)data)->side[n - 1] * 2)", "7"),
            ("(int)((cube *)data)[0].side[1]", "2"), ("((int *)data)[1]", "8"), ("(int)(size_t)(n - 1)", "2"),
            ("(uint8_t)(n + 254)", "1"), ("(n) * 2", "6"), ("(n) - (n)", "0"), ("(n) + 1", "4"),
            ("(size_t)-1 == 0xffffffffffffffffu", "1"), ("(uint8_t)~n", "252"), ("(uint8_t)!n", "0"),
            ("(uint8_t)'a'", "97"), ("(whole)4 + (whole)n", "7"), ("(whole)(n + 1)", "4"), ("(bool)n + (_Bool)0", "1"),
            ("(enum colour)(n - 1) == 2", "1"), ("(uint8_t)*(int *)data", "12"), ("0.1f == (float)0.1", "1"),
            ("0.1f == 0.1", "0"), ("data != NULL", "1"), ("data == 0", "0"),
        ])
    func structures(_ expression: String, _ result: String) throws {
        #expect(
            try bench.result("measure", "\"compute\": \"\(expression)\"", ", 3", declared: Self.declarations) == result)
    }

    @Test("on the way to what is written, too")
    func writes() throws {
        let options = #"""
            "returns": 0, "writes": { "((vector_content)ydot->content)->data": [
                "((vector_content)y->content)->data[1]", "-((vector_content)y->content)->data[0] + t" ] }
            """#
        #expect(try bench.result("slope", options, declared: Self.declarations) == "397.5")
    }

    @Test(
        "but to no type that nobody declares",
        arguments: [
            (
                "((struct cone *)data)->side",
                "\"((struct cone *)data)->side\", where cone has no fields that are declared"
            ),
            ("((cone)data)->side", "the type (cone), which is not declared"),
            ("((whole)data)->side", "the type (whole)"), ("((cube_ref)n)->edges", "a pointer"),
            ("((cube *)data)->faces", "a field of struct cube: edges, corners, side"),
            ("n == NULL", "a pointer for"), (#"\"a\" != NULL"#, "a text for"),
            ("(cone)4", "the type (cone), which is not declared"),
            ("(struct cube)n", "behind (struct cube)"), ("0.1L > 0 ? 1 : 0", "a number of double or float"),
        ])
    func refused(_ expression: String, _ words: String) throws {
        let result = try bench.result("measure", "\"compute\": \"\(expression)\"", ", 3", declared: Self.declarations)
        #expect(result.contains(words), "\(result)")
    }
}
