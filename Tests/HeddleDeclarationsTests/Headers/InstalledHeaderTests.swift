// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Headers as clang preprocesses them") struct InstalledHeaderTests {
    private func read(_ name: String) -> [HeaderItem] {
        header(Compiler.clang.preprocessed("#include <\(name)>\n"))
    }

    private func functions(_ items: [HeaderItem], of file: String) -> [Signature] {
        items.filter { $0.file.hasSuffix(file) }.flatMap { item -> [Signature] in
            guard case .declarations(let all) = item.content else { return [] }
            return all.compactMap(\.function)
        }
    }

    @Test(
        "all functions are read but those that take a va_list",
        arguments: [("zlib.h", 80, 1), ("sqlite3.h", 280, 3), ("math.h", 0, 0)])
    func reads(name: String, functionCount: Int, refusedCount: Int) {
        let items = read(name)
        #expect(functions(items, of: "/\(name)").count >= functionCount)
        let refused = items.filter { if case .refused = $0.content { $0.file.hasSuffix("/\(name)") } else { false } }
        #expect(refused.count == refusedCount)
        #expect(refused.allSatisfy { $0.summary.hasSuffix("a va_list") })
    }

    @Test("what is printed agrees with the header", arguments: ["zlib.h", "sqlite3.h", "math.h"])
    func agrees(name: String) {
        var text = "#include <\(name)>\n#define _Nullable\n#define _Printf_format_string_\n#define bool _Bool\n"
        for case .declarations(let all) in read(name).map(\.content) {
            for declaration in all {
                text += declaration.function.map { "#undef \($0.symbol)\n\($0);\n" } ?? assertions(on: declaration)
            }
        }
        #expect(Compiler.clang.complaint(about: text) == nil)
        #expect(text.utf8.count > 10_000)
    }

    /// The size of a type, and where its members lie, as the compiler must find them.
    private func assertions(on declaration: Declaration) -> String {
        guard case .type(let name, let type) = declaration, name != "enum", let layout = type.layout else { return "" }
        var text =
            "_Static_assert(sizeof(\(name)) == \(layout.size) && _Alignof(\(name)) == \(layout.alignment), \"\");\n"
        guard case .record(let record) = type.canonical else { return text }
        for (member, place) in zip(record.members ?? [], record.layout?.places ?? []) where place.bits == nil {
            guard let member = member.name else { continue }
            text += "_Static_assert(__builtin_offsetof(\(name), \(member)) == \(place.offset), \"\");\n"
        }
        return text
    }

    @Test("the comments of zlib and sqlite are found, behind the functions and above them")
    func comments() throws {
        let zlib = read("zlib.h"), sqlite = read("sqlite3.h")
        let crc = try #require(zlib.first { $0.summary.contains(" crc32(") })
        #expect(crc.comment?.contains("Update a running CRC-32") == true)
        #expect(crc.file.hasSuffix("/zlib.h"))
        let open = try #require(sqlite.first { $0.summary.contains(" sqlite3_open(") })
        #expect(open.comment?.hasPrefix("CAPI3REF: Opening A New Database Connection") == true)
        #expect(open.line > 1000)
    }

    @Test("formats and constants are known afterwards")
    func further() throws {
        var scope = DeclarationScope()
        let text = Compiler.clang.preprocessed("#include <sqlite3.h>\n#include <stdio.h>\n#include <math.h>\n")
        let items = header(text, in: &scope)
        let printf = try #require(functions(items, of: "/stdio.h").first { $0.symbol == "printf" })
        #expect(printf.isVariadic)
        #expect(scope.type(named: "sqlite3_int64")?.layout?.size == 8)
        #expect(
            try signature("void f(_In_reads_(FP_NORMAL) const sqlite3_int64 *x)", in: scope).parameters[0].count
                == .constant(4))
    }
}
