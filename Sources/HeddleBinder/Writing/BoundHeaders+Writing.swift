// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleSystem

extension BoundHeaders {
    /// Writes the bindings file, in the place of one that is there.
    ///
    /// - Throws: why it cannot be written.
    package func write(to path: String) throws(Diagnostic) {
        let file = try WholeFile(path: path, code: "bind.output")
        file.write(text)
        try file.commit()
    }
}
