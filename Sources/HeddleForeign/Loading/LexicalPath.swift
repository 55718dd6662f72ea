// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An absolute path without `.`, `..` and empty parts. No link is followed.
struct LexicalPath: Hashable, Sendable {
    /// The names from the root down.
    let parts: [String]

    init(parts: [String]) {
        self.parts = parts
    }

    /// A relative path is taken from the current folder.
    init(_ path: String) {
        var parts: [String] = []
        for part in (path.hasPrefix("/") ? path : "\(Self.currentFolder)/\(path)").split(separator: "/") {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        self.parts = parts
    }

    var text: String { "/" + parts.joined(separator: "/") }

    /// The last name, which a file has.
    var name: String { parts.last ?? "" }

    /// The folder that it stands in.
    var folder: LexicalPath { LexicalPath(parts: Array(parts.dropLast())) }

    /// The folders that two paths have in common.
    func common(with other: LexicalPath) -> LexicalPath {
        LexicalPath(parts: zip(parts, other.parts).prefix { $0 == $1 }.map(\.0))
    }

    /// The path as it is seen from one of its own folders.
    func relative(to folder: LexicalPath) -> [String] { Array(parts.dropFirst(folder.parts.count)) }

    private static var currentFolder: String {
        guard let folder = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder)
    }
}
