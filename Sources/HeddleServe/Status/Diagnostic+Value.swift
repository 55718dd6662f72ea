// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleReport
import Synchronization

extension Diagnostic {
    /// The diagnostic as a value, as `heddle check --json` writes it.
    var value: Value {
        let line = Mutex("")
        EventStream(to: [JSONLinesReport(write: { text in line.withLock { $0 += text } })]).receive(.diagnostic(self))
        return (try? JSONNode.read(SourceText(name: "diagnostic", line.withLock { $0 })).value) ?? .string(message)
    }
}
