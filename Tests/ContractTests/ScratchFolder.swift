// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A new folder that is gone with the last reference to it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "heddle-contract-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}

/// Where things stand in the sources.
enum Sources {
    private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()

    /// The top of the project.
    static let root = tests.deletingLastPathComponent().deletingLastPathComponent().path

    /// A file of the fixtures.
    static func fixture(_ name: String) -> String { tests.appending(path: "Fixtures/\(name)").path }
}
