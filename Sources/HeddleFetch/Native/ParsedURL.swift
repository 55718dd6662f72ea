// SPDX-License-Identifier: Apache-2.0

import CCurl

/// A URL as libcurl reads it, and as it is handed to libcurl: what is checked is what is connected to.
@safe
final class ParsedURL {
    /// The reason why libcurl takes a text for no URL.
    enum Mistake: Error {
        case port
        case userInformation
        case other
    }

    /// Reads an absolute URL.
    convenience init(_ text: String) throws(Mistake) {
        guard let handle = unsafe curl_url() else { throw .other }
        unsafe self.init(owning: handle)
        try read(text)
    }

    /// A URL that is absolute, or relative to this one.
    func resolving(_ reference: String) throws(Mistake) -> ParsedURL {
        guard let copy = unsafe curl_url_dup(handle) else { throw .other }
        let target = unsafe ParsedURL(owning: copy)
        try target.read(reference)
        return target
    }

    var scheme: String? { part(CURLUPART_SCHEME) }
    var user: String? { part(CURLUPART_USER) }
    var password: String? { part(CURLUPART_PASSWORD) }
    /// The host; of IPv6 in brackets.
    var host: String? { part(CURLUPART_HOST) }
    var zone: String? { part(CURLUPART_ZONEID) }
    /// The port; nil where none is written.
    var port: String? { part(CURLUPART_PORT) }
    /// The whole, without its fragment.
    var text: String? { part(CURLUPART_URL) }

    /// For libcurl, which takes a copy when a transfer begins.
    let handle: OpaquePointer

    private init(owning handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe curl_url_cleanup(handle) }

    private func read(_ text: String) throws(Mistake) {
        // Other schemes are read too, so that they can be named when they are refused.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_DISALLOW_USER)
        let code = unsafe curl_url_set(handle, CURLUPART_URL, text, flags)
        switch code {
        case CURLUE_OK: break
        case CURLUE_BAD_PORT_NUMBER: throw .port
        case CURLUE_USER_NOT_ALLOWED: throw .userInformation
        default: throw .other
        }
        // It is for the reader of the answer alone.
        unsafe curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    }

    private func part(_ part: CURLUPart) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &found, 0) == CURLUE_OK, let found = unsafe found else { return nil }
        defer { unsafe curl_free(found) }
        return unsafe String(cString: found)
    }
}
