// SPDX-License-Identifier: Apache-2.0

/// The places in which the dynamic linker looks for what a library needs, in its order.
///
/// A name with a slash is a path. Any other name is looked for in the folders of `DT_RPATH`, those of the library and of
/// each one that needs it, unless the library has `DT_RUNPATH`; then in `LD_LIBRARY_PATH`; in those of its `DT_RUNPATH`;
/// in the cache; and in the folders of the system. The source is `_dl_map_object` of glibc. Folders of processors
/// (`glibc-hwcaps`), `$LIB` and `$PLATFORM` are left out, and so are names that a loaded library has already.
struct LibrarySearch {
    /// A place that may have a library.
    struct Candidate {
        let path: String
        /// True where it was found by `$ORIGIN`, the folder of the library that needs it.
        let isByOrigin: Bool
    }

    private struct Folder {
        let path: String
        let isByOrigin: Bool
    }

    private let origin: String
    /// The folders of `DT_RPATH`; none where there is `DT_RUNPATH`.
    private let libraryPath: [Folder]
    /// Those of `DT_RUNPATH`; nil where there is none.
    private let runPath: [Folder]?

    /// - Parameters:
    ///   - path: that of the file, in whose folder `$ORIGIN` is.
    ///   - needer: the search of the library that needs this one; nil for one that is loaded by itself.
    init(of elf: ElfFile, at path: String, neededBy needer: LibrarySearch? = nil) {
        let origin = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        func folders(_ tag: DynamicTag) -> [Folder]? {
            let texts = elf.dynamicTexts(tag)
            if texts.isEmpty { return nil }
            return texts.filter { !$0.isEmpty }.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false) }
                .map { text in
                    let expanded = text.isEmpty ? "." : String(text).expanding(origin)
                    return Folder(path: expanded, isByOrigin: !text.isEmpty && expanded != text)
                }
        }
        self.origin = origin
        runPath = folders(.runPath)
        libraryPath = (runPath == nil ? folders(.libraryPath) ?? [] : []) + (needer?.libraryPath ?? [])
    }

    /// The places of a library that this one needs, whether something is there or not.
    func candidates(for name: String) -> [Candidate] {
        if name.contains("/") {
            let path = name.expanding(origin)
            return [Candidate(path: path, isByOrigin: path != name)]
        }
        func files(_ folders: [Folder]) -> [Candidate] {
            folders.map { Candidate(path: "\($0.path)/\(name)", isByOrigin: $0.isByOrigin) }
        }
        func system(_ paths: [String]) -> [Candidate] { paths.map { Candidate(path: $0, isByOrigin: false) } }
        return (runPath == nil ? files(libraryPath) : []) + system(LibraryPath.folders.map { "\($0)/\(name)" })
            + files(runPath ?? []) + system(LibraryPath.cached(name))
            + system(["/lib64", "/lib", "/usr/lib64", "/usr/lib"].map { "\($0)/\(name)" })
    }
}

extension String {
    /// The text with the folder of a library in place of `$ORIGIN`.
    fileprivate func expanding(_ origin: String) -> String {
        replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
    }
}
