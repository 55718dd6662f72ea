// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Foundation
import Testing
import Workbench

@Suite("A module finds the libraries beside it", .enabled(if: Compiler.isInstalled))
struct NeighbourTests {
    private let folder: ScratchFolder
    private static let library = ["-shared", "-fPIC"]

    init() throws {
        folder = try ScratchFolder()
        for name in ["lib", "modules"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
    }

    private func build(_ source: String, to name: String, needs: [String], in place: String, path: String?) throws {
        let flags = needs.map { folder($0) } + (path.map { ["-Wl,-rpath,\($0)"] } ?? [])
        try Compiler.build(source, to: name, flags: Self.library + ["-Wl,-soname,\(name)"] + flags, in: folder)
        try FileManager.default.moveItem(atPath: folder(name), toPath: folder("\(place)/\(name)"))
    }

    private func answer(of library: Library, _ symbol: String = "answer") throws -> Value? {
        let action = try Action(
            ActionName(module: "m", action: symbol), signature("int \(symbol)(void)"),
            function: library.function(symbol), instance: InstanceBox())
        return try action.call().result
    }

    private func load(_ name: String) throws -> Library { try Library.load(LibraryFile(path: folder(name))) }

    @Test("by $ORIGIN, above it and below, and those that they need in turn")
    func origin() throws {
        try build("int deep(void) { return 41; }", to: "libdeep1.so", needs: [], in: "lib", path: nil)
        try build(
            "int deep(void); int help(void) { return deep() + 1; }", to: "libhelp1.so", needs: ["lib/libdeep1.so"],
            in: "lib", path: "$ORIGIN")
        try build(
            "int help(void); int answer(void) { return help(); }", to: "module.so", needs: ["lib/libhelp1.so"],
            in: "modules", path: "${ORIGIN}/../lib")
        #expect(try answer(of: load("modules/module.so")) == 42)
    }

    @Test("also where they have no name of their own, and shares them with other modules")
    func shared() throws {
        let text = "static int calls; int count(void) { return ++calls; }"
        try Compiler.build(text, to: "libcount.so", in: folder)
        for name in ["one.so", "two.so"] {
            let flags = Self.library + ["-L\(folder.path)", "-lcount", "-Wl,-rpath,$ORIGIN"]
            try Compiler.build(
                "int count(void); int answer(void) { return count(); }", to: name, flags: flags, in: folder)
        }
        #expect(try answer(of: load("one.so")) == 1)
        #expect(try answer(of: load("two.so")) == 2)
    }

    @Test("and is refused by the name of one that is cut short, over which the dynamic linker would crash")
    func cutShort() throws {
        try build("int deep(void) { return 41; }", to: "libcut.so", needs: [], in: "lib", path: nil)
        try build(
            "int deep(void); int answer(void) { return deep(); }", to: "cut.so", needs: ["lib/libcut.so"],
            in: "lib", path: "$ORIGIN")
        let whole = try contents(of: folder("lib/libcut.so"))
        try folder.write(whole.prefix(whole.count / 2), to: "lib/libcut.so")
        let refusal = #expect(throws: Diagnostic.self) { try load("lib/cut.so") }
        #expect(
            refusal?.message == "the module \(folder("lib/cut.so")) cannot be loaded: it needs "
                + "\(folder("lib/libcut.so")), which cannot be loaded either")
        #expect(refusal?.notes.first?.text.contains("the file is cut short") == true)
    }

    @Test("and says how, where it does not look for one that lies there")
    func unsearched() throws {
        try build("int deep(void) { return 41; }", to: "libhidden.so", needs: [], in: "lib", path: nil)
        try build(
            "int deep(void); int answer(void) { return deep(); }", to: "blind.so", needs: ["lib/libhidden.so"],
            in: "lib", path: nil)
        let refusal = #expect(throws: Diagnostic.self) { try load("lib/blind.so") }
        #expect(refusal?.message.hasSuffix("it needs the library libhidden.so, which is not found") == true)
        #expect(refusal?.suggestion?.contains("-Wl,-rpath,'$ORIGIN'") == true)
    }
}
