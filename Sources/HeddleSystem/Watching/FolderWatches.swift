// SPDX-License-Identifier: Apache-2.0

/// The watched folders.
///
/// Folders are watched, not files, because a program may replace a file by another one. For a missing folder the
/// nearest existing one is watched.
struct FolderWatches {
    private let queue: Int32
    /// The folders by what the system calls its watches; one folder may have several paths.
    private var folders: [Int32: Set<String>] = [:]
    /// The paths that have to be there before a folder can be.
    private(set) var awaited: Set<String> = []
    /// A folder that is there and cannot be watched, and why; nil if there is none.
    private(set) var failure: (folder: String, reason: SystemFailure)?

    /// Begins to take notes in a queue of `inotify`.
    init(queue: Int32) {
        self.queue = queue
    }

    /// The paths of the folder that a note is about.
    func folders(of watch: Int32) -> Set<String> { folders[watch] ?? [] }

    /// Watches these folders, and no others.
    ///
    /// - Returns: those of them that are watched only from here on.
    mutating func set(_ wanted: Set<String>) -> Set<String> {
        let known = folders.values.reduce(into: Set()) { $0.formUnion($1) }
        let old = Set(folders.keys)
        (folders, awaited, failure) = ([:], [], nil)
        let watched = wanted.filter { add($0) }
        for watch in old where folders[watch] == nil { System.endWatch(watch, in: queue) }
        return watched.subtracting(known)
    }

    /// Removes a folder that is gone.
    mutating func remove(_ watch: Int32) { folders[watch] = nil }

    /// Returns whether it is there.
    private mutating func add(_ path: String) -> Bool {
        do throws(SystemFailure) {
            folders[try System.watch(path, FolderNote.interests, in: queue), default: []].insert(path)
            return true
        } catch {
            // Until that is mended, the folder around it is watched, as for one that is missing.
            if error != .missing, error != .notInFolder { failure = failure ?? (path, error) }
        }
        // A path that leads nowhere ends at one of these two.
        if path != ".", path != "/" {
            let outer = folder(of: path)
            awaited.insert(HeddleSystem.path(of: String(path.split(separator: "/").last ?? ""), in: outer))
            _ = add(outer)
        }
        return false
    }
}
