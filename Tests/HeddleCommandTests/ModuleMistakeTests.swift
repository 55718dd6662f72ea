// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A module or an action that cannot be had")
struct ModuleMistakeTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A behaviour that names a library beside the fixture, after a step that would print.
    private func naming(_ library: String) -> Marked {
        Marked(
            """
            { "behaviour": 1,
              "modules": {
                "probe": { "library": "probe" },
                "other": { "library": «"\(library)", "declarations": ["int one(void)"] }
              },
              "steps": [{ "call": "probe.say", "with": ["CALLED"] }, { "call": "other.one" }] }
            """)
    }

    private func expectRefused(
        _ library: String, _ reason: String, location: SourceLocation = #_sourceLocation
    ) throws {
        try bench.expectRefused(
            naming(library), 4, ["the module \(library) cannot be loaded: \(reason)"], location: location)
    }

    @Test("is missing, empty, a directory, a FIFO or a text")
    func noLibrary() throws {
        try expectRefused("./none.so", "no such file or directory")
        try bench.folder.write("empty.so", "")
        try expectRefused("./empty.so", "the file is empty")
        try FileManager.default.createDirectory(atPath: bench.folder("folder.so"), withIntermediateDirectories: true)
        try expectRefused("./folder.so", "it is a directory, not a regular file")
        try Program("mkfifo").succeed([bench.folder("fifo.so")])
        try expectRefused("./fifo.so", "it is a FIFO, not a regular file")
        try bench.folder.write("text.so", "just text")
        try expectRefused("./text.so", "it is not an ELF library; it begins with the text \"just text…\"")
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder("dangling.so"), withDestinationPath: "nowhere")
        try expectRefused("./dangling.so", "no such file or directory")
    }

    @Test("has a name that is no text, by which it cannot be found")
    func name() throws {
        let called = try bench.folder.bash(
            "cp '\(bench.modules)/probe.so' $'odd\\xff.so'; heddle call $'./odd\\xff.so' 'int one(void)'")
        #expect(called.status == 4)
        let reason = "there is no file of this name, in which \u{FFFD} stands for bytes that are not UTF-8"
        #expect(called.errors.contains("cannot be loaded: \(reason)\n"), "\(called.errors)")
        #expect(called.errors.contains(" = rename the file: Heddle takes names in UTF-8 alone\n"))
        let listed = try bench.folder.bash("heddle list -m .")
        #expect(listed.errors.contains(reason), "\(listed.errors)")
    }

    @Test("was built for another machine, or is no shared library")
    func otherMachine() throws {
        var bytes = try Data(contentsOf: URL(filePath: "\(bench.modules)/probe.so"))
        bytes[18] = 0xB7
        try bench.folder.write("arm.so", bytes)
        try expectRefused("./arm.so", "it was built for another machine (ELF machine 183)")
        try BuiltModules.compile("int one(void) { return 1; }", to: "object.so", flags: ["-c"], in: bench.folder)
        try expectRefused("./object.so", "it is an object file, not a shared library")
    }

    @Test("lacks a library that it depends on, or a symbol")
    func dependency() throws {
        try BuiltModules.compile("int two(void) { return 2; }", to: "libgone.so", in: bench.folder)
        let source = "int two(void); int one(void) { return two(); }"
        try BuiltModules.compile(
            source, to: "needy.so", flags: ["-L\(bench.folder.path)", "-lgone"], in: bench.folder)
        try FileManager.default.removeItem(atPath: bench.folder("libgone.so"))
        try expectRefused("./needy.so", "it needs the library libgone.so, which is not found")
        try BuiltModules.compile(source, to: "undefined.so", in: bench.folder)
        try expectRefused("./undefined.so", "./undefined.so: undefined symbol: two")
    }

    @Test("is cut off: a sample of lengths, each refused or whole, and nothing is called")
    func truncated() throws {
        let bytes = try Data(contentsOf: URL(filePath: "\(bench.modules)/probe.so"))
        for length in stride(from: 1, to: bytes.count, by: bytes.count / 12) {
            try bench.folder.write("cut.so", bytes.prefix(length))
            let run = try bench.heddle("run", behaviour: naming("./cut.so").text)
            #expect(run.status == 4, "cut off after \(length) bytes")
            #expect(run.output == "")
            #expect(run.errors.contains("the module ./cut.so cannot be loaded"))
        }
    }

    @Test("is not on the module path, or is no library of the system")
    func notFound() throws {
        try bench.expectRefused(naming("prob"), 4, ["there is no module \"prob\" on the module path"])
        let run = try bench.heddle("run", behaviour: naming("prob").text)
        #expect(run.errors.contains(" = searched: \(bench.modules), "))
        #expect(run.errors.contains(" = did you mean \"probe\"?\n"))
        let system = try bench.heddle("run", behaviour: naming("libnone.so.9").text)
        #expect(system.status == 4)
        #expect(system.errors.contains("libnone.so.9"))
    }

    @Test("has no such action, or one that is data, undeclared or of another library")
    func actions() throws {
        try bench.expectRefused(
            Marked(behaviour(",\n{ \"call\": «\"probe.ad\" }")), 4, ["the module probe has no action \"ad\""])
        try bench.expectRefused(
            Marked(behaviour(",\n{ \"call\": «\"probe.heddle_attach\" }")), 4,
            ["the function heddle_attach of probe is not declared"])
        let declared = Marked(
            """
            { "behaviour": 1,
              "modules": { "probe": { "library": "probe", "declarations": [
                "«int system(const char *command)", "«int answer_data(void)", "«int puts(const char *text)" ] } },
              "steps": [
                { "call": "probe.system", "with": ["echo CALLED"] },
                { "call": "probe.answer_data" },
                { "call": "probe.puts", "with": ["CALLED"] }
              ] }
            """)
        try bench.expectRefused(
            declared, 4,
            [
                "there is no function system in probe", "answer_data is data, not a function",
                "puts is a function of another library, which probe only uses",
            ])
    }

    @Test("has a declaration that is wrong, which is shown where it stands")
    func declarations() throws {
        let text = Marked(
            """
            { "behaviour": 1,
              "modules": {
                "m": { "library": "libm.so.6", "declarations": ["double cos(«doubel x)", "double sin(double x)"] }
              },
              "steps": [{ "call": "m.cos", "with": [0] }] }
            """)
        try bench.expectRefused(text, 3, ["unknown type \"doubel\""])
    }

    @Test("does not outrank a mistake of the file")
    func rank() throws {
        let text = naming("./none.so").text.replacing("\"CALLED\"", with: "7")
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 3)
        #expect(run.errors.hasSuffix("2 errors\n"))
    }
}
