// SPDX-License-Identifier: Apache-2.0

/// The identity of a file, whichever path leads to it.
package enum FileIdentity: Hashable, Sendable {
    /// One that is there.
    case file(device: UInt, number: UInt)
    /// One that is not, by its folder without links and detours, and its name.
    case missing(String)

    /// nil for what is no regular file, such as a pipe or `/dev/null`: it may be read and written by many.
    package init?(_ path: String) {
        guard let status = try? System.status(at: path) else {
            let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            self = .missing(canonicalPath(of: end == path.startIndex ? "." : String(path[..<end])) + "/" + path[end...])
            return
        }
        guard status.kind == .regular else { return nil }
        self = .file(device: status.device, number: status.number)
    }
}

/// The canonical path of a file, without links and detours, which identifies the file; the path itself if there is no
/// such file.
package func canonicalPath(of path: String) -> String { (try? System.realPath(of: path)) ?? path }

/// Returns true if a path leads to anything.
package func leadsSomewhere(_ path: String) -> Bool { (try? System.status(at: path)) != nil }

extension String {
    /// The reason why a file cannot have this name, which contains a NUL; nil if it can.
    package var obstacleAsFileName: String? {
        utf8.contains(0) ? "its name has a NUL (\\u0000), which a file name cannot have" : nil
    }
}
