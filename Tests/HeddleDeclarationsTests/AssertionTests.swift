// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Assertions among declarations") struct AssertionTests {
    @Test(
        "that hold are passed over",
        arguments: [
            "_Static_assert(sizeof(struct s) == 24, \"size\");", "static_assert(1)",
            "_Static_assert(offsetof(struct s, b) == 8 && _Alignof(struct s) == 8);",
            "_Static_assert(offsetof(struct s, c[3]) == 16 + 3, \"a\" \"b\");",
            "_Static_assert(__builtin_offsetof(struct s, inner.y) == 22, \"\");",
            "_Static_assert(offsetof(struct s, anonymous) == 20, \"\");",
            "struct t { int x; _Static_assert(sizeof(int) == 4, \"\"); int y; };",
        ])
    func hold(text: String) throws {
        let known = "struct s { int a; double b; char c[4]; struct { char anonymous; }; struct { char x, y; } inner; };"
        #expect(problems(known + text).isEmpty)
        #expect(try read(known + text + ";").count == (text.hasPrefix("struct") ? 2 : 1))
    }

    @Test("that do not hold say so where they stand")
    func fail() {
        let found = problems("struct s { char a; int b; };\n_Static_assert(sizeof(struct s) == 5, \"packed \" \"s\");")
        #expect(found.map(\.message) == ["the assertion does not hold: packed s"])
        #expect(found.first?.range?.location == "test.h:2:16")
        #expect(found.first?.range?.text == "sizeof(struct s) == 5")
        #expect(problems("struct s { int x; _Static_assert(0); };").map(\.code) == [.declaration(.assertion)])
    }

    @Test(
        "that cannot be computed are refused",
        arguments: [
            ("_Static_assert(x == 1, \"\");", "constant"),
            ("_Static_assert(sizeof(struct unknown) == 1, \"\");", "constant"),
            ("_Static_assert(offsetof(struct s, none) == 1, \"\");", "constant"),
            ("_Static_assert(offsetof(struct s, field) == 1, \"\");", "constant"),
            ("_Static_assert(offsetof(struct s, a[1]) == 1, \"\");", "constant"),
            ("_Static_assert(offsetof(int, a) == 1, \"\");", "constant"), ("_Static_assert();", "syntax"),
            ("_Static_assert(1, x);", "syntax"), ("_Static_assert 1;", "syntax"),
            ("_Static_assert(offsetof(struct s) == 1);", "syntax"), ("_Static_assert(1.5 > 1, \"\");", "constant"),
        ])
    func refused(text: String, code: String) {
        #expect(
            problems("struct s { int a; int field : 3; };" + text).map(\.code.description) == ["declaration.\(code)"])
    }
}
