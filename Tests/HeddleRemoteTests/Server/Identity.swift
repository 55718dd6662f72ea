// SPDX-License-Identifier: Apache-2.0

import NIOSSL
import Subprocess

/// A certificate that nobody trusts yet, with its key; made for one test by openssl.
struct Identity: Sendable {
    let certificate: String
    let key: String
    /// The newest version of TLS that the server speaks; nil for all that there are.
    var newest: TLSVersion? = nil

    /// Makes one for a subject's alternative name such as `IP:127.0.0.1`.
    static func made(for name: String, in folder: String) async throws -> Identity {
        let identity = Identity(certificate: "\(folder)/certificate.pem", key: "\(folder)/key.pem")
        try await shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=heddle test' \
            -addext 'subjectAltName=\(name)' -keyout '\(identity.key)' -out '\(identity.certificate)'
            """)
        return identity
    }

    func context() throws -> NIOSSLContext {
        var configuration = try TLSConfiguration.makeServerConfiguration(
            certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem)))
        configuration.maximumTLSVersion = newest
        return try NIOSSLContext(configuration: configuration)
    }
}
