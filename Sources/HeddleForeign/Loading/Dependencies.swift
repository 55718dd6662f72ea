// SPDX-License-Identifier: Apache-2.0

internal import HeddleSystem

/// The libraries that a library needs, and those that they need in turn, as the dynamic linker finds them.
///
/// Nothing is loaded: files are read.
package struct Dependencies: Sendable {
    /// A library that another one needs.
    package struct Dependency: Sendable {
        /// The name by which it is needed.
        package let name: String
        /// The name or path of the library that needs it first.
        package let needer: String
        /// Its file; nil if there is none that this machine can load.
        package let path: String?
    }

    /// The libraries, those that the file needs itself first.
    package private(set) var all: [Dependency] = []
    /// The names that some of them define.
    private var defined: Set<String> = []

    /// Looks for what a file needs.
    ///
    /// - Complexity: O(symbols of all libraries).
    package init(of file: LibraryFile) {
        var waiting = [(elf: file.elf, path: file.path, search: LibrarySearch(of: file.elf, at: file.path))][...]
        var known: Set<String> = []
        while let (elf, path, search) = waiting.popFirst() {
            for name in elf.dynamicTexts(.needed) where known.insert(name).inserted {
                let found = Self.find(name, in: search)
                all.append(Dependency(name: name, needer: path, path: found?.path))
                guard let found else { continue }
                defined.formUnion(found.elf.definedNames)
                let inner = LibrarySearch(of: found.elf, at: found.path, neededBy: search)
                waiting.append((found.elf, found.path, inner))
            }
        }
    }

    /// The names that a library imports and that none of the others defines.
    package func missing(of facts: LibraryFacts) -> [String] { facts.imports.filter { !defined.contains($0) } }

    /// The file of a needed library that this machine can load.
    private static func find(_ name: String, in search: LibrarySearch) -> (elf: ElfFile, path: String)? {
        for candidate in search.candidates(for: name) where System.allows(.reading, to: candidate.path) {
            guard let bytes = try? FileContents.read(candidate.path), let elf = try? ElfFile(bytes) else { continue }
            return (elf, candidate.path)
        }
        return nil
    }
}
