// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleSystem

/// The libraries that a library finds by `$ORIGIN`, its own folder: those that it needs itself, and those that they
/// need in turn.
struct Neighbours {
    /// Their paths as the dynamic linker puts them together, `..` among them.
    private(set) var paths: [String] = []
    private let module: LexicalPath

    /// Looks for the neighbours of a file.
    ///
    /// - Throws: that one of them is no library that can be loaded. The dynamic linker would crash over one that is cut
    ///   short.
    init(of file: LibraryFile) throws(Diagnostic) {
        module = LexicalPath(file.path)
        try add(needed: file.elf, by: LibrarySearch(of: file.elf, at: module.text), file.path)
    }

    private mutating func add(needed elf: ElfFile, by search: LibrarySearch, _ file: String) throws(Diagnostic) {
        for name in elf.dynamicTexts(.needed) {
            guard let found = search.candidates(for: name).first(where: { System.allows(.reading, to: $0.path) }),
                found.isByOrigin, !paths.contains(found.path), LexicalPath(found.path) != module
            else { continue }
            paths.append(found.path)
            let inner = try Self.check(found.path, neededBy: file)
            try add(needed: inner, by: LibrarySearch(of: inner, at: found.path, neededBy: search), file)
        }
    }

    private static func check(_ path: String, neededBy module: String) throws(Diagnostic) -> ElfFile {
        do {
            return try LibraryFile.checked(FileContents.read(path), path)
        } catch {
            throw Diagnostic(
                .error, .module, code: .module(.refused),
                "the module \(module) cannot be loaded: it needs \(path), which cannot be loaded either",
                suggestion: error.suggestion, notes: [.init(error.message)])
        }
    }
}
