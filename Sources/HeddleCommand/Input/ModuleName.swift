// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension ActionName {
    /// The name by which reports show the module of a library that nobody has named: `m` of `libm.so.6`. Characters
    /// that no name has become `_`.
    static func moduleName(ofLibrary library: String) -> String {
        let file = library.split(separator: "/").last.map(String.init) ?? library
        let stem = file.firstRange(of: ".so").map { String(file[..<$0.lowerBound]) } ?? file
        let name = stem.hasPrefix("lib") && stem.count > 3 ? stem.dropFirst(3) : stem[...]
        return name.isEmpty ? "_" : String(name.map { canName(module: "\($0)") ? $0 : "_" })
    }
}
