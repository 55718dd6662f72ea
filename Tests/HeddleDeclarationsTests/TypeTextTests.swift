// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The text of a type") struct TypeTextTests {
    private func type(_ text: String, after declarations: String = "int f(void)") throws -> CType {
        var scope = DeclarationScope()
        let declared = SourceText(name: "declarations", declarations)
        _ = try scope.read(SourceRange(declared, 0..<declared.bytes.count))
        let source = SourceText(name: "type", text)
        return try scope.type(SourceRange(source, 0..<source.bytes.count))
    }

    @Test(
        "is read as C reads it",
        arguments: [
            "int", "const char *", "unsigned long", "double *", "struct point", "struct point *", "point",
            "int (*)(int)",
            "size_t", "char **",
        ])
    func types(text: String) throws {
        let declared = "typedef struct point { int x; } point"
        let function = try signature("\(declared); int f(\(text))")
        #expect(try type(text, after: declared) == function.parameters[0].type)
    }

    @Test(
        "is no type where it has a name, two types, or what nobody declared",
        arguments: ["int x", "int, int", "", "money", "nobody *", "int;", "return", "int *)", "const"])
    func mistakes(text: String) {
        #expect(throws: Diagnostic.self) { try type(text) }
    }
}
