// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// Fetches a behaviour file from an http or https URL.
///
/// The network is not in this process: a second program, `heddle-fetch`, does the transfer and hands over the bytes.
/// A process that loads native modules so starts without a network stack and never holds one.
///
/// TLS is always verified, against the system's certificates or those that `SSL_CERT_FILE` names. Redirects are
/// followed only within the same origin, or from http to https on the same host. Nothing is cached, and no cookie is
/// kept. The proxy variables of the environment are heeded as curl does: `http_proxy` (in lower case alone),
/// `https_proxy`, `all_proxy` and `no_proxy`. What is fetched by https passes a proxy in a tunnel, unseen.
///
/// ## Topics
/// - ``isRemote(_:)``
/// - ``fetch(_:)``
/// - ``Limits``
package struct RemoteSource: Sendable {
    /// The limits of a transfer: its size, its time and its attempts.
    package struct Limits: Sendable {
        /// The longest body, unpacked, in bytes; kept between 1 and 1 GiB.
        package let bytes: Int
        /// The time for the whole transfer, redirects and pauses between attempts included; kept between 1 ms and one day.
        package let time: Duration
        /// The time for one connection, TLS included; kept between 1 ms and one day.
        package let connectTime: Duration
        /// The largest number of attempts while a failure may pass: a connection that is refused, reset or not made in
        /// time, or a server that is busy; kept between 1 and 100.
        package let attempts: Int

        /// Creates limits.
        package init(
            bytes: Int = 16 << 20, time: Duration = .seconds(30), connectTime: Duration = .seconds(10),
            attempts: Int = 3
        ) {
            self.bytes = min(max(bytes, 1), 1 << 30)
            self.time = min(max(time, .milliseconds(1)), .seconds(86_400))
            self.connectTime = min(max(connectTime, .milliseconds(1)), .seconds(86_400))
            self.attempts = min(max(attempts, 1), 100)
        }
    }

    private let fetcher: FetcherProgram
    private let limits: Limits

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - fetcher: the path of `heddle-fetch`; it is not looked up on `PATH`.
    ///   - limits: how much is accepted, and how long is waited for it.
    ///   - agent: the `User-Agent` of requests, such as `heddle/1.0`.
    package init(fetcher: String, limits: Limits = Limits(), agent: String = "heddle") {
        self.fetcher = FetcherProgram(path: fetcher, agent: agent)
        self.limits = limits
    }

    /// Returns whether an argument is a URL that can be fetched, and not a path: `http://` or `https://` in any case.
    package static func isRemote(_ argument: String) -> Bool {
        let start = argument.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// The text at a URL, with the URL as its name, so that what is wrong in it is reported at `URL:line:column`.
    ///
    /// Returns the whole text or throws. Cancelling the task ends the transfer and its process at once.
    ///
    /// - Throws: a ``Diagnostics/Diagnostic`` with the subject `source`, and a code that begins with `source.`.
    package func fetch(_ url: String) async throws(Diagnostic) -> SourceText {
        try Self.checkForm(of: url)
        let ending = await fetcher.run(url, within: limits)
        return SourceText(name: url, bytes: try ending.body(of: url, within: limits.time))
    }

    /// Refuses a text that is no URL which can be asked, as far as its form shows that.
    package static func check(_ url: String) throws(Diagnostic) {
        try checkForm(of: url)
        let rest = url.drop { $0 != "/" }.dropFirst(2)
        let authority = rest.prefix { !"/?#".contains($0) }
        if authority.contains("@") {
            throw Diagnostic(
                source: .invalidURL,
                "the URL holds a user name or password, which would end up in logs and process lists",
                suggestion: "remove the text before the @")
        }
        if authority.isEmpty {
            throw Diagnostic(source: .invalidURL, "\(url) names no host", suggestion: "write http://HOST/PATH")
        }
        // The colons of an address of IPv6 stand in brackets.
        let behindHost = authority.hasPrefix("[") ? authority.drop { $0 != "]" }.dropFirst() : authority[...]
        guard let colon = behindHost.lastIndex(of: ":") else { return }
        let port = behindHost[behindHost.index(after: colon)...]
        if let number = UInt16(port), number > 0, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return }
        throw Diagnostic(
            source: .invalidURL, "\(url) has the port \"\(port.prefix(40))\"",
            suggestion: "a port is a number from 1 to 65535")
    }

    /// Only what must hold for the URL to reach the fetcher as it is: it would take `-x` for an option, and an
    /// argument ends at a NUL.
    static func checkForm(of url: String) throws(Diagnostic) {
        guard isRemote(url) else {
            throw Diagnostic(
                source: .invalidURL, "only URLs that begin with http:// or https:// are fetched",
                suggestion: "a file on this machine is given by its path")
        }
        guard let odd = url.unicodeScalars.first(where: { !(0x21...0x7E).contains($0.value) }) else { return }
        throw Diagnostic(
            source: .invalidURL, "the URL holds the character U+\(odd.hexadecimal), which a URL cannot hold",
            suggestion: "write spaces and letters beyond ASCII in percent form, such as %20")
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
