// SPDX-License-Identifier: Apache-2.0

/// A folder that goes away with this object, and all that is in it.
package final class TemporaryFolder {
    /// Its absolute path.
    package let path: String

    /// Makes a folder in `$TMPDIR`, or in `/tmp`.
    ///
    /// - Throws: why the system does not let it.
    package init(named name: String) throws(SystemFailure) {
        path = try System.makeTemporaryFolder("\(Self.place)/\(name).")
    }

    /// The folder for such folders.
    static var place: String { Environment.folder(of: "TMPDIR") ?? "/tmp" }

    deinit { try? System.removeTree(path) }
}
