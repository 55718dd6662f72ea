// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("What crosses") struct CrossingTests {
    private static let char = CType.integer(.char)

    /// The crossing of the first parameter of a function.
    private func crossing(_ parameter: String, after declarations: String = "") throws -> Crossing {
        try signature("\(declarations) void f(\(parameter), int n, _Inout_ int *m)").parameters[0].crossing
    }

    @Test("values that are no pointers cross as they are")
    func values() throws {
        #expect(try crossing("int x") == .value(.integer(.int)))
        #expect(try crossing("bool x") == .value(.bool))
        #expect(try crossing("long double x") == .value(.floating(.longDouble)))
        #expect(try crossing("float _Complex x") == .value(.complex(.float)))
        for (type, declaration) in [("struct p", "struct p { int x; };"), ("enum e", "enum e { A, B };")] {
            guard case .value(let crossed) = try crossing("\(type) x", after: declaration) else {
                Issue.record("\(type) does not cross by value")
                continue
            }
            #expect(crossed.description == type)
        }
    }

    @Test("a pointer to characters that are read is a text", arguments: ["const char *x", "_In_ char *x", "char *x"])
    func texts(_ parameter: String) throws {
        let crossing = try crossing(parameter)
        #expect(crossing.isText && crossing.takesText)
        guard case .value(let type) = crossing else { return #expect(Bool(false), "\(crossing)") }
        #expect(type.isText)
    }

    @Test("a pointer to one character that is written is one number", arguments: ["_Out_ char *x", "_Inout_ char *x"])
    func character(_ parameter: String) throws {
        let crossing = try crossing(parameter)
        #expect(crossing == .pointee(Self.char))
        #expect(!crossing.isText && !crossing.takesText)
    }

    @Test("a pointer with a direction and no count leads to one value")
    func pointees() throws {
        for direction in ["_In_", "_In_opt_", "_Out_", "_Out_opt_", "_Inout_"] {
            #expect(try crossing("\(direction) int *x") == .pointee(.integer(.int)))
            #expect(try crossing("\(direction) unsigned char *x") == .pointee(.integer(.unsignedChar)))
        }
        #expect(try crossing("_Outptr_ char **x") == .pointee(.pointer(to: Self.char, isConst: false)))
        #expect(try crossing("_Out_ struct p *x", after: "struct p { int x; };").type.description == "struct p")
        #expect(try crossing("_Inout_ enum e *x", after: "enum e { A };").type.description == "enum e")
    }

    @Test("counted values are a text, bytes or an array, by their type")
    func counted() throws {
        #expect(try crossing("_In_reads_(n) const char *x") == .counted(.characters, by: .parameter(1)))
        #expect(try crossing("_Out_writes_(n) char *x") == .counted(.characters, by: .parameter(1)))
        #expect(try crossing("_In_reads_bytes_(n) const char *x") == .counted(.bytes, by: .parameter(1)))
        #expect(try crossing("_In_reads_(n) const unsigned char *x") == .counted(.bytes, by: .parameter(1)))
        #expect(try crossing("_In_reads_(n) const signed char *x") == .counted(.bytes, by: .parameter(1)))
        #expect(try crossing("_In_reads_bytes_(n) const void *x") == .counted(.bytes, by: .parameter(1)))
        #expect(try crossing("_Out_writes_(8) int *x") == .counted(.elements(.integer(.int)), by: .constant(8)))
        #expect(
            try crossing("_Inout_updates_(*m) double *x") == .counted(.elements(.floating(.double)), by: .pointee(2)))
        #expect(try crossing("_In_reads_(n) bool *x") == .counted(.elements(.bool), by: .parameter(1)))
        #expect(try crossing("_Out_ int x[2]") == .counted(.elements(.integer(.int)), by: .constant(2)))
        #expect(try crossing("_In_reads_(n) const char *x").takesText)
        #expect(try !crossing("_In_reads_(n) const int *x").takesText)
        #expect(try !crossing("_In_reads_(n) const char *x").isText)
    }

    @Test("char ** is an array of texts where null ends it")
    func lists() throws {
        let texts = CountedContent.elements(.pointer(to: Self.char, isConst: false))
        #expect(try crossing("_Null_terminated_ char **x") == .counted(texts, by: .untilNull))
        #expect(try crossing("_In_reads_(n) char **x") == .counted(texts, by: .parameter(1)))
    }

    @Test("a pointer to a structure without a direction, or to an opaque one, is a handle")
    func handles() throws {
        for (parameter, declaration) in [
            ("struct p *x", "struct p { int x; };"), ("_In_ struct p *x", "struct p;"), ("void *x", ""),
            ("_In_ void *x", ""), ("FILE *x", "typedef struct _IO_FILE FILE;"),
        ] {
            guard case .value(let type) = try crossing(parameter, after: declaration) else {
                Issue.record("\(parameter) does not cross as a pointer")
                continue
            }
            #expect(!type.isText)
        }
    }

    @Test("a function crosses as itself")
    func callbacks() throws {
        guard case .value(let type) = try crossing("int (*x)(int)"), case .pointer(let target, _) = type.canonical,
            case .function = target.canonical
        else {
            Issue.record("a function pointer does not cross by value")
            return
        }
    }

    @Test("the host passes the instance")
    func instance() throws { #expect(try crossing("_Self_ struct s *x") == .nothing) }

    @Test("variadic arguments cross by the type that is written for them")
    func further() throws {
        let text = Parameter(name: nil, type: .pointer(to: Self.char, isConst: true))
        #expect(try signature("int f(const char *x, ...)").followed(by: [text]).parameters[1].crossing.isText)
    }

    @Test("a result is nothing, a value, one value behind a pointer or counted ones")
    func results() throws {
        func result(_ text: String) throws -> Crossing { try signature(text).resultCrossing }
        #expect(try result("void f(void)") == .nothing)
        #expect(try result("int f(void)") == .value(.integer(.int)))
        #expect(try result("const char *f(void)").isText)
        #expect(try result("_Ret_valid_ int *f(void)") == .pointee(.integer(.int)))
        #expect(try result("_Ret_writes_(n) int *f(int n)") == .counted(.elements(.integer(.int)), by: .parameter(0)))
        #expect(try result("_Ret_writes_(1) int *f(void)") == .pointee(.integer(.int)))
        #expect(try result("_Ret_writes_(n) char *f(int n)") == .counted(.characters, by: .parameter(0)))
        #expect(try result("_Ret_writes_bytes_(n) void *f(int n)") == .counted(.bytes, by: .parameter(0)))
        #expect(try result("_Ret_writes_(1) unsigned char *f(void)") == .counted(.bytes, by: .constant(1)))
        guard case .value = try result("int *f(void)") else { return #expect(Bool(false)) }
    }
}
