// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign
import Foundation
import Testing
import Workbench

@Suite("A damaged library", .enabled(if: Compiler.isInstalled))
struct DamageTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A module of few bytes.
    private func small() throws -> ElfBytes {
        let source = """
            #include <heddle/module.h>
            HEDDLE_MODULE("small", "1")
            HEDDLE_ACTION(int, answer, void)
            int answer(void) { return 1; }
            """
        let flags = ["-shared", "-fPIC", "-nostdlib"]
        return try ElfBytes(of: Compiler.build(source, to: "small.so", flags: flags, in: folder))
    }

    /// The lengths to which a file may be cut so that it is still accepted, the file itself left out.
    private func acceptedLengths(of file: ElfBytes) throws -> [Int] {
        let path = try folder.write(file.bytes, to: "cut.so")
        let handle = try #require(FileHandle(forWritingAtPath: path))
        return try (0..<file.bytes.count).reversed().filter { length in
            try handle.truncate(atOffset: UInt64(length))
            return (try? LibraryFile(path: path)) != nil
        }
    }

    @Test("is refused at every length that it may be cut to")
    func truncation() throws {
        #expect(try acceptedLengths(of: small()).isEmpty)
    }

    @Test("without sections is refused where the linker would read past its end, and loads where not")
    func truncationWithoutSections() async throws {
        var file = try ElfBytes(
            of: Compiler.build(
                "int answer(void) { return 1; }", to: "plain.so", flags: ["-shared", "-fPIC", "-nostdlib"], in: folder))
        file.removeSections()
        let end = file.endOfSegments
        let path = try folder.write(file.bytes, to: "whole.so")
        #expect(try LibraryFile(path: path).functions.isEmpty)
        #expect(try acceptedLengths(of: file).min() == end)
        try Data(file.bytes.prefix(end)).write(to: URL(filePath: path))
        await #expect(processExitsWith: .success) { [path = path as String] in
            let library = try Library.load(LibraryFile(path: path))
            #expect(!library.defines("answer"))
        }
    }

    @Test("that describes itself is refused without the sections that lead to its description")
    func lostDescription() throws {
        var file = try small()
        file.removeSections()
        let path = try folder.write(file.bytes, to: "lost.so")
        let refusal = #expect(throws: Diagnostics.self) { try LibraryFile(path: path) }
        #expect(
            refusal?.all.map(\.message) == [
                "the module \(path) cannot be loaded: it has a description, to which its table of sections does not lead"
            ])
    }

    @Test("that describes itself is refused without the names of its sections, also if it exports nothing of a module")
    func lostNames() throws {
        var file = try small()
        file.rename(".heddle\0", to: ".hoddle\0")
        file.rename(".heddle.copy\0", to: ".hoddle.copy\0")
        file.rename("heddle_attach\0", to: "hoddle_attach\0")
        let path = try folder.write(file.bytes, to: "lost.so")
        let refusal = #expect(throws: Diagnostics.self) { try LibraryFile(path: path) }
        #expect(refusal?.all.first?.message.hasSuffix("to which its table of sections does not lead") == true)
    }

    @Test("that describes itself is refused without the name of the copies, by which a changed record is known")
    func lostCopies() throws {
        var file = try small()
        file.rename(".heddle.copy\0", to: ".hoddle.copy\0")
        let path = try folder.write(file.bytes, to: "lost.so")
        let refusal = #expect(throws: Diagnostics.self) { try LibraryFile(path: path) }
        #expect(
            refusal?.all.map(\.message) == [
                "the module \(path) cannot be loaded: it has copies of its records, to which its table of sections does not lead"
            ])
    }

    @Test("is none for a library that carries a module as data, and describes nothing itself")
    func carried() throws {
        try folder.write(small().bytes, to: "carried.bin")
        let source = """
            __asm__(".section .rodata\\n.balign 8\\n.incbin \\"\(folder.path)/carried.bin\\"\\n.text");
            int answer(void) { return 1; }
            """
        let path = try Compiler.build(source, to: "carrier.so", flags: ["-shared", "-fPIC"], in: folder)
        let file = try LibraryFile(path: path)
        #expect(file.description == nil && file.functions == ["answer"])
    }

    @Test("never crashes who inspects it", arguments: ["Lifecycle", "Throwing"])
    func mutations(fixture: String) throws {
        var random = SeededGenerator(seed: 1)
        let whole = try contents(of: Fixture.path(fixture))
        var accepted = 0
        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[position(in: bytes.count, &random)] = .random(in: 0...255, using: &random)
            }
            guard let file = try? LibraryFile(path: folder.write(bytes, to: "mutated.so")) else { continue }
            accepted += 1
            _ = (file.functions, file.neededLibraries, file.description?.actions, file.facts.hazards)
        }
        #expect(accepted > 0 && accepted < 1000, "the mutations neither all matter nor none: \(accepted)")
    }

    /// A byte of the header, of the tables at either end, or any other.
    private func position(in size: Int, _ random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .random(in: 0..<64, using: &random)
        case 1: .random(in: 64..<1024, using: &random)
        case 2: .random(in: max(0, size - 2600)..<size, using: &random)
        default: .random(in: 0..<size, using: &random)
        }
    }
}
