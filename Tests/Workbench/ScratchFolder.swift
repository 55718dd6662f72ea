// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A new folder that is gone with the last reference to it.
package final class ScratchFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes the folder.
    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "heddle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { remove() }

    /// Removes it now.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

    /// Writes a file, and returns its path.
    @discardableResult
    package func write(_ name: String, _ data: Data) throws -> String {
        try data.write(to: URL(filePath: self(name)))
        return self(name)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try write(name, Data(bytes))
    }

    /// The names of what is in a folder, in order.
    package func names(in folder: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(folder)).sorted()
    }

    /// The text of a file; nil where there is none.
    package func text(of name: String) -> String? { try? String(contentsOfFile: self(name), encoding: .utf8) }
}

/// Where things stand in the sources.
package enum Sources {
    /// The top of the project.
    package static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
}
