// SPDX-License-Identifier: Apache-2.0

internal import Crypto
package import HeddleDiagnostics
internal import HeddleDeclarations

/// The private half of an Ed25519 key, which signs behaviours.
///
/// It never stands in a message. Its file is one line, `heddle-signing-key ed25519:` and base64.
package struct SigningKey: Sendable {
    private static let head = "heddle-signing-key "

    private let key: Curve25519.Signing.PrivateKey

    /// A new key, from the system's source of random numbers.
    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Reads the text of a key file.
    ///
    /// - Throws: that it is none; the message quotes nothing of it.
    package init(_ file: SourceText) throws(Diagnostic) {
        let text = String(decoding: file.bytes, as: UTF8.self).trimmed
        guard text.hasPrefix(Self.head), let bytes = KeyText.bytes(of: String(text.dropFirst(Self.head.count))),
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        else {
            throw Diagnostic(
                .error, .source, code: .source(.badKey), "\(file.name) is not a signing key",
                suggestion: "heddle source keygen writes one")
        }
        self.key = key
    }

    /// The text of its file.
    package var text: String { "\(Self.head)\(KeyText.text(Array(key.rawRepresentation)))\n" }

    /// The public half.
    package var verifyingKey: VerifyingKey { VerifyingKey(key.publicKey) }

    func signature(of bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
        do {
            return Array(try key.signature(for: bytes))
        } catch {
            throw Diagnostic(.error, .source, code: .source(.badKey), "the behaviour cannot be signed: \(error)")
        }
    }
}

/// The public half of an Ed25519 key, which tells whether a behaviour was signed with the private half.
package struct VerifyingKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    fileprivate init(_ key: Curve25519.Signing.PublicKey) {
        self.key = key
    }

    /// Reads `ed25519:` and base64; nil for anything else.
    package init?(_ text: String) {
        guard let bytes = KeyText.bytes(of: text),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    /// The form of the text of a key.
    package static let form = "a public key such as \"ed25519:\" and 44 characters of base64"

    /// The key as configurations have it.
    package var text: String { KeyText.text(Array(key.rawRepresentation)) }

    /// The number of the key in envelopes: the first 16 digits of the SHA-256 of its bytes.
    package var id: String { shortDigest(of: Array(key.rawRepresentation)) }

    func isSignature(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        key.isValidSignature(signature, for: bytes)
    }
}

/// The bytes of a key as text.
private enum KeyText {
    private static let head = "ed25519:"

    static func text(_ bytes: [UInt8]) -> String { head + bytes.base64 }

    static func bytes(of text: String) -> [UInt8]? {
        guard text.hasPrefix(head),
            let bytes = HeddleDeclarations.bytes(fromBase64: String(text.dropFirst(head.count))), bytes.count == 32
        else { return nil }
        return bytes
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
