// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem
import Foundation
import Testing
import Workbench

@Suite("A file that is whole or absent")
struct WholeFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("is not there before it is committed, and then it is, with nothing beside it")
    func commit() throws {
        let file = try WholeFile(path: folder("a"), code: .report(.unwritable))
        let part = String(repeating: "x", count: 40_000)
        for _ in 0..<3 { file.write(part) }
        #expect(folder.text(of: "a") == nil)
        try file.commit()
        #expect(folder.text(of: "a") == part + part + part)
        #expect(try names == ["a"])
    }

    @Test("several to one path do not meet before the last one takes it")
    func several() throws {
        let files = try ["one", "two"].map { text in
            let file = try WholeFile(path: folder("a"), code: .report(.unwritable))
            file.write(text)
            return file
        }
        for file in files { try file.commit() }
        #expect(folder.text(of: "a") == "two")
        #expect(try names == ["a"])
    }

    @Test("leaves what was there where it is not committed")
    func abandon() throws {
        try folder.write("a", "before")
        var file: WholeFile? = try WholeFile(path: folder("a"), code: .report(.unwritable))
        file?.write("after")
        file = nil
        #expect(folder.text(of: "a") == "before")
        #expect(try names == ["a"])
    }

    @Test("has the permissions of the file that it replaces")
    func permissions() throws {
        try folder.write("a", "before")
        try System.setPermissions(0o600, of: folder("a"))
        let file = try WholeFile(path: folder("a"), code: .report(.unwritable))
        file.write("after")
        try file.commit()
        #expect(folder.text(of: "a") == "after")
        #expect(try System.status(at: folder("a")).permissions == 0o600)
    }

    @Test("takes the place of what a link points to, and the link stays")
    func link() throws {
        try folder.write("target", "before")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: folder("target"))
        let file = try WholeFile(path: folder("link"), code: .report(.unwritable))
        file.write("after")
        try file.commit()
        #expect(folder.text(of: "target") == "after")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link")) == folder("target"))
    }

    @Test("a device is written to and not replaced")
    func device() throws {
        let file = try WholeFile(path: "/dev/null", code: .report(.unwritable))
        file.write("text")
        try file.commit()
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test("that cannot be written says why")
    func refused() {
        #expect(throws: Diagnostic.self) { try WholeFile(path: folder("none/a"), code: .report(.unwritable)) }
        #expect(throws: Diagnostic.self) { try WholeFile(path: folder.path, code: .report(.unwritable)) }
        #expect(throws: Diagnostic.self) { try WholeFile(path: "", code: .report(.unwritable)) }
    }

    @Test("a disk that is full is said when it is committed")
    func full() throws {
        let file = try WholeFile(path: "/dev/full", code: .report(.unwritable))
        file.write("text")
        let error = #expect(throws: Diagnostic.self) { try file.commit() }
        #expect(error?.message == "the file /dev/full cannot be written: no space left on device")
    }
}
