// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleSystem

/// The user's folder of copies that modules are loaded from: one copy for each content that a file has had.
///
/// A copy is a file of its own, which nobody else writes to. What happens to the module's file does not reach it, and
/// debuggers, profilers and core dumps find it by its name, also when the process has ended.
@safe struct ModuleStore: Sendable {
    private let folder: String

    /// The first fitting folder of `$XDG_CACHE_HOME/heddle`, `~/.cache/heddle` and one of the user's in `$TMPDIR`; nil
    /// where none fits.
    static let shared: ModuleStore? = candidates.lazy.compactMap(ModuleStore.init).first

    private static var candidates: [String] {
        [
            Environment.folder(of: "XDG_CACHE_HOME").map { "\($0)/heddle" },
            Environment.folder(of: "HOME").map { "\($0)/.cache/heddle" },
            "\(Environment.folder(of: "TMPDIR") ?? "/tmp")/heddle-\(System.userNumber)",
        ].compactMap(\.self)
    }

    /// Makes the folder where it is not there yet; nil for one that others may write to, or whose code cannot be run.
    private init?(_ parent: String) {
        folder = "\(parent)/modules"
        try? System.makeFolders(LexicalPath(folder))
        guard isOwn(parent), isOwn(folder), unsafe heddle_allows_execution(folder) else { return nil }
    }

    /// The path of a copy of a module; nil where it cannot be made.
    ///
    /// - Complexity: O(size of the file).
    func copy(of layout: ModuleLayout) -> String? {
        let entry = "\(folder)/\(layout.key)"
        for _ in 0..<3 {
            // Before it is looked at: one that was used lately is not removed.
            try? System.touch(entry)
            if layout.stands(in: entry) { return layout.place(in: entry) }
            // Processes of two namespaces may have the same number.
            let draft = "\(folder)/.\(layout.key).\(System.processNumber).\(UInt32.random(in: 0 ... .max))"
            do throws(SystemFailure) {
                try layout.write(to: draft)
            } catch {
                try? System.removeTree(draft)
                return nil
            }
            do throws(SystemFailure) {
                try System.rename(draft, to: entry)
                tidy(beside: layout.key)
            } catch {
                // The entry is broken, unless another process has just made it.
                if !layout.stands(in: entry) { try? System.removeTree(entry) }
                try? System.removeTree(draft)
            }
        }
        return nil
    }

    // MARK: Tidying

    /// The number of copies that are kept in any case.
    private static let capacity = 64
    /// The number of seconds for which a copy is kept in any case.
    private static let youth = 3600
    /// The number of seconds for which one is kept that nobody uses.
    private static let lifetime = 30 * 24 * 3600

    /// Removes copies that were not used lately, once in an hour. Processes that have loaded them keep what they have.
    private func tidy(beside key: String) {
        let now = WallClock.seconds
        let mark = "\(folder)/.tidied"
        if let last = lastUse(of: mark), now - last < Self.youth { return }
        if let file = try? System.open(mark, [.forWriting, .creating], permissions: 0o600) { System.close(file) }
        try? System.touch(mark)
        let copies = ((try? System.entries(ofFolder: folder)) ?? []).filter {
            ![".", "..", ".tidied", key].contains($0)
        }
        .compactMap { name in lastUse(of: "\(folder)/\(name)").map { (name: name, age: now - $0) } }
        .sorted { $0.age < $1.age }
        for (place, copy) in copies.enumerated() {
            let isSurplus = place >= Self.capacity && copy.age > Self.youth
            if isSurplus || copy.age > Self.lifetime { try? System.removeTree("\(folder)/\(copy.name)") }
        }
    }

    private func lastUse(of path: String) -> Int? {
        (try? System.status(at: path, followingLinks: false))?.modified
    }
}

/// True for a folder that only this user can write to.
private func isOwn(_ path: String) -> Bool {
    guard let status = try? System.status(at: path, followingLinks: false) else { return false }
    return status.kind == .folder && status.owner == System.userNumber && status.permissions & 0o022 == 0
}
