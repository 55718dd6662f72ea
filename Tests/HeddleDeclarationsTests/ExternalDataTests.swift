// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Data that a declaration names with extern")
struct ExternalDataTests {
    @Test(
        "is of any type, and prints as it was read",
        arguments: [
            ("extern struct flow f", "extern struct flow f"), ("extern struct flow *f", "extern struct flow *f"),
            ("extern const struct flow *f", "extern const struct flow *f"),
            ("typedef struct flow flow; extern flow f", "extern flow f"),
            ("struct flow extern f", "extern struct flow f"), ("extern int f", "extern int f"),
            ("extern const char *const f[]", "extern const char *const f[]"),
            ("extern const struct flow *const f[2][3]", "extern const struct flow *const f[2][3]"),
            ("extern double (*const f)(double)", "extern double (*const f)(double)"),
        ])
    func read(text: String, printed: String) throws {
        let last = try #require(try HeddleDeclarationsTests.read(text).last)
        #expect(last.description == printed)
        #expect(try HeddleDeclarationsTests.read("typedef struct flow flow; \(printed)").last == last)
    }

    @Test("is complete if its structure is declared behind it")
    func completed() throws {
        let all = try HeddleDeclarationsTests.read("extern struct flow f; struct flow { void (*present)(int); }")
        guard case .variable(symbol: "f", let type, isConst: false)? = all.first else {
            Issue.record("no variable: \(all)")
            return
        }
        #expect(type.layout?.size == 8)
    }

    @Test(
        "is const where nothing may write to it, whatever it points to",
        arguments: [
            ("extern const int f", true), ("extern const char *f", false), ("extern char *const f", true),
            ("extern const int f[3]", true), ("extern char *const f[]", true), ("extern const char *f[2]", false),
        ])
    func constant(text: String, isConst: Bool) throws {
        guard case .variable(symbol: "f", _, let found)? = try HeddleDeclarationsTests.read(text).last else {
            Issue.record("no variable")
            return
        }
        #expect(found == isConst)
    }

    @Test(
        "is refused where it has no type of data, has a value, or has another meaning already",
        arguments: [
            ("extern void f", "a variable cannot be void"),
            ("extern va_list f", "Heddle does not call functions with a va_list"),
            ("extern struct flow f = {0}", "\"f\" has a value; Heddle reads declarations only"),
            ("struct flow f", "\"f\" is a variable; Heddle calls functions"),
            ("int f(void); extern struct flow f", "\"f\" is already declared with another meaning"),
            ("extern struct flow f; int f(void)", "\"f\" is already declared with another meaning"),
        ])
    func refused(text: String, message: String) {
        #expect(problems(text).map(\.message) == [message])
    }
}
