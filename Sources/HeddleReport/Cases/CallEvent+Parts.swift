// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension CallEvent {
    /// All parts of a call, each as JSON text, because browsers and trace viewers would round large numbers.
    var parts: [(name: String, json: String)] {
        var parts = arguments.isEmpty ? [] : [(name: "with", json: Value.array(arguments).json)]
        if let function { parts.append(("function", function.json)) }
        switch status {
        case .returned(let result): if let result { parts.append(("result", result.json)) }
        case .failed(let failure): parts.append(("failure", failure.asValueWithSuppressed.json))
        case .skipped(let reason): parts.append(("reason", Value.string(reason).json))
        }
        if !out.isEmpty { parts.append(("out", Value.object(out).json)) }
        if errno != 0 { parts.append(("errno", ErrorNumbers.text(of: errno))) }
        return parts
    }
}

extension CallEvent.Status {
    /// The status as events name it.
    var name: String {
        switch self {
        case .returned: "returned"
        case .failed: "failed"
        case .skipped: "skipped"
        }
    }
}
