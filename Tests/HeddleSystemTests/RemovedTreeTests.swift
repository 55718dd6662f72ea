// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import Foundation
import Testing
import Workbench

@Suite("A folder is removed with all that is in it")
struct RemovedTreeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("and a link in it goes without what it points to, whose permissions stay")
    func links() throws {
        try System.makeFolder(folder("other"))
        try folder.write("other/a", "stays")
        try System.setPermissions(0o755, of: folder("other"))
        try System.makeFolder(folder("tree"))
        try System.link(folder("tree/link"), to: folder("other"))
        try System.setPermissions(0o000, of: folder("tree"))
        try System.removeTree(folder("tree"))
        #expect(!FileManager.default.fileExists(atPath: folder("tree")))
        #expect(folder.text(of: "other/a") == "stays")
        #expect(try System.status(at: folder("other")).permissions == 0o755)
    }

    @Test("or says why its names cannot be read")
    func unreadable() throws {
        try System.makeFolder(folder("tree"))
        try folder.write("tree/a", "")
        #expect(throws: SystemFailure(number: EIO)) {
            try InjectedFaults(.failing(.list, with: EIO)).during { try System.removeTree(folder("tree")) }
        }
        #expect(folder.text(of: "tree/a") == "")
    }
}
