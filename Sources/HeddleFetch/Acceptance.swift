// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import AsyncHTTPClient
import NIOHTTP1

// The requirements for an answer that may be a behaviour file. The JSON reader checks the rest, with line and column.

extension HTTPClientResponse {
    /// The target of the answer, if it is a redirect that names one.
    var redirect: String? {
        switch status {
        case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect:
            headers.first(name: "Location")
        default: nil
        }
    }

    /// Refuses an answer by its status and headers, before any of its body is read.
    ///
    /// Servers of raw files say `text/plain` or `application/octet-stream`, so no type is asked for.
    func checkHead(from address: Address, limit: Int) throws(Failure) {
        guard status == .ok else {
            let reason = status.reasonPhrase.isEmpty ? "" : " \(status.reasonPhrase)"
            throw Failure(.status, "\(address.text) answered \(status.code)\(reason) instead of 200 OK")
        }
        // Of several headers of one name each counts: whatever reads the answer next may look at another one.
        for encoding in headers[canonicalForm: "Content-Encoding"] where encoding.lowercased() != "identity" {
            throw Failure(.notABehaviour, "\(address.text) sent a body encoded as \(encoding), which was not asked for")
        }
        if headers["Content-Type"].contains(where: \.namesHTML) { throw Failure.html(address) }
        if let length = headers["Content-Length"].compactMap(Int.init).max(), length > limit {
            throw Failure.tooLarge(address, limit: limit, length: length)
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
