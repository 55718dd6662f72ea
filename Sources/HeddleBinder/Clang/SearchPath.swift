// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The folders in which clang searches headers, and its target machine.
struct SearchPath: Sendable {
    /// Such as `x86_64-unknown-linux-gnu`.
    let target: String
    /// The folders, each with a `/` at its end, the longest first.
    let folders: [String]

    /// Those that were asked for and are none of the system's.
    private let ownFolders: [String]

    /// Asks clang.
    ///
    /// - Parameter folders: those that were asked for.
    init(of clang: Clang, asked folders: [String]) async throws(Diagnostics) {
        let said = try await clang.succeed(["-E", "-v"], on: "").messages
        let lines = said.split(separator: "\n").map { $0.drop { $0 == " " } }
        target = lines.first { $0.hasPrefix("Target: ") }.map { String($0.dropFirst(8)) } ?? "unknown"
        let list = lines.drop { !$0.hasPrefix("#include") }.prefix { $0 != "End of search list." }
        ownFolders = folders.filter { !$0.hasPrefix("/usr/") }.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        self.folders = Set(list.filter { !$0.hasPrefix("#") }.map { $0 + "/" }).sorted {
            ($1.count, $0) < ($0.count, $1)
        }
    }

    /// Returns whether a file stands in a folder that was asked for.
    func isPrivate(_ file: String) -> Bool { ownFolders.contains(where: file.hasPrefix) }

    /// A file as `#include <…>` would name it; nil where it is in none of the folders.
    func name(of file: String) -> String? {
        folders.first { file.hasPrefix($0) }.map { String(file.dropFirst($0.count)) }
    }
}
