// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The reason why a file could not be fetched, for the program that started this one.
struct Failure: Error {
    /// The kind of failure, which the program that runs this one reads.
    let code: DiagnosticCode.Source
    var message: String
    var suggestion: String?
    /// The shortest time after which another request may succeed; nil if none will.
    let pause: Duration?
    /// The status with which the server refused; nil for other failures.
    let status: Int?

    init(
        _ code: DiagnosticCode.Source, _ message: String, suggestion: String? = nil, pause: Duration? = nil,
        status: Int? = nil
    ) {
        self.pause = pause
        self.status = status
        self.code = code
        self.message = message
        self.suggestion = suggestion
    }

    /// The one line that goes to standard error.
    var line: String {
        let fields = [code.rawValue, message] + (suggestion.map { [$0] } ?? [])
        return fields.map(Self.onOneLine).joined(separator: "\t") + "\n"
    }

    /// Text of a server may contain a tab, a line end or a terminal escape. None of them may reach the line.
    private static func onOneLine(_ text: String) -> String {
        let visible = text.unicodeScalars.prefix(1_000).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(visible))
    }
}
