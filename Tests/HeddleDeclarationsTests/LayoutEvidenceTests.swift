// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Evidence of a layout")
struct LayoutEvidenceTests {
    private func type(_ text: String, named name: String) throws -> CType {
        var scope = DeclarationScope()
        let source = SourceText(name: "text", text)
        _ = try scope.read(SourceRange(source, 0..<source.bytes.count))
        return try #require(scope.type(named: name))
    }

    @Test("for a declaration has the fields of anonymous records, and no bit-fields")
    func fields() throws {
        let type = try type(
            "struct s { char a; int b : 3; struct { short c; union { char d; long e; }; }; struct { int x; } f; }",
            named: "struct s")
        #expect(
            LayoutEvidence(of: type)
                == LayoutEvidence(
                    size: 32, alignment: 8,
                    fields: [
                        .init("a", at: 0), .init("c", at: 8), .init("d", at: 16), .init("e", at: 16),
                        .init("f", at: 24),
                    ]))
    }

    @Test("does not exist for a type without a size")
    func opaque() throws {
        #expect(LayoutEvidence(of: try type("struct s", named: "struct s")) == nil)
        #expect(LayoutEvidence(of: .void) == nil)
    }

    @Test("differs first in a field, then in the size, then in the alignment")
    func differences() throws {
        let pair = try type("struct pair { char a; int b; }", named: "struct pair")
        #expect(LayoutEvidence(size: 8, alignment: 4, fields: [.init("b", at: 4)]).difference(from: pair) == nil)
        #expect(LayoutEvidence(size: 8).difference(from: pair) == nil)
        let field = LayoutEvidence(size: 5, alignment: 1, fields: [.init("a", at: 0), .init("b", at: 1)])
        #expect(field.difference(from: pair)?.part == .offset(of: "b"))
        #expect(LayoutEvidence(size: 5, alignment: 1).difference(from: pair)?.part == .size)
        #expect(LayoutEvidence(size: 8, alignment: 1).difference(from: pair)?.part == .alignment)
        let unknown = LayoutEvidence(size: 8).difference(from: .void)
        #expect(unknown?.words(of: "x", "by it") == "x is 8 bytes large by it, an unknown number by its declaration")
    }

    @Test(
        "of a constant is computed as C does",
        arguments: [
            ("(1 | (1<<8))", 257), ("-0x7fffffff - 1", -2_147_483_648),
            ("0xffffffffffffffffUL", 18_446_744_073_709_551_615),
            ("(int)sizeof(struct pair) * 2", 16), ("RED + 1", 6), ("'A'", 65), ("(size_t)-1 > 0", 1),
        ] as [(String, Int128)])
    func constants(text: String, value: Int128) throws {
        #expect(try constant(text) == value)
    }

    @Test(
        "of a constant is refused for what is none",
        arguments: ["", "f(1)", "(void *)0", "1 +", "1 2", "x", "1.5", "\"a\"", "1/0"])
    func noConstants(text: String) {
        #expect(throws: Diagnostic.self) { try constant(text) }
    }

    private func constant(_ text: String) throws -> Int128 {
        var scope = DeclarationScope()
        let declared = SourceText(name: "text", "struct pair { char a; int b; }; enum { RED = 5 }")
        _ = try scope.read(SourceRange(declared, 0..<declared.bytes.count))
        let source = SourceText(name: "constant", text)
        return try scope.constant(SourceRange(source, 0..<source.bytes.count))
    }
}
