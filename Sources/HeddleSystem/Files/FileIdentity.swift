// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What tells a file from every other, whichever path leads to it.
package enum FileIdentity: Hashable, Sendable {
    /// One that is there.
    case file(device: UInt, number: UInt)
    /// One that is not, by its folder without links and detours, and its name.
    case missing(String)

    /// nil for what is no regular file, such as a pipe or `/dev/null`: it may be read and written by many.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            self = .missing(canonicalPath(of: end == path.startIndex ? "." : String(path[..<end])) + "/" + path[end...])
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        self = .file(device: status.st_dev, number: status.st_ino)
    }
}
