// SPDX-License-Identifier: Apache-2.0

/// The files that a ``FileWatch`` watches. None of them needs to exist.
package enum WatchedPath: Hashable, Sendable {
    /// One file, and what it is a link to.
    case file(String)
    /// All files in a folder whose names end so.
    case files(in: String, endingIn: String)
}

/// The relevant changes and their folders.
struct WatchedPaths {
    /// The folders in which they can be seen.
    private(set) var folders: Set<String> = []
    /// The names of a file for people, by the paths under which it may change.
    private var namesByPath: [String: String] = [:]
    /// The names of the files that are watched by themselves.
    var names: [String] { Array(Set(namesByPath.values)) }
    private var suffixes: [String: Set<String>] = [:]

    init(_ paths: Set<WatchedPath>) {
        for path in paths {
            switch path {
            case .file(let path): for place in [path, canonicalPath(of: path)] { add(place, called: path) }
            case .files(let folder, let suffix):
                suffixes[folder, default: []].insert(suffix)
                folders.insert(folder)
            }
        }
    }

    private mutating func add(_ place: String, called name: String) {
        let folder = folder(of: place)
        folders.insert(folder)
        namesByPath[path(of: String(place.split(separator: "/").last ?? ""), in: folder)] = name
    }

    /// The name of a folder's entry for people; nil if it is of no interest.
    func name(of entry: String, in folder: String) -> String? {
        let path = path(of: entry, in: folder)
        if let name = namesByPath[path] { return name }
        return suffixes[folder]?.contains(where: entry.hasSuffix) ?? false ? path : nil
    }
}

/// The folder that an entry stands in.
func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The path of an entry of a folder.
func path(of entry: String, in folder: String) -> String { folder == "/" ? "/\(entry)" : "\(folder)/\(entry)" }
