// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@testable import HeddleDeclarations

@Suite("Declarations of a function with its types")
struct DeclarationListTests {
    /// Reads declarations, lists the functions among them, and reads the list.
    private func relisted(_ text: String) throws -> [String] {
        var scope = DeclarationScope()
        var list = DeclarationList()
        for function in try scope.read(SourceText(name: "text", text).whole).compactMap(\.function) {
            list.add(scope.completed(function))
        }
        var other = DeclarationScope()
        for text in list.texts { _ = try other.read(SourceText(name: "list", text).whole) }
        return list.texts
    }

    @Test("a structure with a function that takes it is listed in an order that can be read")
    func mutual() throws {
        let types = "typedef struct thing thing; typedef void (*cb)(thing *t); struct thing { int x; cb call; };"
        let texts = try relisted("\(types) int f(thing *t);")
        #expect(
            texts == [
                "typedef struct thing thing", "typedef void (*cb)(thing *t)", "struct thing { int x; cb call; }",
                "int f(thing *t)",
            ])
    }

    @Test(
        "each type stands before what needs its size",
        arguments: [
            "typedef struct a a; struct a { int x; }; typedef a three[3]; int f(three *t);",
            "struct a { int x; }; typedef struct a a; struct b { a first; struct b *next; }; int f(struct b *b);",
            "typedef struct b b; struct a { b *to; }; struct b { struct a from; }; int f(struct a *a); int g(b x);",
            "typedef struct { int x; } a; typedef int (*cb)(a x); struct c { cb call; }; a f(struct c c);",
            "enum e { one }; typedef enum e e; typedef struct s s; struct s { e kind; s *next; }; e f(const s *s);",
        ])
    func sizes(text: String) throws {
        #expect(try !relisted(text).isEmpty)
    }
}
