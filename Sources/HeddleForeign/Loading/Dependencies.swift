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
        var waiting = [(elf: file.elf, path: file.path)][...]
        var known: Set<String> = []
        while let (elf, path) = waiting.popFirst() {
            for name in elf.dynamicTexts(tagged: 1) where known.insert(name).inserted {
                let found = Self.find(name, neededBy: elf, at: path)
                all.append(Dependency(name: name, needer: path, path: found?.path))
                guard let found else { continue }
                defined.formUnion(found.elf.definedNames)
                waiting.append(found)
            }
        }
    }

    /// The names that a library imports and that none of the others defines.
    package func missing(of facts: LibraryFacts) -> [String] { facts.imports.filter { !defined.contains($0) } }

    /// The file of a needed library, by the rules of the dynamic linker: a path as it is; else the folders that the
    /// needing library names, `LD_LIBRARY_PATH`, the cache, and the folders of the system.
    private static func find(
        _ name: String, neededBy elf: ElfFile, at path: String
    ) -> (elf: ElfFile, path: String)? {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        func expanded(_ text: String) -> String {
            text.replacing("${ORIGIN}", with: folder).replacing("$ORIGIN", with: folder)
        }
        let own = [29, 15].flatMap { elf.dynamicTexts(tagged: $0) }
            .flatMap { $0.split(separator: ":").map { expanded(String($0)) } }
        let candidates =
            name.contains("/")
            ? [expanded(name)]
            : own.map { "\($0)/\(name)" } + LibraryPath.files(of: name)
                + ["/lib64", "/lib", "/usr/lib64", "/usr/lib"].map { "\($0)/\(name)" }
        for candidate in candidates where System.allows(.reading, to: candidate) {
            guard let bytes = try? FileContents.read(candidate), let elf = try? ElfFile(bytes) else { continue }
            return (elf, candidate)
        }
        return nil
    }
}
