// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The reader of included files; this target itself touches no file.
package struct Includer {
    /// A file that was read.
    package struct File {
        /// Its text, named so that people find it.
        package let source: SourceText
        /// The identity of the file, whichever path led to it.
        package let identity: String

        /// Creates a file.
        package init(source: SourceText, identity: String) {
            self.source = source
            self.identity = identity
        }
    }

    /// The identity of the file that is read first.
    let root: String?
    let read: (_ path: String, _ includer: SourceText) throws(Diagnostic) -> File
    /// The files that are included without being named by any.
    let further: [File]
    /// The names of modules that the files use without having them.
    let modules: [String]

    /// Creates an includer.
    ///
    /// - Parameters:
    ///   - root: the identity of the file that is read first; nil where it is no file.
    ///   - further: files that are included without being named by any.
    ///   - modules: the names of modules that the files use without having them.
    ///   - read: reads a file by its path, as written in the text that includes it.
    package init(
        root: String?, further: [File] = [], modules: [String] = [],
        read: @escaping (_ path: String, _ includer: SourceText) throws(Diagnostic) -> File
    ) {
        self.root = root
        self.further = further
        self.modules = modules
        self.read = read
    }

    /// For a text that can include nothing, since it stands nowhere.
    package static var none: Includer {
        Includer(root: nil) { path, _ throws(Diagnostic) in
            throw Diagnostic(
                code: .behaviour(.badInclude), "\"\(path)\" cannot be included by a text that is not a file")
        }
    }
}
