// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign
import Foundation
import Testing
import Workbench

@Suite("A file is refused")
struct FileKindTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func refusal(of path: String) -> String? {
        #expect(throws: Diagnostics.self) { try LibraryFile(path: path) }?.all.first.map {
            $0.message.replacingOccurrences(of: "the module \(path) cannot be loaded: ", with: "")
        }
    }

    @Test("when it is no regular file, without waiting for anything")
    func kinds() throws {
        #expect(refusal(of: folder.path) == "it is a directory, not a regular file")
        #expect(unsafe mkfifo(folder("fifo.so"), 0o600) == 0)
        #expect(refusal(of: folder("fifo.so")) == "it is a FIFO, not a regular file")
        #expect(refusal(of: "/dev/zero") == "it is a device, not a regular file")
        #expect(refusal(of: folder("missing.so")) == "no such file or directory")
        #expect(refusal(of: "") == "no such file or directory")
        try FileManager.default.createSymbolicLink(atPath: folder("loop.so"), withDestinationPath: folder("loop.so"))
        #expect(refusal(of: folder("loop.so")) == "too many levels of symbolic links")
    }

    @Test("when it may not be read", .enabled(if: geteuid() != 0, "root may read everything"))
    func permission() throws {
        let path = try folder.write(contents(of: Fixture.path("Numbers")), to: "secret.so")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(refusal(of: path) == "permission denied")
    }

    @Test("when it is no ELF file; the message says what it is")
    func notElf() throws {
        #expect(try refusal(of: folder.write([], to: "empty.so")) == "the file is empty")
        let text = try folder.write("#!/bin/sh\necho\n".utf8, to: "script.so")
        #expect(refusal(of: text) == "it is not an ELF library; it begins with the text \"#!/bin/sh…\"")
        let image = try folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], to: "image.so")
        #expect(refusal(of: image) == "it is not an ELF library; it begins with the bytes 89 50 4e 47")
        #expect(try refusal(of: folder.write([0x7F, 0x45], to: "short.so"))?.contains("cut short") == true)
        #expect(
            try refusal(of: folder.write("/* GNU ld script */\n".utf8, to: "ld.so"))?.contains("not an ELF") == true)
    }

    @Test("when it is ELF for another purpose", .enabled(if: Compiler.isInstalled))
    func otherElf() throws {
        let object = try Compiler.build("int f(void) { return 1; }", to: "f.o", flags: ["-c"], in: folder)
        #expect(refusal(of: object) == "it is an object file, not a shared library")
        let program = try Compiler.build("int main(void) { return 1; }", to: "f", flags: ["-no-pie"], in: folder)
        #expect(refusal(of: program) == "it is an executable, not a shared library")
    }

    @Test(
        "when it was built for another machine",
        arguments: [
            (4, 1, "it is not a 64-bit little-endian library"), (5, 2, "it is not a 64-bit little-endian library"),
            (18, 243, "it was built for another machine (ELF machine 243)"),
        ])
    func machines(offset: Int, byte: UInt8, message: String) throws {
        var bytes = try contents(of: Fixture.path("Numbers"))
        bytes[offset] = byte
        #expect(try refusal(of: folder.write(bytes, to: "foreign.so")) == message)
    }
}
