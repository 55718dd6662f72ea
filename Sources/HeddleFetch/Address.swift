// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// A URL that may be asked: http or https, with a plain host and no user information.
///
/// It is parsed by the code that connects to it, so that what was checked is what is connected to.
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
    /// The same for libcurl.
    let url: ParsedURL

    /// `host:port`, as it is reported.
    var server: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    static func == (one: Address, other: Address) -> Bool { one.text == other.text }

    init(_ text: String) throws(Failure) {
        guard text.hasURLCharactersAlone else { throw Self.malformed(text) }
        guard let scheme = text.halves(at: "://")?.before else {
            throw Failure(.invalidURL, "a URL without a scheme is not fetched, only http and https are")
        }
        try Self.checkScheme(String(scheme))
        // libcurl would repair some of these: what the user wrote is checked before.
        let authority = text.authority ?? ""
        if authority.contains("@") { throw Self.secret }
        if authority.isEmpty { throw Self.hostless(text) }
        if authority.contains("%") { throw Self.unplain(text) }
        do {
            try self.init(ParsedURL(text))
        } catch let failure as Failure {
            throw failure
        } catch ParsedURL.Mistake.port {
            throw Self.wrongPort(text)
        } catch {
            throw Self.malformed(text)
        }
    }

    private init(_ url: ParsedURL) throws(Failure) {
        guard let text = url.text else { throw Failure(.invalidURL, "the text is not a URL") }
        let scheme = try Self.checkScheme(url.scheme ?? "")
        guard url.user == nil, url.password == nil else { throw Self.secret }
        guard let host = url.host.map(Self.withoutBrackets), !host.isEmpty else { throw Self.hostless(text) }
        guard Self.isPlain(host), url.zone == nil else { throw Self.unplain(text) }
        let port = url.port.map { Int($0) ?? 0 } ?? scheme.defaultPort
        guard (1...65_535).contains(port) else { throw Self.wrongPort(text) }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
        self.text = text
        self.url = url
    }

    /// The target of a `Location` header, absolute or relative to this address.
    func resolving(_ location: String) throws(Failure) -> Address {
        do {
            if location.authority?.contains("@") == true { throw Self.secret }
            guard location.hasURLCharactersAlone, !location.isEmpty, location.authority?.isEmpty != true else {
                throw ParsedURL.Mistake.other
            }
            return try Address(url.resolving(location))
        } catch ParsedURL.Mistake.userInformation {
            throw Failure(.redirect, "\(text) redirects to a URL that is not fetched: \(Self.secret.message)")
        } catch let failure as Failure {
            throw Failure(.redirect, "\(text) redirects to a URL that is not fetched: \(failure.message)")
        } catch {
            throw Failure(.redirect, "\(text) redirects to \"\(location)\", which is not a URL")
        }
    }

    /// Returns whether a redirect from here to there stays with the party that was asked.
    ///
    /// The same scheme, host and port do; so does the step from http to https on the same host.
    func mayRedirect(to target: Address) -> Bool {
        guard host == target.host else { return false }
        return scheme == target.scheme ? port == target.port : target.scheme == .https
    }

    @discardableResult
    private static func checkScheme(_ text: String) throws(Failure) -> Scheme {
        guard let scheme = Scheme(rawValue: text.lowercased()) else {
            throw Failure(.invalidURL, "the scheme \(text) is not fetched, only http and https are")
        }
        return scheme
    }

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Percent signs, controls and zones would mean different things to different readers.
    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}

// MARK: What is wrong with a URL

extension Address {
    private static func malformed(_ text: String) -> Failure {
        // The part before an @ may be a secret.
        let quoted = text.contains("@") ? "the text" : text
        return Failure(.invalidURL, "\(quoted) is not a URL", suggestion: "write http://HOST/PATH or https://HOST/PATH")
    }

    /// The URL is not quoted: it holds a secret.
    private static var secret: Failure {
        Failure(
            .invalidURL, "the URL holds a user name or password, which would end up in logs and process lists",
            suggestion: "remove the text before the @")
    }

    private static func hostless(_ text: String) -> Failure {
        Failure(.invalidURL, "\(text) names no host", suggestion: "write http://HOST/PATH")
    }

    private static func unplain(_ text: String) -> Failure {
        Failure(.invalidURL, "\(text) holds a host that is not a plain name")
    }

    private static func wrongPort(_ text: String) -> Failure {
        let port = text.authority?.split(separator: ":").last ?? ""
        return Failure(.invalidURL, "port \(port) of \(text) does not exist: ports go from 1 to 65535")
    }
}

extension String {
    /// True if the text has only characters that a URL may have (RFC 3986), and hexadecimal digits after each percent
    /// sign.
    fileprivate var hasURLCharactersAlone: Bool {
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isHexadecimalDigit) else { return false }
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
                UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                return false
            case 0x21...0x7E: break
            default: return false
            }
        }
        return true
    }

    /// The part between the first two slashes and the path; nil where there are no such slashes.
    fileprivate var authority: Substring? {
        guard let (before, after) = halves(at: "//"), !before.contains(where: "/?#".contains) else { return nil }
        return after.prefix { !"/?#".contains($0) }
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
