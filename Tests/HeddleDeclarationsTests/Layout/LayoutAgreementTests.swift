// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

/// A compiled program tells where a compiler puts each member; of a bit-field it sets all bits in an object of zeros
/// and shows the bytes.
@Suite("Layouts agree with C compilers", .enabled(if: !Compiler.installed.isEmpty)) struct LayoutAgreementTests {
    private static let records: [RecordType] = {
        var random = RecordGenerator(seed: 17)
        return (0..<600).map { random.record(tag: "r\($0)") }
    }()

    @Test("sizes, alignments, offsets and bits are theirs", arguments: Compiler.installed)
    func agreement(compiler: Compiler) throws {
        var program = LayoutProgram()
        for record in Self.records { try program.add(record) }
        #expect(program.expected.count > 3000)
        let output = compiler.output(of: standardHeaders + RecordGenerator.known + program.text)
            .split(separator: "\n")
        try #require(output.count == program.expected.count, "\(output.first ?? "")")
        for (line, expected) in zip(output, program.expected) where line != expected.text {
            Issue.record("\(compiler) says \(line), we say \(expected.text) of \(expected.record)")
        }
    }

    private static let packed = [
        "struct p0 { char a; int b; };", "struct p1 { char a; long b; short c; double d[2]; };",
        "struct p2 { char a; struct { char x; long y; } b; };", "union p3 { char a; long b; };",
        "struct p4 { char a; int b __attribute__((aligned(8))); char c; };",
        "struct p5 { char a; _Alignas(2) char b; };",
        "struct __attribute__((packed)) p6 { char a; int b __attribute__((aligned(16))); };",
        "struct __attribute__((aligned(16))) p7 { char a; int b; };", "struct p8 { char a; struct p1 b; };",
        "struct p9 { char a; struct { short b; int c; }; };", "struct p10 { char a; long double b; __int128 c; };",
    ]

    @Test("#pragma pack means what they mean by it", arguments: Compiler.installed, [1, 2, 4, 8, 16])
    func pack(compiler: Compiler, limit: Int) throws {
        let text = "#pragma pack(push, \(limit))\n\(Self.packed.joined(separator: "\n"))\n#pragma pack(pop)\n"
        var program = LayoutProgram()
        for case .type(_, .record(let record)) in try read(text) { try program.add(record, isDefined: true) }
        let output = compiler.output(of: text + program.text).split(separator: "\n")
        #expect(output.map(String.init) == program.expected.map(\.text))
        #expect(program.expected.count > 30)
    }
}

/// A C program that tells how records lie in memory, and what it will say if we are right.
private struct LayoutProgram {
    private(set) var expected: [(text: String, record: String)] = []
    private var definitions = ""
    private var statements: [String] = []

    var text: String {
        """
        #include <stddef.h>
        #include <stdio.h>
        #include <string.h>
        static void show(const char *name, const void *object, size_t size) {
            printf("%s ", name);
            for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)object)[i]);
            printf("\\n");
        }
        \(definitions)
        int main(void) {
        \(statements.joined(separator: "\n"))
        }
        """
    }

    mutating func add(_ record: RecordType, isDefined: Bool = false) throws {
        let declaration = Declaration.type(name: "\(record.kind.rawValue) \(record.tag ?? "")", .record(record))
        guard case .type(let name, _) = declaration else { return }
        let layout = try #require(record.layout)
        if !isDefined { definitions += "\(declaration);\n" }
        statements.append(#"printf("\#(name) %zu %zu\n", sizeof(\#(name)), _Alignof(\#(name)));"#)
        expected.append(("\(name) \(layout.size) \(layout.alignment)", "\(declaration)"))
        addMembers(of: record, in: Whole(name: name, size: layout.size, text: "\(declaration)"), path: "", bits: 0)
    }

    private struct Whole {
        let name: String
        let size: Int
        let text: String
    }

    private mutating func addMembers(of record: RecordType, in whole: Whole, path: String, bits: Int) {
        for (member, place) in zip(record.members ?? [], record.layout?.places ?? []) {
            let start = bits + place.bitOffset
            if let name = member.name {
                add(path + name, member, at: start, in: whole)
            }
            guard case .record(let inner) = member.type, inner.members != nil else { continue }
            addMembers(of: inner, in: whole, path: path + (member.name.map { "\($0)." } ?? ""), bits: start)
        }
    }

    private mutating func add(_ path: String, _ member: RecordType.Member, at start: Int, in whole: Whole) {
        guard let bits = member.bits else {
            statements.append(#"printf("\#(path) %zu\n", offsetof(\#(whole.name), \#(path)));"#)
            expected.append(("\(path) \(start / 8)", whole.text))
            return
        }
        statements.append(
            "{ \(whole.name) x; memset(&x, 0, sizeof x); x.\(path) = -1; show(\"\(path)\", &x, sizeof x); }")
        var bytes = [UInt8](repeating: 0, count: whole.size)
        for bit in start..<(start + bits) where bit / 8 < bytes.count { bytes[bit / 8] |= 1 << (bit % 8) }
        expected.append(("\(path) \(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())", whole.text))
    }
}
