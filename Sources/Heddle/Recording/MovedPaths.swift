// SPDX-License-Identifier: Apache-2.0

internal import HeddleSystem

/// Paths of a behaviour that is written to another folder than the one that they are relative to.
package struct MovedPaths {
    /// The folder that the behaviour is written to.
    let target: String

    /// - Parameter folder: the one that the behaviour is written to.
    package init(to folder: String) {
        target = canonicalPath(of: folder)
    }

    /// The path of the same file, seen from the new folder.
    ///
    /// - Parameter origin: the origin of the text that names the file.
    package func moved(_ path: String, from origin: Origin) -> String {
        guard case .file(let folder) = origin, !path.hasPrefix("/"), canonicalPath(of: folder) != target else {
            return path
        }
        let (parent, name) = split("\(folder)/\(path)")
        return relative(canonicalPath(of: parent)) + name
    }

    private func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// A folder seen from the new one, with a `/` at its end.
    private func relative(_ folder: String) -> String {
        let (here, there) = (target.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(here, there).prefix { $0 == $1 }.count
        let up = here.dropFirst(common).map { _ in "../" }.joined()
        return (up.isEmpty ? "./" : up) + there.dropFirst(common).map { "\($0)/" }.joined()
    }
}
