// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSystem

/// The files that a module is loaded from.
struct ModuleSource: Sendable {
    /// The name of the library; nil for a module without one, for whose actions hooks answer.
    let library: String?
    /// The settings of the instance.
    let config: Value?
    /// The files with bindings, and where a behaviour names them.
    let bindings: [(path: String, range: SourceRange?)]
    /// Declarations in C.
    let declarations: [SourceRange]
}

extension ModuleSource {
    /// The same by an absolute path, if a path names the library: the working folder of the process may change.
    var withAbsolutePath: ModuleSource {
        guard let library, case .path(let path) = LibraryName(library) else { return self }
        return ModuleSource(
            library: LexicalPath(path).text, config: config, bindings: bindings, declarations: declarations)
    }
}
