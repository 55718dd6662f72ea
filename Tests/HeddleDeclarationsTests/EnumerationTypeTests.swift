// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The types of enumerations") struct EnumerationTypeTests {
    private func enumeration(_ text: String) throws -> EnumerationType {
        guard case .type(_, .enumeration(let enumeration)) = try read(text).last else { throw NotAFunction(text: text) }
        return enumeration
    }

    @Test(
        "a packed one is as small as its constants allow",
        arguments: [
            ("A", .unsignedChar), ("A = 255", .unsignedChar), ("A = 256", .unsignedShort), ("A = -1", .signedChar),
            ("A = -1, B = 128", .short), ("A = 65536", .unsignedInt), ("A = -40000", .int),
            ("A = 0x100000000", .unsignedLong), ("A = -1, B = 0x80000000", .long),
        ] as [(String, IntegerType)])
    func packed(constants: String, type: IntegerType) throws {
        for text in [
            "enum __attribute__((packed)) e { \(constants) }", "enum e { \(constants) } __attribute__((packed))",
            "enum [[gnu::packed]] e { \(constants) }",
        ] {
            let all = try enumeration(text)
            #expect(all.underlying == type)
            #expect(all.isUnderlyingDeclared)
        }
    }

    @Test("gcc and clang choose the same", .enabled(if: !Compiler.installed.isEmpty), arguments: Compiler.installed)
    func agreement(compiler: Compiler) throws {
        let values = [
            "0", "127", "128", "255", "256", "-1", "-128", "-129", "65535", "65536", "-32769", "0x100000000",
            "-1, B%d = 127", "-1, B%d = 128", "-1, B%d = 0x80000000", "-1, B%d = 65535",
        ]
        var text = ""
        for (index, value) in values.enumerated() {
            let body = "A\(index) = \(value.replacing("%d", with: "\(index)"))"
            let definition = "enum __attribute__((packed)) e\(index) { \(body) }"
            let type = try enumeration(definition).underlying
            text += "\(definition); _Static_assert(sizeof(enum e\(index)) == \(type.size), \"\");\n"
            text += "_Static_assert(((enum e\(index))-1 < 0) == \(type.isSigned ? 1 : 0), \"\");\n"
        }
        #expect(compiler.complaint(about: text) == nil)
    }

    @Test("one may say its type, which its constants have")
    func chosen() throws {
        let all = try enumeration("typedef unsigned short u16; enum e : u16 { A, B = 65535 }")
        #expect(all.underlying == .unsignedShort)
        #expect(all.isUnderlyingDeclared)
        #expect(try enumeration("enum e : unsigned { A = 1 }; enum { B = -A > 0 }").constants[0].value == 1)
        #expect(try enumeration("enum e : long { A = 1 }; enum { B = sizeof(enum e) }").constants[0].value == 8)
    }

    @Test("a bit-field without a name is no such type")
    func field() throws {
        let record = try record("enum e { A }; struct s { enum e : 3; int x; enum f : char { B } b; }")
        #expect(record.members?.map(\.bits) == [3, nil, nil])
    }

    @Test(
        "what cannot be is refused",
        arguments: [
            ("enum e : double { A }", "type"), ("enum e : bool { A }", "type"), ("enum e : __int128 { A }", "type"),
            ("enum e : char { A = 300 }", "constant"), ("enum e : unsigned { A = -1 }", "constant"),
            ("enum e : unsigned char { A = 255, B }", "constant"), ("enum e : int", "syntax"),
            ("enum e { A } __attribute__((aligned(8)))", "unsupported"),
            ("enum e { A }; void f(enum __attribute__((packed)) e x)", "attribute"),
        ])
    func refused(text: String, code: String) {
        #expect(problems(text).map(\.code.description) == ["declaration.\(code)"])
    }
}
