// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The authorities that are trusted: the system's, or those that `SSL_CERT_FILE` names instead, as with OpenSSL, curl
/// and git.
enum Trust {
    private static let variable = "SSL_CERT_FILE"
    /// The system's own file is a quarter of a megabyte long.
    private static let longest = 16 << 20

    /// The text of the file that `SSL_CERT_FILE` names; nil where the system's are trusted.
    static func roots() throws(Failure) -> [UInt8]? {
        guard let path = HostSystem.variable(variable) else { return nil }
        guard let bytes = HostSystem.contents(of: path, upTo: longest), hasCertificate(bytes) else {
            throw unusable(path)
        }
        return bytes
    }

    /// The failure if the file holds no certificate that OpenSSL can read.
    static func unusable() -> Failure { unusable(HostSystem.variable(variable) ?? "no file") }

    private static func unusable(_ path: String) -> Failure {
        Failure(.tls, "\(variable) names \(path), which does not hold certificates in PEM form")
    }

    /// Each begins at the start of a line; OpenSSL writes another word before it in some.
    private static func hasCertificate(_ bytes: [UInt8]) -> Bool {
        let beginnings = ["", "TRUSTED ", "X509 "].map { "-----BEGIN \($0)CERTIFICATE-----".utf8 }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            beginnings.contains { line.starts(with: $0) }
        }
    }
}
