// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Testing
import Workbench

@Suite("A module's description", .enabled(if: Compiler.isInstalled))
struct DescriptionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ source: String) throws -> LibraryFile {
        let header = "#include <heddle/module.h>\nHEDDLE_MODULE(\"described\", \"2.1\")\n"
        return try LibraryFile(path: Compiler.build(header + source, in: folder))
    }

    private func mistakes(_ source: String) -> [Diagnostic] {
        #expect(throws: Diagnostics.self) { try file(source) }?.all ?? []
    }

    @Test("is read without running any of the module's code")
    func runsNothing() throws {
        let file = try file(
            """
            #include <stdlib.h>
            __attribute__((constructor)) static void born(void) { abort(); }
            HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
            int32_t add(int32_t a, int32_t b) { return a + b; }
            """)
        #expect(file.description?.name == "described")
        #expect(file.description?.version == "2.1")
        #expect(file.description?.contract == 5)
        #expect(file.description?.actions.map(\.signature.description) == ["int32_t add(int32_t a, int32_t b)"])
        #expect(file.functions == ["add", "heddle_attach"])
        #expect(file.neededLibraries.contains("libc.so.6"))
    }

    @Test("is missing from a library that was built without the header")
    func missing() throws {
        let path = try Compiler.build("int f(void) { return 1; }", in: folder)
        #expect(try LibraryFile(path: path).description == nil)
    }

    @Test("names actions, hooks, the lifecycle and needs")
    func parts() throws {
        let file = try file(
            """
            HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
            thing *thing_create(const heddle_config *config) { (void)config; return NULL; }
            void thing_destroy(thing *t) { (void)t; }
            HEDDLE_ACTION_NAMED("openUrlWithUrl:", void, open_url, const char *url)
            void open_url(const char *url) { (void)url; }
            HEDDLE_HOOK(watch)
            void watch(heddle_call *call) { (void)call; }
            HEDDLE_NEEDS("heddle.host")
            """)
        let description = try #require(file.description)
        #expect(description.actions.map(\.name) == ["openUrlWithUrl:"])
        #expect(description.actions.map(\.signature.symbol) == ["open_url"])
        #expect(description.hooks.map(\.symbol) == ["watch"])
        #expect(description.create?.symbol == "thing_create")
        #expect(description.destroy?.symbol == "thing_destroy")
        #expect(description.needs == ["heddle.host"])
    }

    @Test("may have kinds of records that nobody knows yet, and zeros between records")
    func tolerance() throws {
        let file = try file(
            """
            HEDDLE_RECORD(99, 7, "a record of the future ~ { ; }")
            static const char zeros[48] __attribute__((section(".heddle"), aligned(8), used)) = {0};
            HEDDLE_ACTION(void, last, void)
            void last(void) {}
            """)
        #expect(file.description?.actions.map(\.name) == ["last"])
    }

    @Test("may have types in any order, and the same record twice")
    func order() throws {
        let file = try file(
            """
            HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "outer_t f(middle_t *m)")
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "typedef inner_t outer_t")
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "typedef struct middle { outer_t a; enum fruit b; } middle_t")
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "enum fruit { APPLE, PEAR }")
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "typedef short inner_t")
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "enum fruit { APPLE, PEAR }")
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "typedef struct middle { outer_t a; enum fruit b; } middle_t")
            HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "outer_t f(middle_t *m)")
            short f(void *m) { return m != 0; }
            """)
        #expect(file.description?.actions.count == 1)
        #expect(file.description?.actions.first?.signature.result.canonical == .integer(.short))
    }

    @Test("is refused with every mistake of its declarations, as the module's fault")
    func mistakes() {
        let found = mistakes(
            """
            HEDDLE_RECORD(HEDDLE_RECORD_TYPE, 0, "typedef missing_t other_t")
            HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "int32_t add(int32_t a, unknown_t b)")
            HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "named\\nvoid f(int a")
            """)
        #expect(found.count >= 3)
        #expect(found.allSatisfy { $0.subject == .module && $0.range == nil })
        #expect(found.contains { $0.message.contains("unknown_t") })
    }

    @Test("has words for people about the module, its functions, their parameters and results")
    func words() throws {
        let file = try file(
            """
            HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
            HEDDLE_HOOK(watch)
            HEDDLE_SUMMARY("Adds.") HEDDLE_VENDOR("Example Ltd") HEDDLE_LICENSE("MIT") HEDDLE_URL("https://example.com")
            HEDDLE_HELP(add, "Adds whole numbers.\\nThey wrap around.") HEDDLE_HELP(watch, "Sees all.")
            HEDDLE_PARAMETER_HELP(add, b, "The second one.") HEDDLE_PARAMETER_HELP(add, return, "The sum.")
            int32_t add(int32_t a, int32_t b) { return a + b; }
            void watch(heddle_call *call) { (void)call; }
            """)
        let description = try #require(file.description)
        #expect(
            description.about == [
                "summary": "Adds.", "vendor": "Example Ltd", "license": "MIT", "url": "https://example.com",
            ])
        #expect(description.actions.first?.signature.help.text == "Adds whole numbers.\nThey wrap around.")
        #expect(description.actions.first?.signature.help.parameters == ["b": "The second one.", "return": "The sum."])
        #expect(description.hooks.first?.help.text == "Sees all.")
    }

    @Test(
        "is refused when its words, or a service that it offers, are about nothing that there is",
        arguments: [
            (#"HEDDLE_HELP(add, "1") HEDDLE_HELP(add, "2")"#, "two records have words about add: \"1\" and \"2\""),
            (
                #"HEDDLE_PARAMETER_HELP(add, number, "x")"#,
                "there are words about \"number\", which is no parameter of add"
            ),
            (#"HEDDLE_HELP(abort, "x")"#, "there are words about the function abort, which is no action and no hook"),
            (#"HEDDLE_VENDOR("1") HEDDLE_VENDOR("2")"#, #"two records say the vendor of the module: "1" and "2""#),
            (#"HEDDLE_SUMMARY("")"#, #"says nothing about the module: write HEDDLE_SUMMARY"#),
            (
                #"HEDDLE_RECORD(HEDDLE_RECORD_HELP, 0, "add")"#,
                #""add" says nothing about a function: write HEDDLE_HELP"#
            ),
            (
                #"HEDDLE_RECORD(HEDDLE_RECORD_OFFERS, 0, "a.b\nadd")"#,
                #"the service "a.b" is offered as add, which is no data that the library exports"#
            ),
            (
                #"HEDDLE_RECORD(HEDDLE_RECORD_OFFERS, 0, "a.b")"#,
                #""a.b" is no service that a module offers: write HEDDLE_OFFERS"#
            ),
        ])
    func lostWords(source: String, message: String) {
        let found = mistakes(
            "#include <stdlib.h>\nHEDDLE_ACTION(int32_t, add, int32_t numbers)\n" + source
                + "\nint32_t add(int32_t numbers) { return numbers; }")
        #expect(found.count == 1 && found.first?.message.contains(message) == true, "\(found)")
    }

    @Test("is refused when a record is broken", arguments: [0, 8, 11])
    func broken(byte: Int) throws {
        var elf = try ElfBytes(of: file("HEDDLE_NEEDS(\"heddle.host\")").path)
        let record = try #require(elf.firstIndex(of: [0x48, 0x45, 0x44, 0x4C]))
        elf.bytes[record + byte] ^= 0x70
        let path = try folder.write(elf.bytes, to: "broken.so")
        let found = #expect(throws: Diagnostics.self) { try LibraryFile(path: path) }
        #expect(found?.all.map(\.code) == [.module(.description)])
    }

    @Test("that needs a service that this host lacks keeps the module from being loaded, not from being read")
    func needs() throws {
        let file = try file("HEDDLE_NEEDS(\"heddle.future\")")
        #expect(file.description?.needs == ["heddle.future"])
        let refusal = #expect(throws: Diagnostic.self) { try Library.load(file) }
        #expect(refusal?.code == .module(.needs))
        #expect(refusal?.message.contains("needs the service \"heddle.future\"") == true)
    }

    @Test("names all that this host lacks")
    func allNeeds() throws {
        let file = try file("HEDDLE_NEEDS(\"heddle.future\") HEDDLE_NEEDS(\"heddle.past\")")
        let refusal = #expect(throws: Diagnostic.self) { try Library.load(file) }
        #expect(
            refusal?.message.contains("needs the service \"heddle.future\" and the service \"heddle.past\"") == true)
    }

    @Test(
        "is refused when a need cannot be read, which would otherwise count as met",
        arguments: [
            #"HEDDLE_NEEDS("")"#, #"HEDDLE_RECORD(HEDDLE_RECORD_REACH, 9999, "heddle.host")"#,
            #"HEDDLE_RECORD(HEDDLE_RECORD_REACH, 0, "heddle.host\nforetell")"#,
        ])
    func brokenNeeds(record: String) {
        let found = mistakes(record)
        #expect(found.map(\.code) == [.module(.description)])
    }
}
