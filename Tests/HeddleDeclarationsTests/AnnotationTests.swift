// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Annotations") struct AnnotationTests {
    @Test("a parameter's direction, count and null are read")
    func parameters() throws {
        let f = try signature(
            """
            void f(_In_ const int *a, _In_opt_ const int *b, _In_reads_(n) const int *c, _In_reads_opt_(3) const int *d,
                   _Out_ int *e, _Out_opt_ int *g, _Out_writes_(n) int *h, _Out_writes_opt_(2 * 8) int *i,
                   _Inout_ int *j, _Inout_opt_ int *k, _Inout_updates_(n) int *l, _Inout_updates_opt_(n) int *m,
                   _Outptr_ char **o, _Outptr_opt_ char **p, size_t n, int *q)
            """)
        #expect(
            f.parameters.map(\.direction) == [
                .in, .in, .in, .in, .out, .out, .out, .out, .inout, .inout, .inout, .inout, .out, .out, .in, .in,
            ])
        #expect(
            f.parameters.map(\.isOptional) == [
                false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, false,
            ])
        #expect(
            f.parameters.map(\.count) == [
                nil, nil, .parameter(14), .constant(3), nil, nil, .parameter(14), .constant(16), nil, nil,
                .parameter(14), .parameter(14), nil, nil, nil, nil,
            ])
        #expect(f.parameters.map(\.isDirectionDeclared) == Array(repeating: true, count: 14) + [false, false])
        #expect(try signature(f.description) == f)
    }

    @Test("what else is said of a parameter is read")
    func marks() throws {
        let f = try signature(
            "void f(_Self_ struct s *s, _Bytes_ _In_reads_(4) const void *b, _Retained_ char *c, _Post_ptr_invalid_ struct t *d, _Secret_ int e)"
        )
        #expect(f.parameters.map(\.isInstance) == [true, false, false, false, false])
        #expect(f.parameters.map(\.isBytes) == [false, true, false, false, false])
        #expect(f.parameters.map(\.isRetained) == [false, false, true, false, false])
        #expect(f.parameters.map(\.isReleased) == [false, false, false, true, false])
        #expect(f.parameters.map(\.isSecret) == [false, false, false, false, true])
        #expect(f.given == [1, 2, 3, 4])
        #expect(try signature(f.description) == f)
    }

    @Test("annotations may stand before the type, within its words and behind the name")
    func places() throws {
        for text in ["_Out_ int *x", "int _Out_ *x", "int *x _Out_"] {
            #expect(try signature("void f(\(text))").parameters[0].direction == .out, "\(text)")
        }
        for text in ["_Ret_maybenull_ char *f(void)", "char _Ret_maybenull_ *f(void)", "char *f(void) _Ret_maybenull_"]
        {
            #expect(try signature(text).resultMayBeNull, "\(text)")
        }
    }

    @Test("a text, a list that ends, a pointer that comes back and its release are read")
    func further() throws {
        let f = try signature(
            """
            int f(_In_z_ const char *a, _In_opt_z_ const char *b, _In_z_ const wchar_t *c,
                  _Null_terminated_ const char *const *d, _In_ _Null_terminated_ char **e,
                  _Inout_ _Null_terminated_ uint16_t *g, _Null_terminated_ const char *h,
                  _Outptr_ _Free_(release) char **i, _Outptr_result_maybenull_ struct s **j, _Out_ _Free_(k) void **k)
            """)
        #expect(f.parameters.map(\.direction) == [.in, .in, .in, .in, .in, .inout, .in, .out, .out, .out])
        #expect(
            f.parameters.map(\.count) == [nil, nil, .untilNull, .untilNull, .untilNull, .untilNull, nil, nil, nil, nil])
        #expect(f.parameters.map(\.isOptional) == [false, true] + Array(repeating: false, count: 8))
        #expect(
            f.parameters.map(\.isDirectionDeclared) == [true, true, true, true, true, true, false, true, true, true])
        #expect(f.parameters.map(\.release) == Array(repeating: nil, count: 7) + ["release", nil, "k"])
        #expect(try signature(f.description) == f)
    }

    @Test(
        "a condition compares the result with a constant",
        arguments: [
            ("return >= 0", SuccessTest(.greaterOrEqual, 0)), ("return == OK", SuccessTest(.equal, 7)),
            ("return", SuccessTest(.notEqual, 0)), ("!return", SuccessTest(.equal, 0)),
            ("return != -1", SuccessTest(.notEqual, -1)), ("return < 1 << 4", SuccessTest(.less, 16)),
            ("return > 0x7fffffffffffffff", SuccessTest(.greater, .max)),
            ("return <= -0x7fffffffffffffff - 1", SuccessTest(.lessOrEqual, .min)),
            ("return == true", SuccessTest(.equal, 1)),
        ])
    func conditions(text: String, test: SuccessTest) throws {
        let f = try signature("enum { OK = 7 }; _Success_(\(text)) long f(void)")
        #expect(f.success == test)
        #expect(try signature(f.description) == f)
    }

    @Test(
        "contradictions are errors that point at the annotation",
        arguments: [
            ("void f(_In_ _Out_ int *x)", "_Out_"), ("void f(_In_ _In_ int *x)", "_In_"),
            ("void f(_Out_ int x)", "_Out_"), ("void f(_Out_ const int *x)", "_Out_"),
            ("void f(_Inout_ const int *x)", "_Inout_"), ("void f(_In_opt_ int x)", "_In_opt_"),
            ("void f(_In_reads_(2) int x)", "_In_reads_(2)"), ("void f(_Out_ void *x)", "_Out_"),
            ("void f(_Outptr_ char *x)", "_Outptr_"), ("void f(_Out_ void (*x)(int))", "_Out_"),
            ("void f(_Self_ int x)", "_Self_"), ("void f(_Self_ struct s *a, _Self_ struct s *b)", "_Self_"),
            ("void f(_Self_ _Out_ int *x)", "_Out_"), ("void f(_Out_ _Self_ int *x)", "_Self_"),
            ("void f(_Self_ _In_opt_ int *x)", "_In_opt_"), ("void f(_Bytes_ int *x)", "_Bytes_"),
            ("void f(_Bytes_ char x)", "_Bytes_"), ("void f(_Retained_ int x)", "_Retained_"),
            ("void f(_Post_ptr_invalid_ int x)", "_Post_ptr_invalid_"), ("_Free_(g) int f(void)", "_Free_(g)"),
            ("_Ret_maybenull_ int f(void)", "_Ret_maybenull_"), ("_Success_(return) void f(void)", "_Success_(return)"),
            ("_Success_(return >= 0) char *f(void)", "_Success_(return >= 0)"),
            ("_Success_(return == 1) char *f(void)", "_Success_(return == 1)"),
            ("_Success_(return == NULL) int f(void)", "_Success_(return == NULL)"),
            ("_Success_(return > 0) double f(void)", "_Success_(return > 0)"),
            ("_Success_(return) _Success_(return) int f(void)", "_Success_(return)"), ("_In_ int f(void)", "_In_"),
            ("void f(_Ret_maybenull_ char *x)", "_Ret_maybenull_"), ("typedef _In_ int x", "_In_"),
            ("struct s { _In_ int *x; }", "_In_"),
            ("void f(_Null_terminated_ _In_reads_(4) const int *x)", "_In_reads_(4)"),
            ("void f(_Out_ _Null_terminated_ int *x)", "_Null_terminated_"),
            ("void f(_Null_terminated_ int x)", "_Null_terminated_"),
            ("void f(_Null_terminated_ struct s *x)", "_Null_terminated_"),
            ("void f(_Null_terminated_ double *x)", "_Null_terminated_"),
            ("void f(_Bytes_ _Null_terminated_ unsigned char *x)", "_Null_terminated_"),
            ("void f(_Bytes_ _In_z_ const char *x)", "_In_z_"), ("void f(_In_z_ const struct s *x)", "_In_z_"),
            ("void f(_In_z_ _In_reads_(3) const char *x)", "_In_reads_(3)"), ("void f(_In_z_ int x)", "_In_z_"),
            ("void f(_Self_ _Null_terminated_ char **x)", "_Null_terminated_"),
            ("void f(_In_reads_bytes_(4) const int *x)", "_In_reads_bytes_(4)"),
            ("void f(_Out_writes_bytes_(4) int *x)", "_Out_writes_bytes_(4)"),
            ("void f(_Out_writes_bytes_(4) const char *x)", "_Out_writes_bytes_(4)"),
            ("void f(_Inout_updates_bytes_(4) struct s *x)", "_Inout_updates_bytes_(4)"),
            ("void f(_Outptr_result_maybenull_ int *x)", "_Outptr_result_maybenull_"),
            ("void f(_Free_(g) char **x)", "_Free_(g)"), ("void f(_In_ _Free_(g) char **x)", "_Free_(g)"),
            ("void f(_Free_(g) _Inout_ char **x)", "_Inout_"), ("void f(_Out_ _Free_(g) int *x)", "_Free_(g)"),
            ("void f(int (*g)(_Out_ const int *x))", "_Out_"), ("typedef int (*g)(_Out_ int x)", "_Out_"),
            ("struct s { void (*g)(_Out_ int x); }", "_Out_"), ("int (*f(void))(_In_ _In_ int *x)", "_In_"),
            ("void f(void (*g)(_Success_(return) int x))", "_Success_(return)"),
            ("_Success_(return) struct s { int x; }", "_Success_(return)"),
        ])
    func contradictions(text: String, annotation: String) {
        let found = problems(text)
        #expect(found.map(\.code) == [.declaration(.annotation)])
        #expect(found.first?.range?.text == annotation)
    }

    @Test("an annotation without its argument is an error")
    func missingArguments() {
        for text in [
            "void f(_In_reads_ int *x)", "void f(_In_reads_() int *x)", "_Success_ int f(void)",
            "_Success_() int f(void)", "_Success_(return >=) int f(void)", "_Success_(x > 0) int f(void)",
            "_Free_ char *f(void)", "_Free_(int) char *f(void)", "_Success_(return => 0) int f(void)",
        ] {
            #expect(problems(text).map(\.code) == [.declaration(.syntax)], "\(text)")
        }
    }

    @Test("all mistakes of a declaration are found")
    func several() {
        let found = problems("void f(_Out_ int a, _Inn_ int *b, unit32_t c, _In_reads_(cuont) const int *d, int count)")
        #expect(
            found.map(\.code) == [
                .declaration(.unknownAnnotation), .declaration(.unknownType), .declaration(.annotation),
                .declaration(.count),
            ])
    }
}
