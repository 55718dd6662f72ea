// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Functions behind pointers") struct FunctionPointerTests {
    private func function(_ type: CType) throws -> FunctionType {
        guard case .pointer(let target, _) = type.canonical, case .function(let function) = target.canonical else {
            throw NotAFunction(text: "\(type)")
        }
        return function
    }

    private static let exec = """
        int exec(struct db *db, const char *sql, int (*callback)(void *context, int columns, \
        _In_reads_(columns) char **values, _In_opt_ const char *const *names), void *context)
        """

    @Test("their parameters keep names and annotations")
    func parameters() throws {
        let exec = try signature(Self.exec)
        let callback = try function(exec.parameters[2].type)
        #expect(callback.parameters.map(\.name) == ["context", "columns", "values", "names"])
        #expect(callback.parameters[2].count == .parameter(1))
        #expect(callback.parameters[3].isOptional)
        #expect(exec.description == Self.exec)
        #expect(try signature(exec.description) == exec)
    }

    @Test("so do those of typedefs, members, results and arguments of arguments")
    func places() throws {
        let inner = "_Out_writes_to_(room, return) char *buffer, size_t room"
        for text in [
            "typedef int (*reader)(\(inner)); void f(reader read)",
            "typedef int reader(\(inner)); void f(reader *read)", "typedef int reader(\(inner)); void f(reader read)",
            "int (*f(int x))(\(inner))", "void f(int (*read)(\(inner)))",
            "struct s { int (*read)(\(inner)); }; struct s f(void)",
            "void f(void (*g)(int (*read)(\(inner))))",
        ] {
            let all = try read(text)
            let printed = all.map { "\($0);" }.joined()
            #expect(printed.contains(inner), "\(printed)")
            #expect(try read(printed) == all)
        }
    }

    @Test("a function declared through a typedef has the annotations of the typedef")
    func throughTypedef() throws {
        let f = try signature("typedef int operation(_Out_ int *x, _In_reads_(n) const int *y, int n); operation f")
        #expect(f.parameters.map(\.direction) == [.out, .in, .in])
        #expect(f.parameters[1].count == .parameter(2))
        #expect(f.given == [1, 2])
    }

    @Test("names and annotations make no difference to a type")
    func sameness() {
        for text in [
            "void f(int (*)(int)); void f(int (*g)(int x));",
            "typedef int (*t)(_Out_ int *x); typedef int (*t)(int *);",
            "typedef void t(_In_reads_(n) int *x, int n); typedef void t(int *, int);",
        ] {
            #expect(problems(text).isEmpty, "\(text)")
        }
        #expect(problems("void f(int (*)(int)); void f(int (*g)(long x));").map(\.code) == [.declaration(.redeclared)])
    }

    @Test("a count speaks of the same function's parameters only")
    func counts() {
        let text = "void f(int n, void (*g)(_In_reads_(n) const int *x))"
        #expect(problems(text).map(\.code) == [.declaration(.count)])
    }
}
