// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// A signed envelope in the form of DSSE, the Dead Simple Signing Envelope 1.0: the bytes that were signed in base64,
/// and signatures over exactly these bytes, so that no other writing of the same JSON has to be agreed upon.
package enum Envelope {
    /// The type of the signed bytes, which is signed with them.
    private static let type = "application/vnd.heddle.signed-behaviour+json"
    /// The largest number of signatures that is looked at.
    private static let mostSignatures = 16

    /// Signs a behaviour.
    ///
    /// - Returns: the text of the envelope.
    package static func seal(_ contents: SignedBehaviour, with key: SigningKey) throws(Diagnostic) -> String {
        let payload = contents.statement
        let signature = try key.signature(of: signedBytes(payload))
        return Value.object([
            .init("payload", .string(payload.base64)), .init("payloadType", .string(type)),
            .init(
                "signatures",
                .array([
                    .object([
                        .init("keyid", .string(key.verifyingKey.id)), .init("sig", .string(signature.base64)),
                    ])
                ])),
        ]).json + "\n"
    }

    /// Returns whether a text is meant as an envelope: a JSON object with the key "payload".
    package static func isOne(_ text: SourceText) -> Bool { (try? Members(text))?["payload"] != nil }

    /// Opens an envelope if one of its signatures is right by one of some keys.
    ///
    /// Nothing inside of the envelope is read before that. The number of the key in the envelope says only which
    /// signature to try first.
    ///
    /// - Parameter keys: the keys that are trusted, by their names in the configuration.
    /// - Returns: the contents, and the name of the key.
    /// - Throws: that it is no envelope, or that no trusted key has signed it.
    package static func open(
        _ text: SourceText, trusting keys: [(name: String, key: VerifyingKey)]
    ) throws(Diagnostic) -> (contents: SignedBehaviour, key: String) {
        let members = try Members(text)
        guard case .string(let encoded)? = members["payload"], let payload = bytes(fromBase64: encoded) else {
            throw members.unusable("payload", "the signed bytes in base64")
        }
        guard case .string(Self.type)? = members["payloadType"] else { throw members.unusable("payloadType", type) }
        let signed = signedBytes(payload)
        let found = try signatures(members)
        for (name, key) in keys where found.contains(where: { key.isSignature($0.bytes, of: signed) }) {
            let statement = SourceText(name: "the signed part of \(text.name)", bytes: payload)
            return (try SignedBehaviour(statement: statement), name)
        }
        throw wrongSignature(text, found.map(\.key), keys)
    }

    private static func signatures(_ members: Members) throws(Diagnostic) -> [(key: String, bytes: [UInt8])] {
        guard case .array(let elements)? = members["signatures"], !elements.isEmpty else {
            throw members.unusable("signatures", "a list of signatures")
        }
        return elements.prefix(mostSignatures).compactMap { element in
            guard case .object(let parts) = element,
                case .string(let encoded)? = parts.first(where: { $0.name == "sig" })?.value,
                let signature = bytes(fromBase64: encoded)
            else { return nil }
            guard case .string(let key)? = parts.first(where: { $0.name == "keyid" })?.value else {
                return ("", signature)
            }
            return (key, signature)
        }
    }

    /// The pre-authentication encoding of DSSE: the type and the bytes with their lengths.
    private static func signedBytes(_ payload: [UInt8]) -> [UInt8] {
        Array("DSSEv1 \(type.utf8.count) \(type) \(payload.count) ".utf8) + payload
    }

    private static func wrongSignature(
        _ text: SourceText, _ found: [String], _ keys: [(name: String, key: VerifyingKey)]
    ) -> Diagnostic {
        let known = keys.first { found.contains($0.key.id) }
        let reason =
            known.map { "its bytes are not those that the key \"\($0.name)\" has signed" }
            ?? "it is signed with the key \(found.first.map { $0.excerpt() } ?? "of nobody"), which is not trusted"
        return Diagnostic(
            .error, .source, code: .source(.badSignature), "\(text.name) is refused: \(reason)",
            suggestion: known == nil
                ? "the trusted keys are \(keys.map { "\"\($0.name)\" (\($0.key.id))" }.joined(separator: ", "))" : nil)
    }
}

/// The members of a JSON object that came from elsewhere.
struct Members {
    private let text: SourceText
    private let members: [String: Value]

    init(_ text: SourceText) throws(Diagnostic) {
        self.text = text
        do {
            guard case .object(let members) = try JSONNode.read(text).value else { throw Self.unusable(text) }
            self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        } catch {
            throw Self.unusable(text)
        }
    }

    subscript(_ name: String) -> Value? { members[name] }

    func unusable(_ member: String, _ expected: String) -> Diagnostic {
        let found = members[member].map { "is \($0.excerpt(limit: 60))" } ?? "is missing"
        return Diagnostic(
            .error, .source, code: .source(.badEnvelope),
            "\(text.name) is no signed behaviour: its \"\(member)\" \(found), expected \(expected)")
    }

    private static func unusable(_ text: SourceText) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .source(.badEnvelope),
            "\(text.name) is no signed behaviour: it is not a JSON object",
            suggestion: "heddle source sign makes one of a behaviour")
    }
}
