// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemPackage

extension Failure {
    /// A failure before the head of the answer.
    init(_ error: any Error, whileAsking address: Address) {
        let server = address.server
        self =
            switch error.root {
            case let failure as Failure: failure
            case let error where error.isTimeout: Failure(.timeout, "\(server) did not take the connection in time")
            case let error where error.isEarlyEnd:
                Failure(.unreachable, "\(server) closed the connection before it answered")
            case is HTTPParserError: Failure(.notHTTP, "\(server) did not answer with valid HTTP: \(error)")
            case let error where error.isAboutTLS: Failure(tls: error, server: server)
            case let error: Failure(.unreachable, "\(server) could not be reached: \(error.reason)")
            }
    }

    /// A failure during the transfer of the body.
    init(_ error: any Error, whileReading address: Address, received: Int) {
        if let failure = error as? Failure {
            self = failure
        } else {
            let reason = error.isEarlyEnd ? "the body is incomplete" : error.reason
            self.init(.truncated, "\(address.text) broke off after \(received) bytes: \(reason)")
        }
    }

    private init(tls error: any Error, server: String) {
        if error as? NIOSSLExtraError == .failedToValidateHostname {
            self.init(.tls, "the certificate of \(server) is for another host")
        } else {
            self.init(
                .tls, "no secure connection with \(server): \(error.handshakeReason)",
                suggestion: "if a private authority signed its certificate, name that authority's in SSL_CERT_FILE")
        }
    }
}

extension Error {
    /// The error of the connection attempt that was made first, if several were.
    fileprivate var root: any Error { (self as? NIOConnectionError)?.connectionErrors.first?.error ?? self }

    fileprivate var isTimeout: Bool {
        if case .connectTimeout? = self as? ChannelError { return true }
        let error = self as? HTTPClientError
        return error == .connectTimeout || error == .tlsHandshakeTimeout
    }

    fileprivate var isEarlyEnd: Bool {
        self as? HTTPClientError == .remoteConnectionClosed || self as? HTTPParserError == .invalidEOFState
            || self as? NIOSSLError == .uncleanShutdown
    }

    fileprivate var isAboutTLS: Bool { self is NIOSSLError || self is NIOSSLExtraError || self is BoringSSLError }

    /// BoringSSL's word, such as `certificate verify failed`, without the place in its source that it adds.
    fileprivate var handshakeReason: String {
        let word = "\(self)".split(separator: ":").drop { $0 != "OPENSSL_internal" }.dropFirst().first
        guard let word else { return "the handshake was broken off" }
        return word.prefix { $0 != " " }.lowercased().split(separator: "_").joined(separator: " ")
    }

    /// The system's own words, where there are any.
    fileprivate var reason: String {
        switch self {
        case let error as NIOConnectionError: "no address is known for \(error.host)"
        case let error as IOError: Errno(rawValue: error.errnoCode).description
        default: "\(self)"
        }
    }
}
