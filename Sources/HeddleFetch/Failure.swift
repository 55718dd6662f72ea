// SPDX-License-Identifier: Apache-2.0

/// Why a file could not be fetched, as it is handed to whoever ran the program.
struct Failure: Error {
    /// The kind of failure. The parent program knows these names.
    enum Code: String {
        case invalidURL = "source.invalid-url"
        case unreachable = "source.unreachable"
        case timeout = "source.timeout"
        case tls = "source.tls"
        case notHTTP = "source.not-http"
        case status = "source.status"
        case redirect = "source.redirect"
        case tooLarge = "source.too-large"
        case truncated = "source.truncated"
        case notABehaviour = "source.not-a-behaviour"
    }

    let code: Code
    let message: String
    let suggestion: String?

    init(_ code: Code, _ message: String, suggestion: String? = nil) {
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
