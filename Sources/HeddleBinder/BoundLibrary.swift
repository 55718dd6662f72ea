// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign

/// The library that headers belong to.
struct BoundLibrary: Sendable {
    /// The name for people.
    let name: String
    let soname: String?
    let buildID: String?
    private let exports: @Sendable (String) -> Bool

    /// Finds the library. A file is only read; one of the system is loaded, as nobody else knows where it is.
    init(_ name: String) throws(Diagnostics) {
        if name.contains("/") {
            let file = try LibraryFile(path: name)
            let functions = Set(file.functions)
            (soname, buildID, exports) = (file.soname, file.buildID, { functions.contains($0) })
        } else {
            let library: Library
            do { library = try Library.system(name) } catch { throw Diagnostics([error]) }
            (soname, buildID, exports) = (library.soname, library.buildID, { library.defines($0) })
        }
        self.name = soname ?? name.split(separator: "/").last.map(String.init) ?? name
    }

    /// Returns whether it has a function of this name.
    func defines(_ function: String) -> Bool { exports(function) }
}
