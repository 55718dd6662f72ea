// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import FoundationEssentials
package import HeddleDiagnostics

extension SourceText {
    /// The SHA-256 of its bytes in 64 hexadecimal digits.
    package var sha256: String { hexadecimal(SHA256.hash(data: bytes)) }
}

/// The SHA-256 of some bytes in 64 hexadecimal digits.
package func sha256(of bytes: [UInt8]) -> String { hexadecimal(SHA256.hash(data: bytes)) }

/// The first 16 hexadecimal digits of the SHA-256 of some bytes.
func shortDigest(of bytes: [UInt8]) -> String { String(hexadecimal(SHA256.hash(data: bytes)).prefix(16)) }

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16) }.joined()
}
