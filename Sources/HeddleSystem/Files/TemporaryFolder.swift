// SPDX-License-Identifier: Apache-2.0

/// A folder that goes away with this object, and all that is in it.
package final class TemporaryFolder {
    /// Its absolute path.
    package let path: String

    /// Makes a folder in `$TMPDIR`, or in `/tmp`.
    ///
    /// - Throws: why the system does not let it.
    package init(named name: String) throws(SystemFailure) {
        let place = Environment.value(of: "TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        path = try System.makeTemporaryFolder("\(place)/\(name).")
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        do throws(SystemFailure) { return try System.remove(path) } catch  where error != .isFolder { return } catch {}
        for name in (try? System.entries(ofFolder: path)) ?? [] where name != "." && name != ".." {
            remove("\(path)/\(name)")
        }
        try? System.removeFolder(path)
    }
}
