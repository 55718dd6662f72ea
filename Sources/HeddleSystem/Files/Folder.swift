// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A folder in which files are looked for.
package struct Folder: Sendable {
    private let path: String

    /// The folder at a path; nil if there is none.
    package init?(_ path: String) {
        guard (try? System.status(at: path))?.kind == .folder else { return nil }
        self.path = path.last == "/" && path.count > 1 ? String(path.dropLast()) : path
    }

    /// The regular files in the folder and in those inside of it whose names end so and that are not too large.
    ///
    /// Hidden entries, whose names begin with a dot, are left out. Links to folders are not followed, since they might
    /// lead in circles. The entries of each folder come in the order of their names.
    ///
    /// - Parameter limit: how many bytes a file has at most.
    /// - Throws: which folder cannot be read.
    package func files(endingIn suffix: String, limit: Int) throws(Diagnostic) -> [String] {
        let names: [String]
        do {
            names = try System.entries(ofFolder: path)
        } catch {
            throw unreadable(path, .behaviour, error)
        }
        var files: [String] = []
        for name in names where !name.hasPrefix(".") {
            let entry = path == "/" ? "/\(name)" : "\(path)/\(name)"
            if let folder = Folder(entry) {
                if (try? System.status(at: entry, followingLinks: false))?.kind != .link {
                    files += try folder.files(endingIn: suffix, limit: limit)
                }
            } else if name.hasSuffix(suffix), isRegularFile(entry, limit) {
                files.append(entry)
            }
        }
        return files
    }

    private func isRegularFile(_ path: String, _ limit: Int) -> Bool {
        guard let status = try? System.status(at: path) else { return false }
        return status.kind == .regular && status.size <= limit
    }
}

extension System {
    /// Makes a folder and those that it stands in, as far as they are not there.
    package static func makeFolders(_ path: LexicalPath) throws(SystemFailure) {
        if allows(.existence, to: path.text) { return }
        if !path.parts.isEmpty { try makeFolders(path.folder) }
        do throws(SystemFailure) { try makeFolder(path.text) } catch {
            // Another process may have made it.
            if !allows(.existence, to: path.text) { throw error }
        }
    }
}
