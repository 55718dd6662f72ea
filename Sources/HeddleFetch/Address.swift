// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import FoundationEssentials

/// A URL that may be asked: http or https, with a plain host and no user information.
///
/// It is parsed by the same code that the HTTP client parses it with, so that what was checked is what is connected to.
struct Address: Equatable {
    enum Scheme: String {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    let scheme: Scheme
    let host: String
    let port: Int
    /// The URL as it is asked, in ASCII.
    let text: String

    /// `host:port`, as it is reported.
    var server: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private let url: URL

    init(_ text: String) throws(Failure) {
        guard let url = URL(string: text, encodingInvalidCharacters: false) else {
            // The part before an @ may be a secret.
            let quoted = text.contains("@") ? "the text" : text
            throw Failure(
                .invalidURL, "\(quoted) is not a URL", suggestion: "write http://HOST/PATH or https://HOST/PATH")
        }
        try self.init(url)
    }

    private init(_ url: URL) throws(Failure) {
        guard let scheme = Scheme(rawValue: url.scheme?.lowercased() ?? "") else {
            let found = url.scheme.map { "the scheme \($0)" } ?? "a URL without a scheme"
            throw Failure(.invalidURL, "\(found) is not fetched, only http and https are")
        }
        guard url.user() == nil, url.password() == nil else {
            // The URL is not quoted: it holds a secret.
            throw Failure(
                .invalidURL, "the URL holds a user name or password, which would end up in logs and process lists",
                suggestion: "remove the text before the @")
        }
        self.scheme = scheme
        self.host = try Self.plainHost(of: url)
        self.port = try Self.port(of: url) ?? scheme.defaultPort
        self.text = url.absoluteString
        self.url = url
    }

    /// The target of a `Location` header, absolute or relative to this address.
    func resolving(_ location: String) throws(Failure) -> Address {
        guard let target = URL(string: location, encodingInvalidCharacters: false),
            let resolved = URL(string: target.absoluteString, relativeTo: url)
        else { throw Failure(.redirect, "\(text) redirects to \"\(location)\", which is not a URL") }
        do {
            return try Address(resolved.absoluteURL)
        } catch {
            throw Failure(.redirect, "\(text) redirects to a URL that is not fetched: \(error.message)")
        }
    }

    /// Returns whether a redirect from here to there stays with the party that was asked.
    ///
    /// The same scheme, host and port do; so does the step from http to https on the same host.
    func mayRedirect(to target: Address) -> Bool {
        guard host == target.host else { return false }
        return scheme == target.scheme ? port == target.port : target.scheme == .https
    }

    /// The host in lower case; percent signs, controls and zones would mean different things to different parsers.
    private static func plainHost(of url: URL) throws(Failure) -> String {
        guard let host = url.host(), !host.isEmpty else {
            throw Failure(.invalidURL, "\(url.absoluteString) names no host", suggestion: "write http://HOST/PATH")
        }
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain else { throw Failure(.invalidURL, "\(url.absoluteString) holds a host that is not a plain name") }
        return host.lowercased()
    }

    /// The port as it is written: what is too large to be a number would else pass for one that was left out.
    private static func port(of url: URL) throws(Failure) -> Int? {
        let authority = url.absoluteString.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") else { return nil }
        let digits = authority[authority.index(after: colon)...]
        guard !digits.isEmpty else { return nil }
        guard let port = Int(digits), (1...65_535).contains(port) else {
            throw Failure(
                .invalidURL, "port \(digits) of \(url.absoluteString) does not exist: ports go from 1 to 65535")
        }
        return port
    }
}
