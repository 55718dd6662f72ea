// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension Diagnostic {
    init(source code: DiagnosticCode.Source, _ message: String, suggestion: String? = nil) {
        self.init(.error, .source, code: .source(code), message, suggestion: suggestion)
    }
}

extension String {
    /// The text without control characters, which would move the terminal's cursor, and not endlessly long.
    var visible: String {
        let scalars = unicodeScalars.prefix(1_000).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
