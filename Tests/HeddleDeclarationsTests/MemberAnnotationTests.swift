// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Annotations of members")
struct MemberAnnotationTests {
    private func record(_ text: String) throws -> RecordType {
        var scope = DeclarationScope()
        _ = try scope.read(SourceText(name: "test", text).whole)
        return try #require(scope.record(named: "struct s") ?? scope.record(named: "union s"))
    }

    /// The mistakes in annotations of a structure that is declared with them.
    private func mistakes(
        in added: [MemberAnnotation], of name: String, _ declaration: String
    ) throws -> [Diagnostic] {
        var scope = DeclarationScope()
        scope.annotate(membersOf: name, with: added)
        _ = try scope.read(SourceText(name: "test", declaration).whole)
        return scope.mistakes(in: added, of: try #require(scope.record(named: name)))
    }

    @Test("are written back where a structure without a tag stands in a declaration")
    func description() throws {
        for text in [
            "void f(struct { _In_reads_(n) const int *p; int n; } *x)",
            "void f(struct { int n; _In_reads_bytes_(2 * n + 1) const char *p; } *x)",
            "void f(struct { _Null_terminated_ const char **list; } *x)",
            "void f(struct { int n; _In_reads_(n) short data[]; } *x)",
            "void f(struct { int n; _In_reads_z_(n) const char *text; _In_reads_opt_z_(2 * n) int *list; } *x)",
            "void f(struct { struct { int n; } h; _In_reads_(h.n + 1) int *list; } *x)",
            "void f(struct { int k; _Switch_is_(k) union { _Case_(1, 2) int i; _Default_ double d; } u; } *x)",
        ] {
            let type = text.dropFirst("void f(".count).dropLast(" *x)".count)
            let f = try signature("typedef \(type) t; void f(t *x)")
            guard case .pointer(.named(_, .record(let read)), _) = f.parameters[0].type else {
                Issue.record("\(f)")
                continue
            }
            var scope = DeclarationScope()
            _ = try scope.read(SourceText(name: "again", "typedef \(CType.record(read)) t").whole)
            #expect(scope.record(named: "t") == read)
        }
    }

    @Test("count by the members beside them")
    func counts() throws {
        let s = try record("struct s { _In_reads_(n * 2) const int *p; int n; }")
        #expect(s.members?[0].buffer?.count == .operation(.multiply, .parameter(1), .constant(2)))
        #expect(s.members?[0].content == .elements(.integer(.int)))
        let inner = try record("struct s { struct { int a; struct { short n; } b; } h; _In_reads_(h.b.n) int *p; }")
        #expect(inner.members?[1].buffer?.count == .field(0, path: ["b", "n"]))
        #expect(inner.derivedFields == ["h"])
        let text = try record("struct s { int n; _In_reads_z_(n) const char *p; }")
        #expect(text.members?[1].buffer?.count == .terminated(.parameter(0)))
        let others = try record(
            "enum e { A, B }; struct s { _Bool b; _In_reads_(b) int *p; enum e e; _In_reads_(e) int *q; }")
        #expect(others.members?[3].buffer?.count == .parameter(2))
        let bytes = try record("struct s { _In_reads_bytes_(n) const void *p; int n; }")
        #expect(bytes.members?[0].content == .bytes)
    }

    @Test(
        "that do not fit are refused",
        arguments: [
            ("struct s { _In_reads_(m) int *p; int n; }", "there is no field \"m\" to count with"),
            ("struct s { _In_reads_(n) int p; int n; }", "needs a pointer, or an array without a size"),
            ("struct s { _In_reads_(*n) int *p; int *n; }", "counted by other members of it, and by numbers"),
            ("struct s { _In_reads_(n) void (*p)(void); int n; }", "cannot annotate a pointer to a function"),
            ("struct s { _In_reads_bytes_(n) int *p; int n; }", "needs a pointer to bytes"),
            ("struct s { _In_reads_(n) struct t *p; int n; }", "points to values whose size is not known"),
            ("struct s { _In_reads_(n) struct s *p; int n; }", "leads to values of its own structure"),
            ("struct s { _In_reads_(h.m) int *p; struct { int n; } h; }", "has no field \"m\" to count with"),
            ("struct s { _In_reads_(h.d) int *p; struct { double d; } h; }", "\"d\" is not an integer"),
            ("struct s { _In_reads_(n.m) int *p; int n; }", "\"n\" is no structure"),
            ("struct h { int n; }; void f(struct h h, _In_reads_(h.n) int *p)", "count nothing"),
            ("struct s { _In_reads_z_(n) double *p; int n; }", "needs elements that can be null or 0"),
            ("struct s { int n; _In_reads_z_(n) char p[]; }", "needs a pointer, and this is"),
            ("void f(_In_reads_z_(n) double *p, int n)", "needs elements that can be null or 0"),
            ("struct s { int k; union { _Case_(1) int i; } u; }", "the union has cases, and nothing says"),
            ("struct s { int k; union { _Default_ int i; }; }", "the union has cases, and nothing says"),
            ("typedef struct { struct { int k; union { _Case_(1) int i; } u; } in; } s", "the union has cases"),
            ("struct s { _Out_writes_(n) int *p; int n; }", "\"_Out_writes_\" is on a member of a structure"),
            ("struct s { _In_ int *p; }", "\"_In_\" is on a type"),
            ("struct s { _Case_(1) int p; }", "\"_Case_\" is on a member of a structure"),
            ("struct s { int k; _Switch_is_(k) int p; }", "needs a union, and this is \"int\""),
            ("struct s { int k; _Switch_is_(k) union { int i; } u; }", "is on a union without cases"),
            ("struct s { int k; _Switch_is_(j) union { _Case_(1) int i; } u; }", "there is no field \"j\""),
            ("struct s { double k; _Switch_is_(k) union { _Case_(1) int i; } u; }", "needs an integer"),
            (
                "struct s { unsigned char k; _Switch_is_(k) union { _Case_(300) int i; } u; }",
                "has the case 300, which \"k\" cannot hold"
            ),
            ("union s { _Case_(1) int i; double d; }", "leaves it open when \"d\" stands there"),
            ("union s { _Case_(1) int i; _Case_(1) double d; }", "lets 1 stand for two members"),
            ("union s { _Default_ int i; _Default_ double d; }", "lets two members stand for all other numbers"),
            ("void f(_Switch_is_(k) int k);", "is on a parameter"),
            (
                "struct s { int *p; int n; }; struct s { _In_reads_(n) int *p; int n; }",
                "is defined already, and gets no annotations here"
            ),
        ])
    func refused(text: String, message: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].message.contains(message), "\(found)")
    }

    @Test("reach members that are functions by the typedefs of these")
    func functions() throws {
        var scope = DeclarationScope()
        let bytes = MemberAnnotation(path: "data", words: SourceText(name: "w", "_In_reads_bytes_(n)").whole)
        scope.annotate(membersOf: "writer", with: [bytes])
        _ = try scope.read(
            SourceText(
                name: "test",
                "typedef int (*writer)(const void *data, int n); struct s { writer write; struct { writer again; } in; }"
            ).whole)
        let s = try #require(scope.record(named: "struct s"))
        for path in [["write"], ["in", "again"]] {
            let function = try #require(s.member(at: path)?.type.pointedFunction)
            #expect(function.parameters[0].crossing == .counted(.bytes, by: .parameter(1)))
        }
    }

    @Test("may stand elsewhere, also those of members inside of others")
    func elsewhere() throws {
        var scope = DeclarationScope()
        let words = [
            ("u.list", "_Case_(1)"), ("u.list.items", "_In_reads_(n)"), ("u.one", "_Default_"), ("u", "_Switch_is_(k)"),
        ]
        let added = words.map { MemberAnnotation(path: $0.0, words: SourceText(name: $0.0, $0.1).whole) }
        scope.annotate(membersOf: "struct s", with: added)
        _ = try scope.read(
            SourceText(name: "test", "struct s { int k; union { struct { int *items; int n; } list; int one; } u; }")
                .whole)
        let s = try #require(scope.record(named: "struct s"))
        scope.annotate(
            membersOf: "struct q",
            with: [MemberAnnotation(path: "v", words: SourceText(name: "v", "_In_reads_opt_(m)").whole)])
        _ = try scope.read(SourceText(name: "q", "struct q { int n; struct { const int *v; int m; }; }").whole)
        let v = scope.record(named: "struct q")?.member(at: ["v"])
        #expect(v?.buffer == RecordType.Buffer(count: .parameter(1), isOptional: true))
        #expect(s.members?[1].selector == 0)
        #expect(s.member(at: ["u", "list"])?.stands == .numbers([1]))
        #expect(s.member(at: ["u", "list", "items"])?.buffer?.count == .parameter(1))
        #expect(scope.mistakes(in: added, of: s).isEmpty)
        let unchosen = try mistakes(
            in: added.dropLast(), of: "struct s",
            "struct s { int k; union { struct { int *items; int n; } list; int one; } u; }")
        #expect(unchosen.count == 1 && unchosen[0].suggestion?.contains("\"u\": \"_Switch_is_(k)\"") == true)
        let wrong = MemberAnnotation(path: "k", words: SourceText(name: "k", "_In_reads_(n)").whole)
        #expect(scope.mistakes(in: [wrong], of: s).count == 1)
    }

    @Test("name members without a name by their positions, in whatever order")
    func positions() throws {
        let text = "struct s { int k; union { int i; const char *t; }; struct { struct { int n; int *p; }; } in; }"
        let words = [("$2", "_Switch_is_(k)"), ("i", "_Case_(1)"), ("$2.t", "_Default_"), ("in.$1.p", "_In_reads_(n)")]
        let added = words.map { MemberAnnotation(path: $0.0, words: SourceText(name: $0.0, $0.1).whole) }
        var scope = DeclarationScope()
        scope.annotate(membersOf: "struct s", with: added)
        _ = try scope.read(SourceText(name: "test", text).whole)
        let s = try #require(scope.record(named: "struct s"))
        #expect(scope.mistakes(in: added, of: s).isEmpty)
        #expect(s.members?[1].selector == 0)
        #expect(s.member(at: ["t"])?.stands == .otherwise)
        #expect(s.member(at: ["in", "p"])?.buffer?.count == .parameter(0))
        let unchosen = try mistakes(in: Array(added[1...2]), of: "struct s", text)
        #expect(unchosen.first?.suggestion?.contains("\"$2\": \"_Switch_is_(k)\"") == true, "\(unchosen)")
    }

    @Test("that lead to a structure that is known only later, or to their own, say so")
    func unknown() throws {
        for (declaration, message) in [
            ("struct t; struct s { int n; struct t *p; }; struct t { int a; };", "whose size is not known"),
            ("struct s { int n; struct s *p; };", "leads to values of its own structure"),
        ] {
            let added = [MemberAnnotation(path: "p", words: SourceText(name: "p", "_In_reads_(n)").whole)]
            let found = try mistakes(in: added, of: "struct s", declaration)
            #expect(found.count == 1 && found[0].message.contains(message), "\(found)")
        }
    }
}
