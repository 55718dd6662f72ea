// SPDX-License-Identifier: Apache-2.0

/// A temporary folder that is made when somebody first asks for it.
///
/// Its path can be known before, so that another process can remove it where the one that made it has died.
package final class FolderOnDemand {
    private let planned: String?
    /// The path of the folder; nil while it is not there.
    package private(set) var path: String?

    /// - Parameter path: the path at which it is made; nil for one that nothing has yet.
    package init(at path: String? = nil) { planned = path }

    /// A path in `$TMPDIR`, or in `/tmp`, that nothing has yet.
    ///
    /// - Parameter digits: the number of digits in its name, at least 16.
    package static func freePath(digits: Int = 16) -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        return "\(TemporaryFolder.place)/heddle.\(String(repeating: "0", count: digits - number.count))\(number)"
    }

    /// The path of the folder, which is made empty at the first call.
    ///
    /// - Throws: why the system does not let it.
    package func make() throws(SystemFailure) -> String {
        if let path { return path }
        let path = planned ?? Self.freePath()
        try System.makeFolder(path)
        self.path = path
        return path
    }

    /// Removes the folder with all that is in it, if it was made. The next one that is asked for is made anew.
    ///
    /// - Throws: why the system does not let it. It is not tried again.
    package func remove() throws(SystemFailure) {
        guard let path else { return }
        self.path = nil
        try Self.remove(path)
    }

    /// Removes a folder with all that is in it, if there is one.
    package static func remove(_ path: String) throws(SystemFailure) {
        do throws(SystemFailure) { try System.removeTree(path) } catch  where error == .missing {}
    }
}
