// SPDX-License-Identifier: Apache-2.0

/// A certificate that nobody trusts yet, with its key; made for one test by openssl.
struct Identity: Sendable {
    let certificate: String
    let key: String
    /// The newest version of TLS that the server speaks, as Python's `ssl.TLSVersion` names it; nil for all that there
    /// are.
    var newest: String? = nil

    /// Makes one for a subject's alternative name such as `IP:127.0.0.1`, which is valid for some days: for fewer than
    /// none if it has expired.
    static func made(for name: String, days: Int = 2, in folder: String) async throws -> Identity {
        let identity = Identity(certificate: "\(folder)/certificate.pem", key: "\(folder)/key.pem")
        try await shell(
            """
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=heddle test' \
            -addext 'subjectAltName=\(name)' -keyout '\(identity.key)' -out '\(folder)/request.pem'
            openssl x509 -req -in '\(folder)/request.pem' -copy_extensions copy -days \(days) \
            -signkey '\(identity.key)' -out '\(identity.certificate)'
            """)
        return identity
    }

    /// The options of `server.py`.
    var options: [String] {
        ["--certificate", certificate, "--key", key] + (newest.map { ["--newest", $0] } ?? [])
    }
}
