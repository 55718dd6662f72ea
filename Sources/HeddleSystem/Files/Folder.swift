// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import Glibc

/// A folder in which files are looked for.
package struct Folder: Sendable {
    private let path: String

    /// The folder at a path; nil where there is none.
    package init?(_ path: String) {
        guard fileStatus(path).map({ $0.st_mode & S_IFMT == S_IFDIR }) ?? false else { return nil }
        self.path = path.last == "/" && path.count > 1 ? String(path.dropLast()) : path
    }

    /// The regular files in the folder and in those inside of it whose names end so and that are not too large.
    ///
    /// What is hidden, its name beginning with a point, is left out, and links to folders are not followed, which
    /// might lead in circles. The entries of each folder come in the order of their names.
    ///
    /// - Parameter limit: how many bytes a file has at most.
    /// - Throws: which folder cannot be read.
    package func files(endingIn suffix: String, limit: Int) throws(Diagnostic) -> [String] {
        guard let names = entries(ofFolder: path) else {
            throw unreadable(path, "behaviour", SystemFailure(number: errno))
        }
        var files: [String] = []
        for name in names where !name.hasPrefix(".") {
            let entry = path == "/" ? "/\(name)" : "\(path)/\(name)"
            if let folder = Folder(entry) {
                if !isLink(entry) { files += try folder.files(endingIn: suffix, limit: limit) }
            } else if name.hasSuffix(suffix), isRegularFile(entry, limit) {
                files.append(entry)
            }
        }
        return files
    }

    private func isRegularFile(_ path: String, _ limit: Int) -> Bool {
        guard let status = fileStatus(path) else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size <= limit
    }
}

/// The names of what a folder holds, in order; nil where `errno` says why it cannot be read.
package func entries(ofFolder path: String) -> [String]? {
    guard let stream = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        names.append(name)
    }
    return names.sorted()
}

/// Whether a path leads to anything.
package func leadsSomewhere(_ path: String) -> Bool { fileStatus(path) != nil }

/// What the system knows of a file, through links.
private func fileStatus(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
}

private func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}
