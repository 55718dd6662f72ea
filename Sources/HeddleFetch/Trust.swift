// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOSSL

extension HTTPClient.Configuration {
    /// TLS 1.2 or newer, certificates verified in full, one attempt, no redirects but our own, no decompression, no
    /// proxy, HTTP/1.1.
    static func careful(connecting time: Duration) throws(Failure) -> Self {
        var configuration = Self(
            tlsConfiguration: try .verifying(), redirectConfiguration: .disallow,
            timeout: Timeout(connect: .nanoseconds(Int64(time / .nanoseconds(1)))), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}

extension TLSConfiguration {
    /// Verifies the chain and the host name, against the system's roots or those that `SSL_CERT_FILE` names instead,
    /// as with OpenSSL, curl and git.
    fileprivate static func verifying() throws(Failure) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // Older versions are broken (RFC 8996).
        configuration.minimumTLSVersion = .tlsv12
        let path = ProcessInfo.processInfo.environment["SSL_CERT_FILE"] ?? ""
        if path.isEmpty { return configuration }
        guard let roots = try? NIOSSLCertificate.fromPEMFile(path), !roots.isEmpty else {
            throw Failure(.tls, "SSL_CERT_FILE names \(path), which does not hold certificates in PEM form")
        }
        configuration.trustRoots = .certificates(roots)
        return configuration
    }
}
