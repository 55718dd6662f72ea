// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
import SystemPackage

extension BoundHeaders {
    /// Writes the bindings file, over one that is there.
    ///
    /// - Throws: why it cannot be written.
    package func write(to path: String) throws(Diagnostic) {
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            throw Diagnostic(.error, .usage, code: "bind.output", "\(path) cannot be written: \(error)")
        }
    }
}
