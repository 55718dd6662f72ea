// SPDX-License-Identifier: Apache-2.0

internal import CSystemLibraries

/// The bindings of the system's libraries that are compiled into Heddle.
package enum SystemBindings {
    /// A file of bindings.
    package typealias File = (name: String, bytes: [UInt8])

    /// The files of a library, in the order in which they are read; none of one that is not known.
    ///
    /// - Complexity: O(their bytes).
    package static func files(of soname: String) -> [File] {
        switch soname {
        case "libc.so.6": unsafe files(heddle_libc)
        case "libm.so.6": unsafe files(heddle_libm)
        default: []
        }
    }

    private typealias Table = (heddle_bindings, heddle_bindings, heddle_bindings)

    private static func files(_ table: Table) -> [File] {
        unsafe [table.0, table.1, table.2].map { file in
            unsafe (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
    }
}
