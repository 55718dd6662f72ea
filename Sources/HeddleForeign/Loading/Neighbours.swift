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
        try add(needed: file.elf, at: module.text, file.path, inherited: [])
    }

    /// - Parameter inherited: the folders that those have named by `DT_RPATH` which need this one.
    private mutating func add(
        needed elf: ElfFile, at path: String, _ file: String, inherited: [String]
    ) throws(Diagnostic) {
        let origin = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let (runPath, libraryPath) = (elf.folders(tagged: .runPath, origin), elf.folders(tagged: .libraryPath, origin))
        let passedOn = runPath.isEmpty ? libraryPath + inherited : inherited
        for name in elf.dynamicTexts(tagged: 1) {
            guard let found = Self.find(name, origin, in: runPath.isEmpty ? passedOn : runPath),
                !paths.contains(found), LexicalPath(found) != module
            else { continue }
            paths.append(found)
            try add(needed: Self.check(found, neededBy: file), at: found, file, inherited: passedOn)
        }
    }

    private static func find(_ name: String, _ origin: String, in folders: [String]) -> String? {
        let candidates =
            name.contains("/") ? [name.expanding(origin)].compactMap(\.self) : folders.map { "\($0)/\(name)" }
        return candidates.first { System.allows(.reading, to: $0) }
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

extension ElfFile {
    /// The tags by which a library names the folders in which the dynamic linker looks for those that it needs.
    fileprivate enum FolderTag: UInt64 {
        case libraryPath = 15
        case runPath = 29
    }

    /// The folders that a library names by `$ORIGIN`.
    fileprivate func folders(tagged tag: FolderTag, _ origin: String) -> [String] {
        dynamicTexts(tagged: tag.rawValue).flatMap { $0.split(separator: ":") }
            .compactMap { String($0).expanding(origin) }
    }
}

extension String {
    /// The text with the folder in place of `$ORIGIN`; nil where it does not speak of that, or of something else as
    /// well.
    fileprivate func expanding(_ origin: String) -> String? {
        let expanded = replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
        return expanded == self || expanded.contains("$") ? nil : expanded
    }
}
