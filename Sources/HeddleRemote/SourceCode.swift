// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Every kind of failure of a fetch; the raw value is the diagnostic's code.
enum SourceCode: String, CaseIterable {
    /// The URL is malformed, of another scheme, or holds user information.
    case invalidURL = "source.invalid-url"
    /// No address, no connection, or a connection that closed without an answer.
    case unreachable = "source.unreachable"
    /// It took longer than the limit.
    case timeout = "source.timeout"
    /// No secure connection: an untrusted certificate, another host's, or no TLS at all.
    case tls = "source.tls"
    /// The answer is not HTTP.
    case notHTTP = "source.not-http"
    /// A status other than 200.
    case status = "source.status"
    /// A redirect to another origin, in a circle, or one too many.
    case redirect = "source.redirect"
    /// The body is longer than the limit.
    case tooLarge = "source.too-large"
    /// The body ended early.
    case truncated = "source.truncated"
    /// An HTML page, an empty body, or one in an encoding that was not asked for.
    case notABehaviour = "source.not-a-behaviour"
    /// The fetcher is not there, or cannot be started.
    case fetcherMissing = "source.fetcher-missing"
    /// The fetcher crashed or answered with something that it never says.
    case fetcherFailed = "source.fetcher-failed"
    /// The caller lost interest.
    case cancelled = "source.cancelled"
}

extension Diagnostic {
    init(source code: SourceCode, _ message: String, suggestion: String? = nil) {
        self.init(.error, .source, code: code.rawValue, message, suggestion: suggestion)
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
