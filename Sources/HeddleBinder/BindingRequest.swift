// SPDX-License-Identifier: Apache-2.0

/// A request for a library of the inline functions of headers.
package struct InlineRequest: Sendable {
    /// True for all inline functions of the library's own headers.
    package var takesFunctions: Bool
    /// Declarations of macros, as functions that call them.
    package var macros: [String]
    /// The file name of the library, such as `own.inline.so`.
    package var name: String

    /// Creates a request.
    package init(takesFunctions: Bool, macros: [String], name: String) {
        self.takesFunctions = takesFunctions
        self.macros = macros
        self.name = name
    }

    /// The path of the library, and that of its source, beside a file of bindings.
    package static func paths(of name: String, beside file: String) -> (library: String, source: String) {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return (folder + name, folder + name.sourceOfLibrary)
    }
}

/// A request for bindings: the headers of a library, and how they are compiled.
package struct BindingRequest: Sendable {
    /// The headers, as `#include` would name them, or as paths of files.
    package var headers: [String]
    /// The library: a path, or a system soname such as `libz.so.1`.
    package var library: String
    /// Folders in which headers are looked up, before those of the system.
    package var folders: [String]
    /// Macros, `NAME` or `NAME=VALUE`.
    package var macros: [String]
    /// Further options for clang.
    package var options: [String]
    /// The names of what is bound, in which `*` stands for any characters; none for all that the library has.
    package var only: [String]
    /// The library of inline functions; nil for none.
    package var inline: InlineRequest?

    /// Creates a request.
    package init(
        headers: [String], library: String, folders: [String] = [], macros: [String] = [], options: [String] = [],
        only: [String] = [], inline: InlineRequest? = nil
    ) {
        self.headers = headers
        self.library = library
        self.folders = folders
        self.macros = macros
        self.options = options
        self.only = only
        self.inline = inline
    }
}

extension BindingRequest {
    /// The options for clang.
    var arguments: [String] { folders.map { "-I\($0)" } + macros.map { "-D\($0)" } + options }

    /// The same as far as it means something on another machine.
    var portableArguments: [String] {
        folders.filter { !$0.hasPrefix("/") }.map { "-I\($0)" }
            + (macros.map { "-D\($0)" } + options).filter { !$0.contains("/") }
    }
}
