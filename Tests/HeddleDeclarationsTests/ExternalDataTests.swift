// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Data that a declaration names with extern")
struct ExternalDataTests {
    @Test(
        "is a structure, or a pointer to one, and prints as it was read",
        arguments: [
            ("extern struct flow f", "extern struct flow f"), ("extern struct flow *f", "extern struct flow *f"),
            ("extern const struct flow *f", "extern const struct flow *f"),
            ("typedef struct flow flow; extern flow f", "extern flow f"),
            ("struct flow extern f", "extern struct flow f"),
        ])
    func read(text: String, printed: String) throws {
        let last = try #require(try HeddleDeclarationsTests.read(text).last)
        #expect(last.description == printed)
        #expect(try HeddleDeclarationsTests.read("typedef struct flow flow; \(printed)").last == last)
    }

    @Test("is complete if its structure is declared behind it")
    func completed() throws {
        let all = try HeddleDeclarationsTests.read("extern struct flow f; struct flow { void (*present)(int); }")
        guard case .variable(symbol: "f", let type)? = all.first else {
            Issue.record("no variable: \(all)")
            return
        }
        #expect(type.layout?.size == 8)
    }

    @Test(
        "is refused where it is neither, has a value, or has another meaning already",
        arguments: [
            ("extern int f", "\"f\" is a variable; Heddle calls functions"),
            ("extern struct flow *f[2]", "\"f\" is a variable; Heddle calls functions"),
            ("extern struct flow f = {0}", "\"f\" has a value; Heddle reads declarations only"),
            ("struct flow f", "\"f\" is a variable; Heddle calls functions"),
            ("int f(void); extern struct flow f", "\"f\" is already declared with another meaning"),
            ("extern struct flow f; int f(void)", "\"f\" is already declared with another meaning"),
        ])
    func refused(text: String, message: String) {
        #expect(problems(text).map(\.message) == [message])
    }
}
