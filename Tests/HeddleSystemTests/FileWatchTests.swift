// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
@testable import HeddleSystem
import Foundation
import Testing
import Workbench

@Suite("Watching files", .timeLimit(.minutes(1)))
struct FileWatchTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("says which limit keeps it from watching a folder, and watches the others")
    func refused() throws {
        try System.makeFolder(folder("one"))
        try System.makeFolder(folder("two"))
        let watch = try FileWatch()
        InjectedFaults(.failing(.watch, with: ENOSPC, times: 1)).during {
            watch.watch([.file(folder("one/a")), .file(folder("two/a"))])
        }
        guard case .refused(let diagnostic) = watch.wait() else {
            Issue.record("nothing was said")
            return
        }
        #expect(diagnostic.message.hasPrefix("files in \(folder.path)/"))
        #expect(diagnostic.message.hasSuffix(" cannot be watched: no space left on device"))
        try folder.write("one/a", "")
        try folder.write("two/a", "")
        guard case .changed(let files) = watch.wait() else {
            Issue.record("nothing was seen")
            return
        }
        #expect(files.count == 1)
    }

    @Test("takes a missing folder for one that may come")
    func missing() throws {
        let watch = try FileWatch()
        watch.watch([.file(folder("later/a"))])
        try System.makeFolder(folder("later"))
        try folder.write("later/a", "")
        guard case .changed(let files) = watch.wait() else {
            Issue.record("nothing was seen")
            return
        }
        #expect(files == [folder("later/a")])
    }

    @Test("takes all files for changed where the system has lost what has changed")
    func overflow() throws {
        for name in ["a", "b"] { try folder.write(name, "") }
        let watch = try FileWatch()
        watch.watch([.file(folder("a")), .file(folder("b"))])
        let limit =
            Int(try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).dropLast()) ?? 0
        // Two notes that are alike are one.
        for number in 0...limit { try folder.write(number % 2 == 0 ? "c" : "d", "x") }
        try folder.write("b", "x")
        guard case .changed(let files) = watch.wait() else {
            Issue.record("nothing was seen")
            return
        }
        #expect(files.sorted() == [folder("a"), folder("b")])
    }
}
