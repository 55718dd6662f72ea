// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing
import Workbench

@Suite("Declarations over bindings")
struct BindingsOverridingTests {
    private let library: BoundLibrary

    init() throws { library = try BoundLibrary() }

    @Test("add the annotations that a function needs")
    func annotated() throws {
        let host = try library.host(declarations: ["int total(_In_reads_(count) const int *values, int count)"])
        #expect(try host.result("total", .array([.integer(1), .integer(2)]), .integer(2)) == .integer(3))
    }

    @Test("may use the types of the bindings, and declare what the bindings do not have")
    func types() throws {
        let host = try library.host(
            replacing: #""long second(struct pair p)","#, with: "",
            declarations: ["typedef struct pair couple", "long second(couple p)"])
        #expect(try host.result("second", .array([.integer(1), .integer(2)])) == .integer(2))
    }

    @Test("are not needed for what nobody calls: only the call of a function that needs one is refused")
    func unannotated() throws {
        let host = try library.host()
        #expect(
            message { _ = try host.result("total", .array([]), .integer(0)) } == """
                m.total cannot be called: values: const int * does not say what it points to: write _In_, _Out_ or _Inout_ for \
                one value, _In_reads_(n) or _Out_writes_(n) for several
                """)
    }

    @Test("may say to what a pointer to void points, in parameters, results and callbacks")
    func ofVoid() throws {
        let general = "int total(const void *values, int count)"
        let bound = "int total(const int *values, int count)"
        let host = try library.host(
            replacing: bound, with: general, declarations: ["int total(_In_reads_(count) const int *values, int count)"]
        )
        #expect(try host.result("total", .array([.integer(1), .integer(2)]), .integer(2)) == .integer(3))
        for (general, exact) in [
            ("void *twice(void **p)", "struct pair *twice(_Inout_ struct pair **p)"),
            ("int twice(int (*f)(const void *))", "int twice(int (*f)(_In_ const int *))"),
        ] {
            _ = try library.host(replacing: "int twice(int n)", with: general, declarations: [exact])
            #expect(throws: Diagnostics.self) {
                try library.host(replacing: "int twice(int n)", with: exact, declarations: [general])
            }
        }
        #expect(throws: Diagnostics.self) {
            try library.host(
                replacing: bound, with: general, declarations: ["int total(const int *values, long count)"])
        }
    }

    @Test("of another type are refused, and both are shown")
    func otherType() throws {
        let found = #expect(throws: Diagnostics.self) {
            try library.host(declarations: ["int total(_In_reads_(count) const long *values, int count)"])
        }
        let text = found?.description.replacing(library.folder.path + "/", with: "")
        #expect(
            text == """
                error: "total" is already declared with another meaning
                 --> declaration 1 of m:1:5
                  |
                1 | int total(_In_reads_(count) const long *values, int count)
                  |     ^^^^^
                  = declared before: int total(const int *values, int count) at bound.json:9:6
                1 error
                """)
    }
}
