// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@testable import HeddleDeclarations

/// Places are the names of numbers and texts.
private struct Values: ExpressionScope {
    let values: [String: ExpressionValue]

    func value(of place: ExpressionPlace) throws(ExpressionFault) -> ExpressionValue {
        guard let value = values[place.description] else { throw ExpressionFault("there is no \(place)") }
        return value
    }

    func text(at address: UInt) throws(ExpressionFault) -> [UInt8] { Array("text \(address)".utf8) }
    /// The text, a NUL, and bytes that no text has.
    func bytes(at address: UInt, count: Int) throws(ExpressionFault) -> [UInt8] {
        Array((try text(at: address) + [0] + [UInt8](repeating: 7, count: count)).prefix(count))
    }

    func kind(of place: ExpressionPlace) throws(ExpressionMistake) -> ExpressionKind {
        switch values[place.description] {
        case .integer: return .integer
        case .floating: return .floating
        case .text: return .text
        case .pointer, .counted: return .pointer(isText: true)
        case nil: throw ExpressionMistake(found: "\(place)", expected: "a name")
        }
    }
}

@Suite("An expression")
struct ExpressionTests {
    private let values = Values(values: [
        "a": .integer(7), "b": .integer(-3), "c": .integer(40), "x": .floating(0.75), "y": .floating(-2.5),
        "name": .text(Array("weft".utf8)), "p": .pointer(16), "null": .pointer(0), "n->key": .integer(5),
        "v.list[2].size": .integer(11), "W3": .integer(3), "W17": .integer(17),
        "piece": .counted(16, count: 4), "whole": .counted(16, count: 7), "longer": .counted(16, count: 9),
    ])

    /// The value in words, or the reason why there is none.
    private func computed(_ text: String) -> String {
        do throws(ExpressionMistake) {
            let expression = try Expression(text).checked { place throws(ExpressionMistake) in
                try values.kind(of: place)
            }.expression
            do throws(ExpressionFault) {
                switch try expression.value(in: values) {
                case .integer(let number): return "\(number)"
                case .floating(let number): return "\(number)"
                case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
                case .pointer(let address), .counted(let address, _): return "@\(address)"
                }
            } catch {
                return error.message
            }
        } catch {
            return "\(error.found) | \(error.expected)"
        }
    }

    @Test(
        "computes as C does",
        arguments: [
            ("a + b * 2", "1"), ("(a + b) * 2", "8"), ("a / 2", "3"), ("-a / 2", "-3"), ("-a % 2", "-1"),
            ("a - b - 1", "9"), ("1 << 3 | 1", "9"), ("a > b ? a : b", "7"), ("!a", "0"), ("!!a", "1"), ("~a", "-8"),
            ("a && b || 0", "1"), ("0 && 1 / 0", "0"), ("1 || 1 / 0", "1"), ("a == 7", "1"), ("a != 7", "0"),
            ("0x10 + 010 + 0b11 + 'A'", "92"), ("x * 2", "1.5"), ("a / 2.0", "3.5"), ("1e3 + .5f", "1000.5"),
            ("(int)y", "-2"), ("(double)a / 2", "3.5"), ("(unsigned char)(c * 10)", "144"), ("(float)0.1 == 0.1", "0"),
            ("n->key + v.list[2].size", "16"), ("sqrt(c - 4)", "6.0"), ("fmax(x, y)", "0.75"),
            ("abs(b)", "3"), ("x > 0 ? 1 : 2.5", "1.0"), ("(b ? 2 : y) / 4", "0.5"), ("p == NULL", "0"),
            (
                "null == 0",
                "1"
            ), ("!null", "1"),
            ("p && !null ? p : NULL", "@16"), (#"strlen(null ? p : "four")"#, "4"), ("strlen(name)", "4"),
            (#"strcmp(name, "warp")"#, "1"),
            (#"strcmp(name, "weft") == 0"#, "1"), (#"strcmp(p, "text 16")"#, "0"), ("compare(a, c)", "-1"),
            ("compare(x, b)", "1"), ("compare(name, p)", "1"), ("compare(null, p)", "-1"),
            (#"compare("a", "ab")"#, "-1"),
            ("strlen(piece)", "4"), ("strlen(longer)", "7"), (#"strcmp(piece, "text")"#, "0"),
            (#"strcmp(longer, "text 16")"#, "0"), (#"compare(piece, "text")"#, "0"),
            (#"compare(longer, "text 16")"#, "1"), ("compare(piece, longer)", "-1"), ("compare(whole, p)", "0"),
            ("piece == p && piece != NULL && piece", "1"), ("piece ? piece : NULL", "@16"),
            (#"strncmp(name, "weird", 2)"#, "0"), (#"strncmp(name, "weird", 3)"#, "-1"),
            (#"strncmp(piece, "texture", 7)"#, "-1"), (#"memcmp(p, "text 17", 6)"#, "0"),
            (#"memcmp(piece, "text", 4)"#, "0"), ("memcmp(whole, longer, 7)", "0"), ("memcmp(null, null, 0)", "0"),
            ("a ? b ? 1 : 2 : 3", "1"), ("- - a", "7"),
        ])
    func values(_ text: String, _ value: String) {
        #expect(
            computed(text) == value || Double(computed(text)).map { $0 == Double(value) } == true, "\(computed(text))")
    }

    @Test(
        "has no value where C's is undefined or is no number",
        arguments: [
            ("a / 0", "7 / 0 divides by zero"), ("a % (b + 3)", "7 % 0 divides by zero"),
            ("1 << 64", "1 << 64 shifts by no number from 0 to 63"),
            ("1 << b", "1 << -3 shifts by no number from 0 to 63"),
            ("(1 << 63) * (1 << 63) * 4", "85070591730234615865843651857942052864 * 4 does not fit into 128 bits"),
            ("(int)(1 << 40)", #"1099511627776 does not fit into "int""#),
            ("(int)1e10", #"10000000000.0 does not fit into "int""#),
            ("strlen(null)", "a text is null"),
            ("memcmp(piece, p, 5)", "5 bytes are to be compared, and 4 are there"),
            (#"memcmp(p, "text", 6)"#, "6 bytes are to be compared, and 5 are there"),
            ("memcmp(p, null, 1)", "a pointer to compare is null"),
            ("memcmp(p, p, b)", "the number of bytes of memcmp() is none from 0 to 1073741824"),
        ])
    func faults(_ text: String, _ message: String) { #expect(computed(text) == message) }

    @Test(
        "is refused before it is computed",
        arguments: [
            ("", "the end of the expression | a name, a number or \"(\""), ("a +", "the end of the expression"),
            ("a b", "\"b\" | an operator, or the end of the expression"), ("--a", "\"--\""), ("a--", "\"--\""),
            ("a++b", "\"++\""), ("(a", "the end of the expression | \")\""),
            ("d", "d | a name"), ("x % 2", "a floating-point number for \"%\" | a whole number"),
            ("name + 1", "a text for \"+\" | a number: texts are compared by strcmp(a, b)"),
            ("name == \"weft\"", "texts are compared by strcmp(a, b)"), ("p == p", "1"), ("p + 1", "a text for \"+\""),
            ("strlen(a)", "a whole number for strlen() | a text"), ("strlen(name, name)", "2 operands of strlen() | 1"),
            ("sqr(a)", "did you mean \"sqrt\"?"), ("abs(x)", "fabs()"),
            ("compare(a, name)", "two numbers, or two texts or counted bytes"),
            ("memcmp(a, p, 1)", "a whole number for memcmp() | a pointer"),
            ("strncmp(name, p)", "2 operands of strncmp() | 3"), ("memcmp(p, p, x)", "a whole number"),
            ("a ? name : 1", "a text and a whole number on both sides of \":\""), ("*3", "no place"),
            ("09", "a number of C"),
            ("(long double)a", "a cast to \"long double\""), ("\"x", "a name, a number"), ("3.x", "a number of C"),
            (String(repeating: "(", count: 500), "too long or too deep"),
            (String(repeating: "- ", count: 500), "too deep"),
        ])
    func mistakes(_ text: String, _ message: String) {
        #expect(computed(text).contains(message), "\(computed(text))")
    }

    /// Makes random expressions whose values C has too, over variables of 128 bits and of `double`.
    private struct Generator {
        var random: SeededGenerator

        mutating func expression(_ depth: Int, whole: Bool) -> String {
            if depth == 0 || Int.random(in: 0..<6, using: &random) == 0 {
                return (whole ? ["a", "b", "c", "W3", "W17"] : ["a", "b", "x", "y", "0.125", "2"]).randomElement(
                    using: &random) ?? "a"
            }
            func operand(_ whole: Bool, _ generator: inout Generator) -> String {
                generator.expression(depth - 1, whole: whole)
            }
            switch Int.random(in: 0..<(whole ? 10 : 6), using: &random) {
            case 0: return "(\(operand(whole, &self)))"
            case 1: return "- \(operand(whole, &self))"
            case 2: return "(\(operand(true, &self)) ? \(operand(whole, &self)) : \(operand(whole, &self)))"
            case 3, 4, 5:
                let word = ["+", "-", "*", "/"].randomElement(using: &random) ?? "+"
                return "\(operand(whole, &self)) \(word) \(operand(whole, &self))"
            case 6: return "~\(operand(true, &self))"
            case 7: return "!\(operand(true, &self))"
            default:
                let word = ["%", "&", "|", "^", "==", "!=", "<", ">", "<=", ">=", "&&", "||"]
                return "\(operand(true, &self)) \(word.randomElement(using: &random) ?? "&") \(operand(true, &self))"
            }
        }
    }

    @Test("has the values that the compilers compute", arguments: Compiler.installed)
    func compilers(_ compiler: Compiler) {
        var generator = Generator(random: SeededGenerator(seed: 18))
        var wanted: [String] = []
        var lines: [String] = []
        while wanted.count < 1_500 {
            let whole = wanted.count % 3 != 0
            let text = generator.expression(Int.random(in: 1...5, using: &generator.random), whole: whole)
            let value = computed(text)
            guard let number = Double(value), number.isFinite, number.magnitude < 1e18 else { continue }
            let isWhole = !(value.contains(".") || value.contains("e"))
            wanted.append("\(text) is \(isWhole ? value : Double(value)?.bitPattern.description ?? "")")
            lines.append(
                isWhole
                    ? "printf(\"%s is %lld\\n\", \"\(text)\", (long long)(\(text)));"
                    : "d = \(text); memcpy(&u, &d, 8); printf(\"%s is %llu\\n\", \"\(text)\", u);")
        }
        let program = """
            #include <stdio.h>
            #include <string.h>
            int main(void) {
                __int128 a = 7, b = -3, c = 40, W3 = 3, W17 = 17; double x = 0.75, y = -2.5, d; unsigned long long u;
                \(lines.joined(separator: "\n    "))
            }
            """
        let found = compiler.output(of: program).split(separator: "\n").map(String.init)
        #expect(found.count == wanted.count, "\(found.first ?? "")")
        for (found, wanted) in zip(found, wanted) { #expect(found == wanted) }
    }
}
