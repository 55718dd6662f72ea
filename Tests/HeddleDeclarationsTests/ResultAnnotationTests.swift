// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Annotations of results") struct ResultAnnotationTests {
    @Test("null, release and success are read")
    func results() throws {
        let f = try signature("_Ret_maybenull_ _Free_(z_free) _Success_(return != NULL) char *f(void)")
        #expect(f.resultMayBeNull)
        #expect(f.release == "z_free")
        #expect(f.success == SuccessTest(.notEqual, 0))
        #expect(f.description == "_Success_(return != NULL) _Ret_maybenull_ _Free_(z_free) char *f(void)")
    }

    @Test("that a function may be called again is read, whatever it returns")
    func idempotent() throws {
        for text in ["_Idempotent_ void f(void)", "_Idempotent_ struct s *f(int a)"] {
            let f = try signature(text)
            #expect(f.isIdempotent)
            #expect(f.description == text)
        }
        #expect(try !signature("int f(void)").isIdempotent)
    }

    @Test(
        "how many elements a returned pointer points to is read",
        arguments: [
            ("_Ret_writes_(n) int *", .parameter(0), false), ("_Ret_writes_(*size) int *", .pointee(1), false),
            ("_Ret_writes_maybenull_(n * 2) int *", .operation(.multiply, .parameter(0), .constant(2)), true),
            ("_Ret_writes_bytes_(*size) const void *", .pointee(1), false),
            ("_Ret_writes_bytes_maybenull_(8) unsigned char *", .constant(8), true),
            ("_Ret_writes_(16) char *", .constant(16), false), ("_Ret_valid_ struct s *", .constant(1), false),
            ("_Ret_maybenull_ _Ret_valid_ struct s *", .constant(1), true),
            ("_Ret_z_ const char *", nil, false), ("_Ret_notnull_ char *", nil, false),
            ("_Ret_notnull_ _Ret_z_ char *", nil, false), ("_Null_terminated_ char **", .untilNull, false),
            ("_Ret_maybenull_ _Null_terminated_ const char *const *", .untilNull, true),
            ("_Null_terminated_ char *", nil, false),
        ] as [(String, Parameter.Count?, Bool)])
    func counts(result: String, count: Parameter.Count?, mayBeNull: Bool) throws {
        let f = try signature("\(result)f(int n, _Out_ size_t *size)")
        #expect(f.resultCount == count)
        #expect(f.resultMayBeNull == mayBeNull)
        #expect(try signature(f.description) == f)
    }

    @Test(
        "contradictions are errors that point at the annotation",
        arguments: [
            ("_Ret_writes_(n) int", "_Ret_writes_(n)"), ("_Ret_valid_ int", "_Ret_valid_"),
            ("_Ret_valid_ void *", "_Ret_valid_"), ("_Ret_z_ int *", "_Ret_z_"), ("_Ret_z_ char", "_Ret_z_"),
            ("_Ret_maybenull_ _Ret_notnull_ char *", "_Ret_notnull_"),
            ("_Ret_notnull_ _Ret_writes_maybenull_(n) char *", "_Ret_writes_maybenull_(n)"),
            ("_Ret_writes_(n) _Ret_valid_ char *", "_Ret_valid_"),
            ("_Ret_z_ _Ret_writes_(n) char *", "_Ret_writes_(n)"),
            ("_Ret_z_ _Ret_z_ char *", "_Ret_z_"), ("_Ret_writes_bytes_(n) int *", "_Ret_writes_bytes_(n)"),
            ("_Ret_writes_bytes_(n) char *", "_Ret_writes_bytes_(n)"),
            ("_Null_terminated_ double *", "_Null_terminated_"),
            ("_Null_terminated_ int", "_Null_terminated_"),
            ("_Null_terminated_ _Ret_writes_(2) int *", "_Ret_writes_(2)"),
            ("_Printf_format_string_ char *", "_Printf_format_string_"), ("_In_z_ char *", "_In_z_"),
        ])
    func contradictions(result: String, annotation: String) {
        let found = problems("\(result) f(int n)")
        #expect(found.map(\.code) == [.declaration(.annotation)])
        #expect(found.first?.range?.text == annotation)
    }

    @Test("clang's word for a result that may be null contradicts that it is not")
    func nullable() {
        #expect(problems("_Ret_notnull_ char *_Nullable f(void)").map(\.code) == [.declaration(.annotation)])
        #expect(problems("_Ret_maybenull_ char *_Nullable f(void)").isEmpty)
    }
}
