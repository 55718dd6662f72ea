// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("Enumerations and constants") struct EnumerationTests {
    private func enumeration(_ text: String) throws -> EnumerationType {
        guard case .type(_, .enumeration(let enumeration)) = try read(text).last else { throw NotAFunction(text: text) }
        return enumeration
    }

    /// The value of a constant expression.
    private func value(_ expression: String) throws -> Int128 {
        let all = try enumeration("enum { K = 7 }; enum { BIG = 0xFFFFFFFF }; enum { A = \(expression) }")
        return all.number(of: all.constants[0])
    }

    @Test("constants count on from the one before")
    func counting() throws {
        let all = try enumeration("enum e { A, B = 5, C, D = -2, E, }")
        #expect(all.constants.map(\.name) == ["A", "B", "C", "D", "E"])
        #expect(all.constants.map(\.value) == [0, 5, 6, -2, -1])
        #expect(all.tag == "e")
    }

    @Test(
        "literals have the values that C gives them",
        arguments: [
            ("0", 0), ("017", 15), ("0x1F", 31), ("0b101", 5), ("1'000'000", 1_000_000), ("10UL", 10), ("10llU", 10),
            ("0xffffffffffffffff", Int128(UInt64.max)), ("18446744073709551615u", Int128(UInt64.max)),
            ("'a'", 97), ("'\\n'", 10), ("'\\0'", 0), ("'\\x41'", 65), ("'\\101'", 65), ("'\\''", 39), ("'\\\\'", 92),
        ] as [(String, Int128)])
    func literals(text: String, expected: Int128) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        "expressions are computed as C computes them",
        arguments: [
            ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("-7 / 2", -3), ("-7 % 2", -1), ("1 << 31", -2_147_483_648),
            ("1u << 31", 2_147_483_648), ("1 << 4 | 2", 18), ("6 & 3 ^ 1", 3), ("~0", -1), ("~0u", 4_294_967_295),
            ("!5", 0),
            ("-1 < 0u", 0), ("-1 < 0", 1), ("1 ? 2 : 1 / 0", 2), ("0 && 1 / 0", 0), ("1 || 1 << 99", 1), ("K + 1", 8),
            ("BIG + 1", 0), ("0xFFFFFFFF + 1", 0), ("4294967295 + 1", 4_294_967_296), ("1 ? -1 : 0u", 4_294_967_295),
            ("-8 >> 1", -4), ("10 - 2 - 3", 5), ("2 < 3 == 1", 1), ("0 ? 1 : 0 ? 2 : 3", 3),
            ("-2147483647 - 1", -2_147_483_648),
            ("sizeof(int[3]) + _Alignof(double)", 20), ("(unsigned char)300 + (signed char)200", -12), ("(_Bool)5", 1),
            ("sizeof(char *)", 8), ("(size_t)-1 == 0xffffffffffffffff", 1), ("- -1", 1), ("+'a'", 97), ("!!7", 1),
        ] as [(String, Int128)])
    func expressions(text: String, expected: Int128) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        "what has no value in C is refused",
        arguments: [
            "1 / 0", "1 % 0", "2147483647 + 1", "-2147483647 - 2", "65536 * 65536", "1 << 32", "1 << -1", "1 >> 64",
            "2 << 31",
            "-(-2147483647 - 1)", "(-2147483647 - 1) / -1", "(-2147483647 - 1) % -1", "9223372036854775807 + 1",
            "9223372036854775808",
            "99999999999999999999", "1.5", "1e3", "0x1p3", "08", "0x", "1x", "0b2", "''", "'ab'", "'\\q'", "'\\x100'",
            "nothing",
            "sizeof(void)", "(double)1", "sizeof(struct unknown)",
        ])
    func refused(text: String) {
        #expect(problems("enum { A = \(text) }").map(\.code) == [.declaration(.constant)])
    }

    @Test(
        "what is no expression is refused",
        arguments: ["", "1 +", "(1", "1 ? 2", "()", "sizeof 1", "\"a\"", "1 2", "* 2", "int"])
    func malformed(text: String) {
        #expect(problems("enum { A = \(text) }").map(\.code) == [.declaration(.syntax)])
    }

    @Test("an enumeration without constants, or one past the end of its type, is refused")
    func bad() {
        #expect(problems("enum e { }").map(\.code) == [.declaration(.syntax)])
        #expect(
            problems("enum e { A = 2147483647, B }").first?.suggestion == "write its value, as in \"B = 2147483648\"")
        #expect(problems("enum e { A = 0xffffffffffffffff, B = -1 }").map(\.code) == [.declaration(.constant)])
        #expect(problems("enum e { A = 0xffffffffffffffff, B }").map(\.code) == [.declaration(.constant)])
    }

    private static let bodies = [
        "A, B", "A = -1", "A = 0x7fffffff", "A = 0x80000000", "A = 0xffffffff", "A = -1, B = 0x80000000",
        "A = 0x100000000",
        "A = 0xffffffffffffffff", "A = -0x7fffffff - 1", "A = -2147483649", "A = 'a'", "A = 1 << 31, B", "A = ~0u",
        "A = ~0",
        "A = 0x80000000, B, C = B + 1", "A = 0x7fffffffffffffff", "A = -1, B = 0xffffffff", "A = 1u, B = A - 2",
    ]

    @Test(
        "gcc and clang choose the same type and values", .enabled(if: !Compiler.installed.isEmpty),
        arguments: Compiler.installed)
    func underlying(compiler: Compiler) throws {
        var text = ""
        for (index, body) in Self.bodies.enumerated() {
            var renamed = body
            for name in ["A", "B", "C"] { renamed = renamed.replacing(name, with: "\(name.lowercased())_\(index)") }
            renamed = renamed.replacing("'a_\(index)'", with: "'a'")
            let all = try enumeration("enum e\(index) { \(renamed) }")
            text +=
                "enum e\(index) { \(renamed) }; _Static_assert(sizeof(enum e\(index)) == \(all.underlying.size), \"\");\n"
            text += "_Static_assert(((enum e\(index))-1 < 0) == \(all.underlying.isSigned ? 1 : 0), \"\");\n"
            for constant in all.constants { text += assertion(constant.name, all.number(of: constant)) }
        }
        #expect(compiler.complaint(about: text) == nil)
    }

    private func assertion(_ expression: String, _ value: Int128) -> String {
        let literal =
            value == Int128(Int64.min)
            ? "(-9223372036854775807 - 1)" : value > Int128(Int64.max) ? "\(value)u" : "\(value)"
        return "_Static_assert((\(expression)) == \(literal) && ((\(expression)) < 0) == \(value < 0 ? 1 : 0), \"\");\n"
    }

    @Test("gcc and clang compute the same", .enabled(if: !Compiler.installed.isEmpty), arguments: Compiler.installed)
    func random(compiler: Compiler) throws {
        var random = SeededGenerator(seed: 11)
        let expressions = (0..<3000).map { _ in Self.expression(depth: 4, &random) }
        let valued = expressions.compactMap { text in (try? value(text)).map { (text, $0) } }
        #expect(valued.count > 500)
        let known = "enum { K = 7 }; enum { BIG = 0xFFFFFFFF };\n"
        #expect(compiler.complaint(about: known + valued.map { assertion($0.0, $0.1) }.joined()) == nil)
    }

    private static func expression(depth: Int, _ random: inout SeededGenerator) -> String {
        let leaves = [
            "0", "1", "2", "7", "-1", "31", "1u", "0x80000000", "5l", "3ul", "K", "BIG", "'a'", "0xffffffffffffffff",
            "2147483647",
        ]
        let signs = ["+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||"]
        let choice = depth == 0 ? 0 : Int.random(in: 0..<8, using: &random)
        let part = { (random: inout SeededGenerator) in expression(depth: depth - 1, &random) }
        switch choice {
        case 0, 1: return leaves.randomElement(using: &random) ?? "0"
        case 2: return "\(["-", "~", "!", "+"].randomElement(using: &random) ?? "+") \(part(&random))"
        case 3: return "(\(part(&random)))"
        case 4: return "(\(part(&random)) ? \(part(&random)) : \(part(&random)))"
        default: return "\(part(&random)) \(signs.randomElement(using: &random) ?? "+") \(part(&random))"
        }
    }
}
