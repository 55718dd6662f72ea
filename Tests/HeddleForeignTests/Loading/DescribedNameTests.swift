// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Testing
import Workbench

@Suite("The names in a description", .enabled(if: Compiler.isInstalled))
struct DescribedNameTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ source: String) throws -> LibraryFile {
        try LibraryFile(path: Compiler.build("#include <heddle/module.h>\n" + source, in: folder))
    }

    private func mistakes(_ source: String) -> [String] {
        let found = #expect(throws: Diagnostics.self) { try file(source) }
        return (found?.all ?? []).map {
            "\($0.code): \($0.message.replacing("the module \(folder("module.so")) cannot be loaded: in its ", with: ""))"
        }
    }

    private static let act = "HEDDLE_ACTION(int, act, void)\nint act(void) { return 1; }\n"

    @Test("are not empty, which would make the version the name")
    func empty() {
        #expect(
            mistakes(#"HEDDLE_MODULE("", "1.0.0")"# + "\n" + Self.act) == [
                #"module.description: description, the module has no name: write HEDDLE_MODULE("name", "version")"#
            ])
        #expect(
            mistakes(
                #"HEDDLE_MODULE("m", "1") HEDDLE_ACTION_NAMED("", int, act, void)"# + "\nint act(void) { return 1; }"
            ) == [#"module.description: description, the action "int act(void)" has no name: write HEDDLE_ACTION"#])
    }

    @Test(
        "are UTF-8, as are all texts: another name would be shown, and asked for",
        arguments: [
            #"HEDDLE_MODULE("m\xFF", "1")"#, #"HEDDLE_MODULE("m", "1") HEDDLE_SUMMARY("says \xC3")"#,
            #"HEDDLE_MODULE("m", "1") HEDDLE_RECORD(77, 0, "later \xED\xA0\x80")"#,
        ])
    func encoding(source: String) {
        let found = mistakes(source)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("module.description: description, \"") == true)
        #expect(found.first?.contains("\" is not UTF-8") == true)
    }

    @Test("are those of one action each, whatever stands behind them")
    func repeated() {
        #expect(
            mistakes(
                """
                HEDDLE_MODULE("m", "1")
                HEDDLE_ACTION(int, act, void)
                HEDDLE_ACTION_NAMED("act", long, other, long number)
                int act(void) { return 1; }
                long other(long number) { return number; }
                """) == [
                    "module.repeated-action: description, 2 actions are called \"act\": \"int act(void)\", "
                        + "\"long other(long number)\""
                ])
    }

    @Test("are taken whole however long they are, and any number of them")
    func many() throws {
        let name = String(repeating: "x", count: 5000)
        let actions = (0..<2000).map { "HEDDLE_ACTION(int, f\($0), int a)\nint f\($0)(int a) { return a + \($0); }\n" }
        let description = try file("HEDDLE_MODULE(\"\(name)\", \"1\")\n" + actions.joined()).description
        #expect(description?.name == name)
        #expect(description?.actions.map(\.name) == (0..<2000).map { "f\($0)" })
    }

    @Test("stand in records of this machine's byte order")
    func byteOrder() throws {
        let found = #expect(throws: Diagnostics.self) {
            try file(
                """
                HEDDLE_MODULE("m", "1")
                static const unsigned char swapped[24] __attribute__((section(".heddle"), aligned(8), used HEDDLE_RETAIN)) =
                    {0x4C, 0x44, 0x45, 0x48, 0, 2, 0, 5, 0, 0, 0, 8, 0, 0, 0, 0, 'i', 'n', 't'};
                """)
        }
        #expect(found?.all.first?.code == .module(.description))
        #expect(found?.all.first?.message.hasSuffix("its .heddle section holds a broken record") == true)
    }
}
