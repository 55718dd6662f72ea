// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where things stand in the sources.
enum Sources {
    private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()

    /// The top of the project.
    static let root = tests.deletingLastPathComponent().deletingLastPathComponent().path

    /// A file of the fixtures.
    static func fixture(_ name: String) -> String { tests.appending(path: "Fixtures/\(name)").path }
}
