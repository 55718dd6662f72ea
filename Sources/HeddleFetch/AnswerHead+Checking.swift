// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

// The requirements for an answer that may be a behaviour file. The JSON reader checks the rest, with line and column.

extension AnswerHead {
    /// The target of the answer, if it is a redirect that names one.
    var redirect: String? { [301, 302, 303, 307, 308].contains(status) ? values(of: "location").first : nil }

    /// Refuses an answer by its status and headers, before any of its body is read.
    ///
    /// Servers of raw files say `text/plain` or `application/octet-stream`, so no type is asked for.
    func check(from address: Address, limit: Int) throws(Failure) {
        guard status == 200 else {
            throw Failure(
                .status, "\(address.text) answered \(words) instead of 200 OK", pause: pause(), status: status)
        }
        try checkForm(from: address)
        if values(of: "content-type").contains(where: \.namesHTML) { throw Failure.html(address) }
        let lengths = Set(items(of: "content-length").compactMap(Int.init))
        guard lengths.count <= 1 else {
            throw Failure(.notHTTP, "\(address.server) did not answer with valid HTTP: it gives two lengths")
        }
        if let length = lengths.first, length > limit { throw Failure.tooLarge(address, limit: limit, length: length) }
        guard address.scheme == .http || hasEnd else {
            throw Failure(.truncated, "\(address.text) may be incomplete: its server does not say where it ends")
        }
    }

    /// Refuses an answer to something that was sent, unless the server took it.
    func checkReceipt(from address: Address) throws(Failure) {
        if let redirect {
            throw Failure(
                .redirect, "\(address.text) redirects to \(redirect), and what is sent is not sent elsewhere",
                suggestion: "if that is the right place, give its URL instead", status: status)
        }
        guard !(200...299).contains(status) else { return }
        throw Failure(
            .status, "\(address.text) answered \(words) instead of 2xx",
            pause: pause(whilePassing: [408, 425, 429, 500, 502, 503, 504]), status: status)
    }

    /// The status as people write it, such as `404 Not Found`.
    private var words: String { reason.isEmpty ? "\(status)" : "\(status) \(reason)" }

    /// True if the body is packed, in a form that was asked for.
    var isPacked: Bool { !forms.isEmpty }

    /// True if the body tells its end: where it does not, anybody on the way can end it, and libcurl does not ask whether
    /// TLS took its leave.
    private var hasEnd: Bool {
        !version.hasPrefix("HTTP/1") || isPacked || !values(of: "content-length").isEmpty
            || items(of: "transfer-encoding").contains("chunked")
    }

    private var forms: [String] { items(of: "content-encoding").filter { !["", "identity"].contains($0) } }

    private func checkForm(from address: Address) throws(Failure) {
        let transfer = items(of: "transfer-encoding").filter { !["", "identity", "chunked"].contains($0) }
        let isKnown = forms.isEmpty || forms.count == 1 && ["gzip", "x-gzip", "deflate"].contains(forms[0])
        guard isKnown, transfer.isEmpty else {
            let form = (forms + transfer).joined(separator: ", ")
            throw Failure(.notABehaviour, "\(address.text) sent a body encoded as \(form), which was not asked for")
        }
    }
}

/// Refuses a body that cannot be a behaviour whatever its headers said.
func checkBody(_ bytes: [UInt8], from address: Address) throws(Failure) {
    guard let first = bytes.first(where: { !" \t\r\n".utf8.contains($0) && ![0xEF, 0xBB, 0xBF].contains($0) }) else {
        throw Failure(.notABehaviour, "\(address.text) is empty where a behaviour was expected")
    }
    if first == UInt8(ascii: "<") { throw Failure.html(address) }
}

extension Failure {
    fileprivate static func html(_ address: Address) -> Failure {
        Failure(
            .notABehaviour, "\(address.text) is an HTML page where JSON was expected",
            suggestion: "use the URL of the raw file, not of a page that shows it or asks to sign in")
    }

    /// A body that is longer than it may be, by what its header says or by what has come.
    static func tooLarge(_ address: Address, limit: Int, length: Int? = nil) -> Failure {
        let found = length.map { "\($0) bytes long" } ?? "longer than \(limit) bytes"
        let wanted = length == nil ? "which is the limit" : "the limit is \(limit) bytes"
        return Failure(.tooLarge, "\(address.text) is \(found), \(wanted)")
    }
}

extension String {
    /// True if a `Content-Type` says that the body is a page for browsers.
    fileprivate var namesHTML: Bool {
        let type = prefix { $0 != ";" && $0 != " " }.lowercased()
        return type == "text/html" || type == "application/xhtml+xml"
    }
}
