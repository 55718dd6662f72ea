// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The description survives")
struct SurvivalTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("a linker that removes what nothing refers to", arguments: Compiler.usual)
    func garbageCollection(compiler: Compiler) throws {
        let module = try compiler.module(
            "every.c", flags: ["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"], in: folder)
        #expect(try Record.read(from: module) == DialectTests.every)
    }

    @Test("optimisation of the whole program", arguments: Compiler.usual)
    func linkTimeOptimisation(compiler: Compiler) throws {
        let linker = compiler.family == .clang ? ["-fuse-ld=lld"] : []
        let module = try compiler.module(
            "every.c", flags: ["-O2", "-flto", "-Wl,--gc-sections"] + linker, in: folder)
        #expect(try Set(Record.read(from: module)) == Set(DialectTests.every))
    }

    @Test("a linker that folds and strips", .enabled(if: Tool.isInstalled("ld.lld") && Tool.isInstalled("clang")))
    func foldingLinker() throws {
        let compiler = Compiler(family: .clang, language: .c, standard: "c17")
        let flags = ["-O2", "-fuse-ld=lld", "-Wl,--icf=all", "-Wl,--gc-sections", "-Wl,--strip-all"]
        #expect(try Record.read(from: compiler.module("every.c", flags: flags, in: folder)) == DialectTests.every)
    }

    @Test("strip, with all that it removes", arguments: ["--strip-debug", "--strip-unneeded", "--strip-all"])
    func strip(option: String) throws {
        let compiler = try #require(Compiler.usual.first)
        let module = try compiler.module("every.c", flags: ["-g"], in: folder)
        try Tool.succeed(["strip", option, module])
        #expect(try Record.read(from: module) == DialectTests.every)
    }

    @Test("the address sanitizer, which puts zeros between variables", arguments: Compiler.usual)
    func addressSanitizer(compiler: Compiler) throws {
        let module = folder("module.so")
        let flags = ["-shared", "-fPIC", "-fsanitize=address", "-nostdlib", "-o", module]
        let run = try compiler.compile(["every.c"], flags)
        #expect(run.status == 0, "\(run.output)")
        #expect(try Record.read(from: module) == DialectTests.every)
    }

    @Test(
        "hidden visibility shows the actions, the services that it offers and nothing else", arguments: Compiler.usual)
    func visibility(compiler: Compiler) throws {
        let module = try compiler.module("every.c", in: folder)
        #expect(
            try Tool.exportedSymbols(of: module) == [
                "heddle_attach", "nothing", "add", "sum", "measure", "take", "lend", "give_back", "point_at", "name_of",
                "watch", "counter_create", "counter_destroy", "origin",
            ])
    }
}
