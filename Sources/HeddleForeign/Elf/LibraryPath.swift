// SPDX-License-Identifier: Apache-2.0

internal import HeddleSystem

/// The places of the system's libraries.
package enum LibraryPath {
    /// The folders of `LD_LIBRARY_PATH`, in which the dynamic linker looks first.
    package static var folders: [String] {
        (Environment.value(of: "LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
    }

    /// The files that may be the library with this soname, in the order in which the dynamic linker tries them: those of
    /// ``folders`` that exist, and those of its cache. The cache has libraries of other machines too, which this one
    /// runs by emulation.
    static func files(of soname: String) -> [String] {
        folders.map { "\($0)/\(soname)" }.filter(leadsSomewhere) + cached(soname)
    }

    /// The files of the dynamic linker's cache with a soname.
    static func cached(_ soname: String) -> [String] { LinkerCache.current.paths[soname] ?? [] }
}
