// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDiagnostics
import HeddleSystem
import Testing
import Workbench

@Suite("A file beside another one")
struct SideFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func makeFile() throws -> WholeFile {
        try WholeFile(path: folder("report.xml"), code: .report(.unwritable))
    }

    @Test("has no name, and gives back what was put there, in any order")
    func round() throws {
        let side = try #require(try makeFile().makeSideFile())
        let places = try (0..<100).map { try side.append(Array("text \($0)".utf8)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        for number in (0..<100).reversed() {
            #expect(try side.bytes(at: places[number]) == Array("text \(number)".utf8))
        }
    }

    @Test("on a disk that is full for a while says so, and has all that it has taken")
    func full() throws {
        let side = try #require(try makeFile().makeSideFile())
        let first = try side.append([1, 2, 3])
        let faults = InjectedFaults(.short(.write, bytes: 2), .failing(.write, with: ENOSPC, after: 1, times: 1))
        #expect(throws: SystemFailure.self) { _ = try faults.during { try side.append([4, 5, 6, 7]) } }
        let last = try side.append([8, 9])
        #expect(try side.bytes(at: first) == [1, 2, 3])
        #expect(try side.bytes(at: last) == [8, 9])
    }

    @Test("that cannot be read makes the other one fail, and what was there stays")
    func unreadable() throws {
        try folder.write("report.xml", "before")
        let file = try makeFile()
        file.write("after")
        file.fail(.damaged)
        let error = #expect(throws: Diagnostic.self) { try file.commit() }
        #expect(error?.message == "the file \(folder("report.xml")) cannot be written: input/output error")
        #expect(folder.text(of: "report.xml") == "before")
    }
}
