// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleForeign
import Testing
import Workbench

@Suite("What a library needs is looked for as the dynamic linker does it", .enabled(if: Compiler.isInstalled))
struct LibrarySearchTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["lib", "own"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
    }

    private func build(_ source: String, to name: String, flags: [String]) throws {
        let needs = flags.map { $0.hasPrefix("-") ? $0 : folder($0) }
        let soname = (name as NSString).lastPathComponent
        try Compiler.build(
            source, to: soname, flags: ["-shared", "-fPIC", "-Wl,-soname,\(soname)"] + needs, in: folder)
        if name != soname { try FileManager.default.moveItem(atPath: folder(soname), toPath: folder(name)) }
    }

    /// The place of each of the libraries, and the one that `ldd` finds; beside the folder.
    private func found(of name: String) throws -> (own: [String], linker: [String]) {
        let file = try LibraryFile(path: folder(name))
        let own = Dependencies(of: file).all.filter { $0.name.hasPrefix("libof") }
            .map { "\($0.name) \($0.path.map(beside) ?? "none")" }
        let lines = try Program("ldd").run([folder(name)]).output.split(separator: "\n")
        let linker = lines.map { $0.split { " \t".contains($0) } }.filter { $0.first?.hasPrefix("libof") == true }
            .map { "\($0[0]) \($0[2] == "not" ? "none" : beside(String($0[2])))" }
        return (own.sorted(), linker.sorted())
    }

    private func beside(_ path: String) -> String {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let own = URL(fileURLWithPath: folder.path).standardizedFileURL.path
        return path.hasPrefix("\(own)/") ? String(path.dropFirst(own.count + 1)) : path
    }

    @Test(
        "in the folders of DT_RPATH of all that lead to it, and in those of DT_RUNPATH of the one that needs it",
        arguments: [("--disable-new-dtags", "lib/libofdeep.so"), ("--enable-new-dtags", "none")])
    func inherited(flag: String, place: String) throws {
        try build("int deep(void) { return 1; }", to: "lib/libofdeep.so", flags: [])
        try build(
            "int deep(void); int middle(void) { return deep(); }", to: "lib/libofmiddle.so", flags: ["lib/libofdeep.so"]
        )
        try build(
            "int middle(void); int top(void) { return middle(); }", to: "top.so",
            flags: ["lib/libofmiddle.so", "-Wl,\(flag),-rpath,$ORIGIN/lib", "-Wl,-rpath-link,\(folder("lib"))"])
        let found = try found(of: "top.so")
        #expect(found.own == ["libofdeep.so \(place)", "libofmiddle.so lib/libofmiddle.so"])
        #expect(found.own == found.linker)
    }

    @Test("in the folders of its own DT_RUNPATH, and not in those of the one that needs it")
    func ownFolders() throws {
        for place in ["lib", "own"] {
            try build("int deep(void) { return 1; }", to: "\(place)/libofdeep.so", flags: [])
        }
        try build(
            "int deep(void); int middle(void) { return deep(); }", to: "lib/libofmiddle.so",
            flags: ["own/libofdeep.so", "-Wl,--enable-new-dtags,-rpath,$ORIGIN/../own"])
        try build(
            "int middle(void); int top(void) { return middle(); }", to: "top.so",
            flags: ["lib/libofmiddle.so", "-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib"])
        let found = try found(of: "top.so")
        #expect(found.own == ["libofdeep.so own/libofdeep.so", "libofmiddle.so lib/libofmiddle.so"])
        #expect(found.own == found.linker)
    }
}
