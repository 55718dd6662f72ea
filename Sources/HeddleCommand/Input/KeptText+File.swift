// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport
import HeddleSystem

extension KeptText {
    /// Opens the text of a kept run; `-` is standard input.
    ///
    /// - Throws: why it cannot be read.
    init(at path: String) throws(Diagnostic) {
        let text = try OpenText(at: path, kind: .run)
        self.init(name: text.name) { () throws(Diagnostic) in Array(try text.read()) }
    }
}
