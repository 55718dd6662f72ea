// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleReport

extension Diagnostic {
    /// The diagnostic as a value, as `heddle check --json` writes it.
    var value: Value {
        var line: [UInt8] = []
        JSONLinesReport(line: { line = $0 }).receive(.diagnostic(self))
        return (try? JSONNode.read(SourceText(name: "diagnostic", bytes: line)).value) ?? .string(message)
    }
}
