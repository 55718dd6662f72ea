// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("An action is refused")
struct DeclarationRefusalTests {
    private func refusal(_ declaration: String) throws -> Unsupported? {
        let function = try Fixture("Numbers").library.function("nothing")
        let name = ActionName(module: "m", action: "f")
        let signature = try signature(declaration)
        return #expect(throws: Unsupported.self, "\(declaration)") {
            try Action(name, signature, function: function, instance: InstanceBox())
        }
    }

    @Test(
        "when its declaration leaves open what a pointer is",
        arguments: [
            "void f(int *p)", "void f(char *p)", "void f(const double *p)", "void f(char **p)", "void f(void **p)",
            "void f(unsigned char *p)", "void f(const char **p)",
        ])
    func openPointers(declaration: String) throws {
        let refusal = try #require(try refusal(declaration))
        #expect(refusal.parameter == 0)
        #expect(refusal.message.contains("_"), "names the annotation that is missing: \(refusal.message)")
    }

    @Test(
        "when a type cannot be passed rightly",
        arguments: [
            "struct text { int size; char bytes[]; }; void f(int a, struct text p)",
            "struct opaque; void f(int a, _In_reads_(2) const struct opaque *p)",
            "struct opaque; void f(int a, _Out_ struct opaque *p)",
        ])
    func types(declaration: String) throws {
        #expect(try refusal(declaration)?.parameter == 1)
    }

    @Test(
        "when its result cannot come back rightly",
        arguments: ["struct text { int size; char bytes[]; }; struct text f(void)"])
    func results(declaration: String) throws {
        let refusal = try #require(try refusal(declaration))
        #expect(refusal.parameter == nil)
    }
}
