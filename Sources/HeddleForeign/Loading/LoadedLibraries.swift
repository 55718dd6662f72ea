// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleSystem
internal import Synchronization

/// The libraries that this process has loaded from files: a file is mapped once for each content that it has had.
final class LoadedLibraries: Sendable {
    static let shared = LoadedLibraries()

    private struct Entry {
        let bytes: [UInt8]
        let library: Library
    }

    private let entries = Mutex<[LexicalPath: [Entry]]>([:])
    private let systemLibraries = Mutex<[String: Library]>([:])

    /// The library that the system knows by a name, opened by `open` where that was not done yet. None is ever
    /// unmapped, so that the name means the same library from then on.
    ///
    /// The lock is held meanwhile, as in ``library(at:bytes:load:)``.
    func system(_ soname: String, open: () throws(Diagnostic) -> Library) throws(Diagnostic) -> Library {
        try systemLibraries.withLock { libraries throws(Diagnostic) in
            if let known = libraries[soname] { return known }
            let library = try open()
            libraries[soname] = library
            return library
        }
    }

    /// The library with these bytes, loaded by `load` where it is not there yet.
    ///
    /// The lock is held while it is loaded, so that two threads do not load it twice; constructors of a library must
    /// not load modules through Heddle.
    ///
    /// - Parameter load: gets how many other contents of the file were loaded before.
    func library(
        at path: String, bytes: [UInt8], load: (Int) throws(Diagnostic) -> Library
    ) throws(Diagnostic) -> Library {
        let path = LexicalPath(path)
        return try entries.withLock { entries throws(Diagnostic) in
            if let known = entries[path]?.first(where: { $0.bytes == bytes }) { return known.library }
            let library = try load(entries[path]?.count ?? 0)
            entries[path, default: []].append(Entry(bytes: bytes, library: library))
            return library
        }
    }
}
