// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign

/// The library that headers belong to. Its file is read; nothing of it is run.
struct BoundLibrary: Sendable {
    private let file: LibraryFile
    private let functions: Set<String>
    private let data: [String: Int]

    /// Finds the library.
    ///
    /// - Parameter name: a path, or the soname of a library of the system.
    init(_ name: String) throws(Diagnostics) {
        file = try LibraryFile(named: name)
        functions = Set(file.functions)
        data = file.variables
    }

    /// The name for people.
    var name: String { soname ?? file.path.split(separator: "/").last.map(String.init) ?? file.path }
    var path: String { file.path }
    var soname: String? { file.soname }
    var buildID: String? { file.buildID }
    /// The sonames of the libraries that it needs.
    var needed: [String] { file.neededLibraries }

    /// Returns whether it has a function of this name.
    func defines(_ function: String) -> Bool { functions.contains(function) }

    /// Returns whether it has data of this name.
    func hasData(_ symbol: String) -> Bool { data[symbol] != nil }

    /// The size of data in bytes; 0 if the library does not say it, nil if it has none of this name.
    func size(ofData symbol: String) -> Int? { data[symbol] }

    /// Returns whether it has either.
    func exports(_ symbol: String) -> Bool { defines(symbol) || hasData(symbol) }
}
