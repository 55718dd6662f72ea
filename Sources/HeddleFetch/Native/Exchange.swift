// SPDX-License-Identifier: Apache-2.0

import CCurl

/// libcurl with the connections that it keeps from one request to the next. One request goes over them at a time.
@safe
final class Connections {
    fileprivate let curl: UnsafeMutableRawPointer?

    init() { unsafe curl = curl_easy_init() }

    deinit { unsafe curl_easy_cleanup(curl) }
}

/// One request by libcurl, which neither follows redirects nor unpacks the body.
struct Exchange {
    let url: ParsedURL
    /// The headers besides those of libcurl, such as `Accept: application/json`.
    let headers: [String]
    /// The body of a POST; nil for a GET.
    var body: [UInt8]?
    let agent: String
    /// Certificates in PEM form that are trusted instead of the system's.
    let roots: [UInt8]?
    /// The time for all of it, and for the connection, in milliseconds.
    let time: Int
    let connectTime: Int

    /// Gets an answer as it comes. False ends the transfer.
    final class Receiver {
        let line: ([UInt8]) -> Bool
        let body: ([UInt8]) -> Bool

        /// - Parameters:
        ///   - line: gets each line of a head with its end, of preliminary answers and of trailers too.
        ///   - body: gets a piece of the body as it was sent.
        init(line: @escaping ([UInt8]) -> Bool, body: @escaping ([UInt8]) -> Bool) {
            self.line = line
            self.body = body
        }
    }

    /// The end of an exchange, as libcurl reports it.
    struct Ending {
        let code: CURLcode
        /// libcurl's words.
        var words = ""
        /// The `errno` of a connection that failed, or 0.
        var systemError: Int32 = 0
        /// The reason why OpenSSL does not trust the certificate; 0 if it does, 1 if it was not asked.
        var verification = 0
        /// The status that a proxy answered to `CONNECT`, or 0.
        var tunnelStatus = 0
        /// True if the connection was made, with TLS where that was asked for.
        var wasConnected = false
    }

    /// Makes the request, over a connection that is kept where there is one, and returns when it has ended.
    func perform(over connections: Connections, into receiver: Receiver) -> Ending {
        guard let curl = unsafe connections.curl else { return Ending(code: CURLE_FAILED_INIT) }
        var list: UnsafeMutablePointer<curl_slist>?
        for header in headers { unsafe list = unsafe curl_slist_append(list, header) ?? list }
        defer {
            // The connections stay; nothing that ends here does.
            unsafe curl_easy_reset(curl)
            unsafe curl_slist_free_all(list)
            // libcurl does not keep them.
            withExtendedLifetime((url, receiver)) {}
        }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CURL_ERROR_SIZE)) { words in
            unsafe words.initialize(repeating: 0)
            var options = unsafe Options(curl: curl)
            unsafe options.set(CURLOPT_ERRORBUFFER, to: words.baseAddress)
            unsafe options.set(CURLOPT_HTTPHEADER, to: list)
            unsafe options.setRequest(self)
            unsafe options.setSecurity(roots: roots)
            unsafe options.setReceiver(receiver)
            let code = unsafe options.failure ?? curl_easy_perform(curl)
            return unsafe Ending(
                code: code,
                words: String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
                systemError: Int32(heddle_curl_number(curl, CURLINFO_OS_ERRNO)),
                verification: heddle_curl_number(curl, CURLINFO_SSL_VERIFYRESULT),
                tunnelStatus: heddle_curl_number(curl, CURLINFO_HTTP_CONNECTCODE),
                wasConnected: heddle_curl_offset(curl, CURLINFO_PRETRANSFER_TIME_T) > 0)
        }
    }
}

/// The options of one handle of libcurl. An option that it does not take is a failure: it may be one that protects.
@unsafe
private struct Options {
    let curl: UnsafeMutableRawPointer
    private(set) var failure: CURLcode?

    init(curl: UnsafeMutableRawPointer) { unsafe self.curl = unsafe curl }

    mutating func set(_ option: CURLoption, to value: Int) {
        unsafe keep(heddle_curl_set_number(curl, option, value))
    }

    mutating func set(_ option: CURLoption, to text: String) {
        unsafe keep(heddle_curl_set_text(curl, option, text))
    }

    mutating func set(_ option: CURLoption, to pointer: UnsafeMutableRawPointer?) {
        unsafe keep(heddle_curl_set_pointer(curl, option, pointer))
    }

    private mutating func keep(_ code: CURLcode) {
        if code != CURLE_OK, unsafe failure == nil { unsafe failure = code }
    }

    /// Proxies, name servers and addresses are those of the system.
    mutating func setRequest(_ exchange: Exchange) {
        unsafe set(CURLOPT_CURLU, to: UnsafeMutableRawPointer(exchange.url.handle))
        for option in [CURLOPT_PROTOCOLS_STR, CURLOPT_REDIR_PROTOCOLS_STR] { unsafe set(option, to: "http,https") }
        unsafe set(CURLOPT_FOLLOWLOCATION, to: 0)
        unsafe set(CURLOPT_HTTP_VERSION, to: Int(CURL_HTTP_VERSION_2TLS))
        unsafe set(CURLOPT_USERAGENT, to: exchange.agent)
        if let body = exchange.body {
            unsafe set(CURLOPT_POST, to: 1)
            unsafe set(CURLOPT_POSTFIELDSIZE, to: body.count)
            unsafe keep(body.withUnsafeBytes { unsafe heddle_curl_set_body(curl, $0.baseAddress) })
        } else {
            // libcurl does not report a packed body that ends early: it is unpacked here.
            unsafe set(CURLOPT_ACCEPT_ENCODING, to: "gzip, deflate")
        }
        unsafe set(CURLOPT_HTTP_CONTENT_DECODING, to: 0)
        unsafe set(CURLOPT_TIMEOUT_MS, to: exchange.time)
        unsafe set(CURLOPT_CONNECTTIMEOUT_MS, to: exchange.connectTime)
        // A name server that does not answer may not hold up the end.
        unsafe set(CURLOPT_QUICK_EXIT, to: 1)
    }

    /// TLS 1.2 or newer, since older versions are broken (RFC 8996); chain and host are verified, of a proxy too.
    mutating func setSecurity(roots: [UInt8]?) {
        for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] {
            unsafe set(option, to: Int(CURL_SSLVERSION_TLSv1_2))
        }
        for option in [CURLOPT_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYPEER] { unsafe set(option, to: 1) }
        for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { unsafe set(option, to: 2) }
        guard let roots else { return }
        for option in [CURLOPT_CAINFO_BLOB, CURLOPT_PROXY_CAINFO_BLOB] {
            unsafe keep(roots.withUnsafeBytes { unsafe heddle_curl_set_bytes(curl, option, $0.baseAddress, $0.count) })
        }
        // Those of the system are not trusted beside them.
        for option in [CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH] {
            unsafe keep(heddle_curl_set_text(curl, option, nil))
        }
    }

    mutating func setReceiver(_ receiver: Exchange.Receiver) {
        let context = unsafe Unmanaged.passUnretained(receiver).toOpaque()
        unsafe set(CURLOPT_HEADERDATA, to: context)
        unsafe set(CURLOPT_WRITEDATA, to: context)
        // A proxy's answer to CONNECT is not the answer of the server.
        unsafe set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
        unsafe keep(
            heddle_curl_set_receiver(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                unsafe pass(bytes, size * count, to: context) { $0.line($1) }
            })
        unsafe keep(
            heddle_curl_set_receiver(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                unsafe pass(bytes, size * count, to: context) { $0.body($1) }
            })
    }
}

/// Hands bytes of libcurl to a receiver. Anything but their number ends the transfer.
private func pass(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, to context: UnsafeMutableRawPointer?,
    by take: (Exchange.Receiver, [UInt8]) -> Bool
) -> Int {
    guard let context = unsafe context else { return count + 1 }
    let receiver = unsafe Unmanaged<Exchange.Receiver>.fromOpaque(context).takeUnretainedValue()
    let taken = unsafe take(receiver, Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    return taken ? count : count + 1
}
