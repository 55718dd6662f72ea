// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Structures and unions") struct RecordParsingTests {
    @Test("members have their types, several to a line")
    func members() throws {
        let all = try read(
            "struct item { const char *name, tag[4]; double *(*price)(int); union { int i; float f; } u; }")
        guard case .type("struct item", .record(let record)) = all[0] else { throw NotAFunction(text: "\(all)") }
        #expect(record.members?.map(\.name) == ["name", "tag", "price", "u"])
        #expect(
            record.members?.map(\.type.description) == [
                "const char *", "char[4]", "double *(*)(int)", "union { int i; float f; }",
            ])
    }

    @Test("a structure is opaque within itself and complete afterwards")
    func recursive() throws {
        let all = try read("typedef struct node { int value; struct node *next; } node; int sum(const node *list)")
        guard case .type("struct node", .record(let node)) = all[0] else { throw NotAFunction(text: "\(all)") }
        #expect(
            node.members?.last?.type
                == .pointer(to: .record(.init(kind: .structure, tag: "node", members: nil)), isConst: false))
        guard case .function(let sum) = all.last else { throw NotAFunction(text: "\(all)") }
        #expect(sum.parameters[0].type == .pointer(to: .named("node", .record(node)), isConst: true))
    }

    @Test("a structure that is completed later is complete in what was declared before")
    func completedLater() throws {
        let all = try read(
            "typedef struct point point; double norm(const point *p); struct point { double x, y; }; point zero(void)")
        let types = all.compactMap { declaration -> CType? in
            if case .function(let f) = declaration { f.parameters.first?.type ?? f.result } else { nil }
        }
        guard case .pointer(let target, _) = types[0] else { throw NotAFunction(text: "\(all)") }
        #expect(target == types[1])
        #expect(target.layout == TypeLayout(size: 16, alignment: 8))
    }

    @Test("a scope completes what an earlier text declared")
    func completedInScope() throws {
        let early = try scope("struct point;")
        let before = try signature("int f(struct point *p)", in: early)
        let late = try scope("struct point { int x; };", extending: early)
        guard case .pointer(let target, _) = late.completed(before).parameters[0].type else {
            throw NotAFunction(text: "f")
        }
        #expect(target.layout?.size == 4)
        #expect(late.type(named: "struct point") == target)
        #expect(late.type(named: "size_t")?.layout?.size == 8)
        #expect(late.type(named: "union point") == nil)
        #expect(late.type(named: "nothing") == nil)
    }

    @Test("anonymous members, and an array of any size at the end")
    func anonymous() throws {
        let text = "struct packet { int kind; union { int i; float f; }; unsigned char rest[]; }"
        #expect(try printed(text) == [text])
    }

    @Test("the same meaning again is fine, another is not")
    func again() {
        for text in [
            "typedef int a; typedef int a;", "typedef unsigned int uint32_t;",
            "struct s { int x; }; struct s { int x; };",
            "typedef struct s s; typedef struct s { int x; } s;", "enum e { A }; enum e { A };",
            "int f(int); int f(int x);",
        ] {
            #expect(problems(text).isEmpty, "\(text)")
        }
        for text in [
            "typedef int a; typedef long a;", "typedef long uint32_t;", "struct s { int x; }; struct s { long x; };",
            "struct s; union s { int x; };", "enum e { A }; enum e { B };", "enum { A }; enum { A = 2 };",
            "enum e { A }; struct e;", "int f(int); int f(long);", "typedef int f; int f(void);",
            "int f(void); typedef int f;",
            "enum { A, A };", "enum { size_t };", "typedef int A; enum { A };", "typedef const int a; typedef int a;",
        ] {
            #expect(problems(text).map(\.code) == [.declaration(.redeclared)], "\(text)")
        }
    }

    @Test("what a structure cannot hold is refused")
    func refused() {
        for text in [
            "struct s { }", "struct s { void v; }", "struct s { int f(void); }", "struct s { struct s inner; }",
            "struct s { struct unknown u; }", "struct s { int a[]; }", "struct s { int n; int a[]; int b; }",
            "struct f { int n; int a[]; }; struct s { struct f f; }",
            "struct f { int n; int a[]; }; typedef struct f a[2];",
            "struct s { int a[0]; }", "struct s { int a[-1]; }", "struct s { int a[2][]; }",
            "struct s { int n; struct { int m; char rest[]; }; }",
        ] {
            #expect(problems(text).map(\.code) == [.declaration(.type)], "\(text)")
        }
        for text in [
            "struct s { int; }", "struct s { struct t { int x; }; }", "struct { int x; }", "int;", "struct",
            "struct s {",
        ] {
            #expect(problems(text).map(\.code) == [.declaration(.syntax)], "\(text)")
        }
        #expect(problems("struct s { int x; struct { int x; }; }").map(\.code) == [.declaration(.redeclared)])
    }
}
