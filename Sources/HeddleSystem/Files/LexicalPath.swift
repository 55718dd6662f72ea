// SPDX-License-Identifier: Apache-2.0

/// An absolute path without `.`, `..` and empty parts. No link is followed.
package struct LexicalPath: Hashable, Sendable {
    /// The names from the root down.
    package let parts: [String]

    package init(parts: [String]) {
        self.parts = parts
    }

    /// A relative path is taken from the current folder.
    package init(_ path: String) {
        var parts: [String] = []
        for part in (path.hasPrefix("/") ? path : "\(System.currentFolder ?? "")/\(path)").split(separator: "/") {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        self.parts = parts
    }

    package var text: String { "/" + parts.joined(separator: "/") }

    /// The last name, which a file has.
    package var name: String { parts.last ?? "" }

    /// The bare name by which behaviours find a library; nil for a file that none has.
    package var libraryName: String? {
        guard name.hasSuffix(".so") else { return nil }
        let stem = name.dropLast(3)
        return String(stem.hasPrefix("lib") ? stem.dropFirst(3) : stem)
    }

    /// The folder that it stands in.
    package var folder: LexicalPath { LexicalPath(parts: Array(parts.dropLast())) }

    /// The folders that two paths have in common.
    package func common(with other: LexicalPath) -> LexicalPath {
        LexicalPath(parts: zip(parts, other.parts).prefix { $0 == $1 }.map(\.0))
    }

    /// The path relative to one of its own folders.
    package func relative(to folder: LexicalPath) -> [String] { Array(parts.dropFirst(folder.parts.count)) }
}
