// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem
import Foundation
import Testing
import Workbench

@Suite("Files on a system that refuses and interrupts calls")
struct FaultyFileTests {
    private let folder: ScratchFolder
    private let text = String(repeating: "0123456789abcdef", count: 20_000)

    init() throws { folder = try ScratchFolder() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func write(_ parts: String..., to name: String) throws {
        let file = try WholeFile(path: folder(name), code: .report(.unwritable))
        for part in parts { file.write(part) }
        try file.commit()
    }

    @Test(
        "a whole file on a full disk names its path, and what was there stays",
        arguments: [
            (SystemCall.write, 0), (.write, 2), (.synchronize, 0), (.link, 0), (.rename, 0),
        ])
    func full(call: SystemCall, after: Int) throws {
        try folder.write("report.xml", "before")
        let faults = InjectedFaults(.failing(call, with: ENOSPC, after: after))
        let error = #expect(throws: Diagnostic.self) {
            try faults.during { try write(text, text, text, to: "report.xml") }
        }
        #expect(error?.message == "the file \(folder("report.xml")) cannot be written: no space left on device")
        #expect(error?.code == .report(.unwritable))
        // The command ends with status 8.
        #expect(error?.subject == .resource)
        let isUntouched = folder.text(of: "report.xml") == "before"
        #expect(isUntouched)
        #expect(try names == ["report.xml"])
    }

    @Test("a whole file needs no file without a name")
    func named() throws {
        try InjectedFaults(.failing(.access, with: ENOENT)).during { try write(text, to: "report.xml") }
        let written = folder.text(of: "report.xml") == text
        #expect(written)
        #expect(try names == ["report.xml"])
    }

    @Test("a whole file that finds its temporary names taken tries others")
    func taken() throws {
        try InjectedFaults(.failing(.link, with: EEXIST, times: 3)).during { try write(text, to: "report.xml") }
        let written = folder.text(of: "report.xml") == text
        #expect(written)
        #expect(try names == ["report.xml"])
    }

    @Test("interrupted and short writes lose nothing")
    func shortWrites() throws {
        let faults = InjectedFaults(
            .failing(.write, with: EINTR, after: 2, times: 5), .failing(.open, with: EINTR, times: 2),
            .failing(.synchronize, with: EINTR, times: 2), .short(.write, bytes: 999))
        try faults.during { try write(text, to: "report.xml") }
        let written = folder.text(of: "report.xml") == text
        #expect(written)
    }

    @Test("interrupted and short reads lose nothing")
    func shortReads() throws {
        try folder.write("text", text)
        let faults = InjectedFaults(
            .failing(.read, with: EINTR, after: 1, times: 5), .failing(.open, with: EINTR, times: 2),
            .short(.read, bytes: 997))
        let read = try faults.during { try readText(at: folder("text"), limit: 1 << 20, kind: .behaviour) }
        let bytes = try faults.during { try FileContents.read(folder("text")) }
        let isWhole = (read.bytes == Array(text.utf8), bytes == Array(text.utf8))
        #expect(isWhole.0 && isWhole.1)
    }

    @Test(
        "a text that cannot be read says why",
        arguments: [
            (SystemCall.open, EMFILE, "too many open files (the limit is that of ulimit -n)"),
            (.open, EACCES, "permission denied"), (.status, EIO, "input/output error"),
            (.read, EIO, "input/output error"),
        ])
    func unreadable(call: SystemCall, number: Int32, words: String) throws {
        try folder.write("text", text)
        let error = #expect(throws: Diagnostic.self) {
            try InjectedFaults(.failing(call, with: number)).during {
                try readText(at: folder("text"), limit: 1 << 20, kind: .behaviour)
            }
        }
        #expect(error?.message == "the behaviour \(folder("text")) cannot be read: \(words)")
        #expect(error?.subject == (number == EMFILE ? .resource : .document))
    }

    @Test("a file of lines tells its first failure, and tries nothing more")
    func lines() throws {
        let (file, sender) = (LineFile(path: "/dev/full"), Sender())
        for number: UInt64 in 1...3 { _ = file.append(Array("one\n".utf8), number, from: sender) }
        file.flush()
        #expect(file.append(Array("two\n".utf8), 4, from: sender) == "no space left on device")
        file.flush()
        #expect(sender.lost.map(\.reason) == Array(repeating: "no space left on device", count: 3))
        #expect(sender.lost.map(\.number) == [1, 2, 3], "the fourth one was refused")
    }

    @Test("a folder whose entries cannot be listed is an error, and not an empty one")
    func entries() throws {
        let found = try #require(Folder(folder.path))
        let error = #expect(throws: Diagnostic.self) {
            try InjectedFaults(.failing(.list, with: EMFILE)).during { try found.files(endingIn: ".json", limit: 1) }
        }
        #expect(error?.message.hasSuffix("too many open files (the limit is that of ulimit -n)") == true)
    }

    @Test("faults meet the calls of their own task alone")
    func isolation() throws {
        try folder.write("text", text)
        let path = folder("text")
        let (isReadable, done) = (Mark(), DispatchSemaphore(value: 0))
        InjectedFaults(.failing(.open, with: EMFILE)).during {
            let isStarted = DetachedThread.start {
                if (try? FileContents.read(path)) != nil { isReadable.set() }
                done.signal()
            }
            #expect(isStarted)
            done.wait()
            #expect(throws: Diagnostic.self) { try FileContents.read(path) }
        }
        #expect(isReadable.isSet)
        #expect(throws: Never.self) { try FileContents.read(path) }
    }
}

/// Keeps what is lost.
private final class Sender: LineSender, @unchecked Sendable {
    private let lock = NSLock()
    private var all: [(number: UInt64, reason: String)] = []

    var lost: [(number: UInt64, reason: String)] { lock.withLock { all } }

    func lost(_ line: UInt64, because reason: String) { lock.withLock { all.append((line, reason)) } }
}

/// Something that has happened, on whichever thread.
private final class Mark: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    func set() { lock.withLock { value = true } }
    var isSet: Bool { lock.withLock { value } }
}
