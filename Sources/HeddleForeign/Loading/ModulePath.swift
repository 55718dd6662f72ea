// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleSystem

/// The folders in which modules are looked up by a bare name.
///
/// ## Topics
/// - ``find(_:)``
/// - ``files()``
package struct ModulePath: Sendable {
    /// The folders, the first one first.
    package let folders: [String]

    /// Creates a path.
    package init(_ folders: [String]) {
        self.folders = folders
    }

    /// Finds a module: the file `NAME.so` or `libNAME.so`, or one whose description gives this name.
    ///
    /// - Throws: that there is none, with the folders that were searched; or why the file is refused.
    /// - Complexity: O(1) for a module whose file has its name, else O(files on the path).
    package func find(_ name: String) throws(Diagnostics) -> LibraryFile {
        var modules = NamedModules()
        return try find(name, among: &modules)
    }

    /// The same where several are looked for: what the files on the path say of themselves is read once.
    package func find(_ name: String, among modules: inout NamedModules) throws(Diagnostics) -> LibraryFile {
        if name.utf8.contains(0) { throw Diagnostics([missing(name, known: [])]) }
        for folder in folders {
            for path in ["\(folder)/\(name).so", "\(folder)/lib\(name).so"] where System.allows(.existence, to: path) {
                return try LibraryFile(path: path)
            }
        }
        let paths = modules.paths ?? pathsByName()
        modules.paths = paths
        if let path = paths[name] { return try LibraryFile(path: path) }
        throw Diagnostics([missing(name, known: paths.keys)])
    }

    /// The files of the modules that say their names, of several of one name the first.
    private func pathsByName() -> [String: String] {
        let named = files().compactMap { path in
            (try? LibraryFile(path: path))?.description?.name.map { ($0, path) }
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    /// The names of the modules on the path, once they were asked for.
    package struct NamedModules {
        fileprivate var paths: [String: String]?

        /// Nothing is known.
        package init() {}
    }

    /// All files on the path whose name ends in `.so`, in alphabetical order within each folder, and those of one bare
    /// name in the order in which they are looked for.
    package func files() -> [String] {
        folders.flatMap { folder in
            let names = ((try? System.entries(ofFolder: folder)) ?? []).filter { $0.hasSuffix(".so") }
            return names.sorted {
                ($0.bareName, $0.hasPrefix("lib") ? 1 : 0) < ($1.bareName, $1.hasPrefix("lib") ? 1 : 0)
            }
            .map { "\(folder)/\($0)" }
        }
    }

    private func missing(_ name: String, known: some Sequence<String>) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.missing), "there is no module \"\(name)\" on the module path",
            suggestion: didYouMean(name, among: known) ?? LinkerCache.current.didYouMean(name),
            notes: [
                .init(folders.isEmpty ? "the module path is empty" : "searched: " + folders.joined(separator: ", "))
            ])
    }
}

extension String {
    /// The bare name of a file, by which it is looked for.
    fileprivate var bareName: String { LexicalPath(parts: [self]).libraryName ?? self }
}
