// SPDX-License-Identifier: Apache-2.0

internal import HeddleSystem
internal import Synchronization

/// The pairs of libraries that the dynamic linker has bound to each other. Both share the types of one header, so that
/// what one gives out the other may get.
enum LinkedLibraries {
    /// The names by which a library is needed, and needs others.
    private struct Names {
        let soname: String?
        let needs: [String]
    }

    private struct State {
        /// By the paths of the libraries that were loaded.
        var loaded: [String: Names] = [:]
        /// By sonames, of those that were only looked at.
        var others: [String: [String]] = [:]
        /// The sonames of all that a library needs, and what that needs in turn, by its path.
        var reach: [String: Set<String>] = [:]
    }

    private static let state = Mutex(State())

    /// Notes a library that is loaded.
    static func note(_ elf: ElfFile, at path: String) {
        let names = Names(soname: elf.soname, needs: elf.dynamicTexts(.needed))
        state.withLock { state in
            state.loaded[path] = names
            state.reach[path] = nil
        }
    }

    /// Returns whether one of two loaded libraries needs the other, by way of others or not.
    ///
    /// - Complexity: the first time O(size of the files that both need).
    static func areLinked(_ left: String, _ right: String) -> Bool {
        state.withLock { state in
            guard let one = state.loaded[left], let other = state.loaded[right] else { return false }
            return other.soname.map { reach(of: left, one, &state).contains($0) } ?? false
                || one.soname.map { reach(of: right, other, &state).contains($0) } ?? false
        }
    }

    private static func reach(of path: String, _ names: Names, _ state: inout State) -> Set<String> {
        if let known = state.reach[path] { return known }
        var (reach, waiting) = (Set<String>(), names.needs[...])
        while let name = waiting.popFirst() {
            guard reach.insert(name).inserted else { continue }
            waiting += needs(of: name, &state)
        }
        state.reach[path] = reach
        return reach
    }

    private static func needs(of soname: String, _ state: inout State) -> [String] {
        if let known = state.others[soname] { return known }
        let elf = LibraryPath.files(of: soname).lazy.compactMap { path in
            (try? FileContents.read(path)).flatMap { try? ElfFile($0) }
        }.first
        let needs = elf?.dynamicTexts(.needed) ?? []
        state.others[soname] = needs
        return needs
    }
}
