// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
internal import Glibc

/// The folders in which modules are looked up by a bare name.
///
/// ## Topics
/// - ``find(_:)``
/// - ``files()``
public struct ModulePath: Sendable {
    /// The folders, the first one first.
    public let folders: [String]

    /// Creates a path.
    public init(_ folders: [String]) {
        self.folders = folders
    }

    /// Finds a module: the file `NAME.so` or `libNAME.so`, or one whose description gives this name.
    ///
    /// - Throws: that there is none, with the folders that were searched; or why the file is refused.
    /// - Complexity: O(1) for a module whose file has its name, else O(files on the path).
    public func find(_ name: String) throws(Diagnostics) -> LibraryFile {
        if name.utf8.contains(0) { throw Diagnostics([missing(name, known: [])]) }
        for folder in folders {
            for path in ["\(folder)/\(name).so", "\(folder)/lib\(name).so"] where unsafe access(path, F_OK) == 0 {
                return try LibraryFile(path: path)
            }
        }
        var names: [String] = []
        for path in files() {
            guard let file = try? LibraryFile(path: path), let own = file.description?.name else { continue }
            if own == name { return file }
            names.append(own)
        }
        throw Diagnostics([missing(name, known: names)])
    }

    /// All files on the path whose name ends in `.so`, in alphabetical order within each folder.
    public func files() -> [String] {
        folders.flatMap { folder in
            (entries(ofFolder: folder) ?? []).filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
        }
    }

    private func missing(_ name: String, known: [String]) -> Diagnostic {
        Diagnostic(
            .error, .module, code: "module.missing", "there is no module \"\(name)\" on the module path",
            suggestion: didYouMean(name, among: known),
            notes: [
                .init(folders.isEmpty ? "the module path is empty" : "searched: " + folders.joined(separator: ", "))
            ])
    }
}
