// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign
import Foundation
import Testing
import Workbench

@Suite("On the module path")
struct ModulePathTests {
    private let (first, second): (ScratchFolder, ScratchFolder)
    private let path: ModulePath

    init() throws {
        (first, second) = (try ScratchFolder(), try ScratchFolder())
        path = ModulePath([first.path, "/nowhere/at/all", second.path])
    }

    private func place(_ fixture: String, _ name: String, in folder: ScratchFolder) throws {
        try FileManager.default.copyItem(atPath: Fixture.path(fixture), toPath: folder(name))
    }

    @Test("a module is found by its file's name, in the first folder that has it")
    func byFile() throws {
        try place("Numbers", "libsums.so", in: second)
        #expect(try path.find("sums").path == second("libsums.so"))
        try place("Texts", "sums.so", in: first)
        #expect(try path.find("sums").description?.name == "texts")
    }

    @Test("a module is found by the name that it gives itself, past files that are broken")
    func byDescription() throws {
        _ = try first.write("no library".utf8, to: "aaa.so")
        try place("Numbers", "x.so", in: second)
        #expect(try path.find("numbers").path == second("x.so"))
    }

    @Test("a file of the right name that is refused is an error, not passed over")
    func refused() throws {
        _ = try first.write("no library".utf8, to: "sums.so")
        try place("Numbers", "sums.so", in: second)
        let refusal = #expect(throws: Diagnostics.self) { try path.find("sums") }
        #expect(refusal?.all.first?.message.contains("not an ELF library") == true)
    }

    @Test("a module that is missing is reported with the folders and the nearest name")
    func missing() throws {
        try place("Numbers", "x.so", in: second)
        let refusal = #expect(throws: Diagnostics.self) { try path.find("numbres") }
        #expect(refusal?.all.first?.suggestion?.contains("numbers") == true)
        #expect(refusal?.all.first?.notes.first?.text.contains(first.path) == true)
        #expect(throws: Diagnostics.self) { try ModulePath([]).find("numbers") }
    }

    @Test("all files are listed in order, folder by folder")
    func files() throws {
        for name in ["b.so", "a.so", "c.so.1", ".so"] { _ = try first.write([], to: name) }
        _ = try second.write([], to: "0.so")
        #expect(path.files() == [first(".so"), first("a.so"), first("b.so"), second("0.so")])
    }
}
