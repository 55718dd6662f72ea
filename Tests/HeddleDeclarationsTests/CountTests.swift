// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Counts of annotations") struct CountTests {
    private func count(_ text: String) throws -> Parameter.Count? {
        let f = try signature(
            "enum { SIZE = 16 }; void f(_Inout_updates_(\(text)) int *x, int rows, long columns, int *size)")
        #expect(try signature(f.description) == f)
        return f.parameters[0].count
    }

    @Test(
        "a count is a constant, a parameter, what one points to, or a product of those",
        arguments: [
            ("16", .constant(16)), ("2 * 8", .constant(16)), ("SIZE", .constant(16)), ("SIZE * 2", .constant(32)),
            ("SIZE + 1", .constant(17)), ("1 << 4", .constant(16)), ("(3)", .constant(3)),
            ("sizeof(long)", .constant(8)), ("(size_t)4", .constant(4)), ("rows", .parameter(1)),
            ("(rows)", .parameter(1)),
            ("*size", .pointee(3)), ("(*size)", .pointee(3)),
            ("rows * columns", .operation(.multiply, .parameter(1), .parameter(2))),
            ("rows * *size", .operation(.multiply, .parameter(1), .pointee(3))),
            ("4 * rows", .operation(.multiply, .constant(4), .parameter(1))),
            ("rows * sizeof(int)", .operation(.multiply, .parameter(1), .constant(4))),
            ("(SIZE + 1) * rows", .operation(.multiply, .constant(17), .parameter(1))),
            (
                "rows * columns * 2",
                .operation(.multiply, .operation(.multiply, .parameter(1), .parameter(2)), .constant(2))
            ),
            (
                "rows * (columns * 2)",
                .operation(.multiply, .parameter(1), .operation(.multiply, .parameter(2), .constant(2)))
            ),
            ("SIZE * 2 * rows", .operation(.multiply, .constant(32), .parameter(1))),
        ] as [(String, Parameter.Count)])
    func counts(text: String, expected: Parameter.Count) throws {
        #expect(try count(text) == expected)
    }

    @Test("a count has at most 200 operators, as those who look at it would run out of stack")
    func length() throws {
        func problems(_ operators: Int) -> [DiagnosticCode] {
            let sum = [String](repeating: "rows", count: operators + 1).joined(separator: " + ")
            return HeddleDeclarationsTests.problems("int f(_In_reads_(\(sum)) const int *x, int rows)").map(\.code)
        }
        #expect(problems(200) == [])
        #expect(problems(201) == [.declaration(.limit)])
        #expect(problems(100_000) == [.declaration(.limit)])
    }

    @Test("a count names parameters by their positions, which those without names need")
    func positions() throws {
        let named = try signature("int f(_In_reads_($2 * $3) const int *x, int rows, long columns)")
        #expect(named.parameters[0].count == .operation(.multiply, .parameter(1), .parameter(2)))
        #expect(try signature("int f(_In_reads_(rows * columns) const int *x, int rows, long columns)") == named)
        let unnamed = try signature(
            "int f(_In_reads_(*$2) const int *, _In_ int *, _Out_writes_(strlen($4) + 1) char *, const char *)")
        #expect(unnamed.parameters[0].count == .pointee(1))
        #expect(unnamed.parameters[2].count == .operation(.add, .length(3), .constant(1)))
        #expect(try signature(unnamed.description) == unnamed)
        #expect(problems("int f(_In_reads_($0) const int *x, int n)").map(\.code) == [.declaration(.count)])
        #expect(problems("int f(_In_reads_($3) const int *x, int n)").map(\.code) == [.declaration(.count)])
        #expect(
            problems("int f(_In_reads_(n) const int *, int)").first?.suggestion
                == "write \"$1\" for the first parameter, and so on")
    }

    @Test("a text that is written is counted like other values, and values that are all written are so twice")
    func words() throws {
        let text = try signature("int f(_Out_writes_z_(n) char *x, size_t n)")
        #expect(try signature("int f(_Out_writes_(n) char *x, size_t n)") == text)
        let all = try signature("int f(_Out_writes_all_opt_(2) int *x)")
        #expect(all.parameters[0].count == .constant(2) && all.parameters[0].written == .constant(2))
        #expect(all.description == "int f(_Out_writes_all_opt_(2) int *x)")
        #expect(
            problems("int f(_Out_writes_z_(n) int *x, size_t n)").map(\.message)
                == ["\"_Out_writes_z_\" writes a text, and this points to \"int\""])
    }

    @Test(
        "a buffer that is received is counted after the call, and needs a pointer to a pointer",
        arguments: [
            ("_Outptr_result_buffer_(*n) int *x", "needs a pointer to a pointer, and this points to \"int\""),
            (
                "_Outptr_result_bytebuffer_(*n) int **x",
                "needs a pointer to a pointer to bytes, and this receives one to \"int\""
            ),
            ("_Outptr_result_buffer_(*n) int (**x)(int)", "cannot annotate a pointer to a function"),
        ])
    func received(parameter: String, flaw: String) {
        let found = problems("void f(\(parameter), _Out_ int *n)").map(\.message)
        #expect(found.count == 1 && found[0].hasSuffix(flaw), "\(found)")
        #expect(problems("void f(_Outptr_result_buffer_ int **x)").count == 1)
    }

    @Test(
        "a count is an expression, which is written back with no more parentheses than it needs",
        arguments: [
            ("rows + 16", .operation(.add, .parameter(1), .constant(16))),
            ("rows - 1", .operation(.subtract, .parameter(1), .constant(1))),
            (
                "rows * columns * 4 + 1",
                .operation(
                    .add,
                    .operation(
                        .multiply, .operation(.multiply, .parameter(1), .parameter(2)), .constant(4)), .constant(1))
            ),
            ("(rows + 7) / 8", .operation(.divide, .operation(.add, .parameter(1), .constant(7)), .constant(8))),
            (
                "rows - (columns - SIZE)",
                .operation(
                    .subtract, .parameter(1), .operation(.subtract, .parameter(2), .constant(16)))
            ),
            (
                "(rows - columns) - 1",
                .operation(
                    .subtract, .operation(.subtract, .parameter(1), .parameter(2)), .constant(1))
            ),
            ("rows % 3", .operation(.remainder, .parameter(1), .constant(3))),
            ("1 << rows", .operation(.shiftLeft, .constant(1), .parameter(1))),
            ("rows >> 2 + 1", .operation(.shiftRight, .parameter(1), .constant(3))),
            ("*size + 1", .operation(.add, .pointee(3), .constant(1))),
            ("rows + -1", .operation(.add, .parameter(1), .constant(-1))),
        ] as [(String, Parameter.Count)])
    func expressions(text: String, expected: Parameter.Count) throws {
        #expect(try count(text) == expected)
    }

    @Test("a count is a field of a structure, or the length of a text")
    func fieldsAndTexts() throws {
        let f = try signature(
            """
            struct inner { unsigned short size; }; struct header { long time; unsigned caplen; struct inner in; };
            int f(_In_reads_bytes_(h->caplen) const void *a, _In_ const struct header *h,
                  _Out_writes_(strlen(s) + 1) char *b, const char *s, _In_reads_(h->in.size * 2) const int *c,
                  _In_z_ const char *t, _Out_writes_(strlen(t)) char *d)
            """)
        #expect(f.parameters[0].count == .field(1, path: ["caplen"]))
        #expect(f.parameters[2].count == .operation(.add, .length(3), .constant(1)))
        #expect(f.parameters[4].count == .operation(.multiply, .field(1, path: ["in", "size"]), .constant(2)))
        #expect(f.parameters[6].count == .length(5))
        #expect(f.description.contains("_Out_writes_(strlen(s) + 1)"))
        #expect(f.description.contains("_In_reads_(h->in.size * 2)"))
    }

    @Test("a count is a field of a structure that the function hands out")
    func handedOut() throws {
        let f = try signature(
            """
            struct span { unsigned length; struct { short most; } room; };
            int next(_Outptr_ struct span **h, _Outptr_result_bytebuffer_((*h)->length + 1) const unsigned char **data,
                     _Outptr_result_buffer_((*$1)->room.most) const int **numbers)
            """)
        #expect(f.parameters[1].received == .operation(.add, .handedField(0, path: ["length"]), .constant(1)))
        #expect(f.parameters[2].received == .handedField(0, path: ["room", "most"]))
        #expect(f.description.contains("_Outptr_result_bytebuffer_((*h)->length + 1)"))
        let wrong = [
            ("_Outptr_ struct span **h, _In_reads_((*h)->length) const int *a", "is not known before the call"),
            ("_Out_ struct span *h, _Outptr_result_buffer_((*h)->length) const int **a", "write \"h->…\""),
            ("_Outptr_ struct span **h, _Outptr_result_buffer_((*h)->lenth) const int **a", "did you mean \"length\"?"),
        ]
        for (parameters, words) in wrong {
            let mistakes = #expect(throws: Diagnostics.self) {
                try signature("struct span { unsigned length; }; int f(\(parameters))")
            }
            #expect("\(String(describing: mistakes))".contains(words))
        }
    }

    @Test("a parameter comes before a constant of that name")
    func names() throws {
        let f = try signature("enum { SIZE = 16 }; void f(_Out_writes_(SIZE) char *b, int SIZE)")
        #expect(f.parameters[0].count == .parameter(1))
    }

    @Test("room and what was written are two counts")
    func written() throws {
        let f = try signature(
            """
            int f(_Out_writes_to_(room, *count) int *a, _Out_writes_to_opt_(room, return) int *b,
                  _Inout_updates_to_(*count, room) int *c, _Out_writes_bytes_to_(64, return) void *d,
                  _Inout_updates_bytes_to_(64, 32) char *e, size_t room, _Inout_ size_t *count)
            """)
        #expect(
            f.parameters.map(\.count) == [
                .parameter(5), .parameter(5), .pointee(6), .constant(64), .constant(64), nil, nil,
            ])
        #expect(
            f.parameters.map(\.written) == [.pointee(6), .result, .parameter(5), .result, .constant(32), nil, nil])
        #expect(f.parameters.map(\.isBytes) == [false, false, false, true, true, false, false])
        #expect(f.parameters.map(\.isOptional) == [false, true, false, false, false, false, false])
        #expect(try signature(f.description) == f)
    }

    @Test("what is written may be told by a parameter that the call writes")
    func toldByOut() throws {
        let f = try signature("void f(_Out_writes_to_(8, *count) int *a, _Out_ size_t *count)")
        #expect(f.parameters[0].written == .pointee(1))
    }

    @Test("bytes are counted as bytes")
    func bytes() throws {
        let f = try signature(
            """
            void f(_In_reads_bytes_(n) const void *a, _In_reads_bytes_opt_(n) const char *b,
                   _Out_writes_bytes_(n) unsigned char *c, _Out_writes_bytes_opt_(n) void *d,
                   _Inout_updates_bytes_(n) char *e, _Inout_updates_bytes_opt_(n) char *g, size_t n)
            """)
        #expect(f.parameters.dropLast().allSatisfy { $0.isBytes && $0.count == .parameter(6) })
        #expect(f.parameters.map(\.direction) == [.in, .in, .out, .out, .inout, .inout, .in])
        #expect(f.parameters.map(\.isOptional) == [false, true, false, true, false, true, false])
        #expect(try signature(f.description) == f)
        #expect(
            f.parameters[0]
                == (try signature(
                    "void f(_Bytes_ _In_reads_(n) const void *a, int b, int c, int d, int e, int g, size_t n)"))
                .parameters[0])
    }

    @Test(
        "a count that counts nothing is an error",
        arguments: [
            ("_In_reads_(m) int *x, int n", "m"), ("_In_reads_(n) int *x, double n", "n"),
            ("_In_reads_(n) int *x, int *n", "n"), ("_In_reads_(0) int *x", "0"), ("_In_reads_(-1) int *x", "-1"),
            ("_In_reads_(1 << 30) int *x", "1 << 30"),
            ("_In_reads_(x) int *x", "x"), ("_In_reads_(n ? 4 : 1) int *x, int n", "n"),
            ("_In_reads_(8192 * 8192 * 2) int *x", "8192 * 8192 * 2"), ("_In_reads_(*n) int *x, int n", "n"),
            ("_In_reads_(*m) int *x, int *n", "m"), ("_In_reads_(*n) int *x, double *n", "n"),
            ("_In_reads_(*n) int *x, _Out_ int *n", "n"), ("_Out_writes_to_(*n, *n) int *x, _Out_ int *n", "n"),
            ("_Out_writes_(return) int *x", "return"), ("_Out_writes_to_(return, 3) int *x", "return"),
            ("_In_reads_(n * m) int *x, int n", "m"), ("_In_reads_(n * 0) int *x, int n", "0"),
            ("_In_reads_(n / 0) int *x, int n", "0"), ("_In_reads_(n << 64) int *x, int n", "64"),
            ("_In_reads_(n + 8 / 0) int *x, int n", "/"), ("_In_reads_(1 + n == 2) int *x, int n", "n"),
            ("_Out_writes_to_(9, 9 / *n) int *x, _Out_ int *n", "/"), ("_In_reads_(strlen(n)) int *x, int n", "n"),
            ("_In_reads_(strlen(s)) int *x, _Out_writes_(4) char *s", "s"),
            ("_In_reads_(h->n) int *x, struct head *h", "h"), ("_In_reads_(n->n) int *x, int *n", "n"),
            ("_In_reads_(h->m) int *x, _In_ struct head *h", "m"),
            ("_In_reads_(h->bits) int *x, _In_ struct head *h", "bits"),
            ("_In_reads_(h->n) int *x, _Out_ struct head *h", "h"),
        ])
    func mistakes(parameters: String, place: String) {
        let found = problems("struct head { int n; int bits : 3; }; int f(\(parameters))")
        #expect(found.map(\.code) == [.declaration(.count)])
        #expect(found.first?.range?.text == place)
    }

    @Test("what the function returns is a count only where it is an integer")
    func result() {
        #expect(problems("void f(_Out_writes_to_(3, return) int *x)").map(\.code) == [.declaration(.count)])
        #expect(problems("char *f(_Out_writes_to_(3, return) int *x)").map(\.code) == [.declaration(.count)])
        #expect(problems("_Ret_writes_(return) char *f(void)").map(\.code) == [.declaration(.count)])
    }

    @Test("a number of the bindings that a macro names is a count, where no parameter has its name")
    func constants() throws {
        var scope = DeclarationScope()
        scope.know([
            Value.Member("ROOM", 256), Value.Member("n", 7), Value.Member("NAME", "text"),
            Value.Member("ALL", .number(.integer(1 << 64))),
        ])
        let count = { [scope] (text: String) throws -> Parameter.Count? in
            var scope = scope
            return try scope.read(SourceText(name: "a", text).whole)[0].function?.parameters[0].count
        }
        #expect(try count("int f(_Out_writes_z_(ROOM) char *x)") == .constant(256))
        #expect(try count("int f(_Out_writes_(ROOM / 2 + 1) int *x)") == .constant(129))
        #expect(try count("int f(_In_reads_(n) int *x, int n)") == .parameter(1))
        for (name, advice) in [("ROOMS", "did you mean \"ROOM\"?"), ("NAME", nil), ("ALL", nil)]
            as [(String, String?)]
        {
            do {
                _ = try count("int f(_In_reads_(\(name)) int *x)")
                Issue.record("\(name) is a count")
            } catch let error as Diagnostics {
                #expect(error.all.map(\.suggestion) == [advice])
            }
        }
    }

    @Test("a pointer in the place of a count says how to write it")
    func advice() {
        let found = problems("int f(_In_reads_(n) int *x, int *n)")
        #expect(found.first?.suggestion == "write \"*n\" for the number that it points to")
        let text = problems("int f(_In_reads_(text) const char *x, const char *text)")
        #expect(
            text.first?.suggestion
                == "write \"strlen(text)\" for the bytes of the text, \"strlen(text) + 1\" with its NUL")
        #expect(problems("int f(_In_reads_(strlen(text) + 1) const char *x, const char *text)").isEmpty)
        let own = problems("int f(_In_reads_(x) int *x, int n)")
        #expect(own.first?.suggestion == "name the parameter that counts it")
    }

    @Test("two counts belong to the words that take two")
    func argumentCounts() {
        for text in ["_Out_writes_(3, 2) int *x", "_Out_writes_to_(3) int *x", "_Out_writes_to_(3, ) int *x"] {
            #expect(problems("int f(\(text))").map(\.code) == [.declaration(.syntax)], "\(text)")
        }
    }

    @Test("The size of an array counts where the declaration says which way its values go, and nowhere else")
    func arrays() throws {
        #expect(try signature("int pipe(_Out_ int ends[2])").parameters[0].count == .constant(2))
        #expect(try signature("int sum(_In_ const int rows[2][3])").parameters[0].count == .constant(2))
        #expect(try signature("void set(_Out_writes_(n) int all[8], int n)").parameters[0].count == .parameter(1))
        #expect(try signature("void use(int all[8])").parameters[0].count == nil)
    }
}
