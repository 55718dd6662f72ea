// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleTrust

/// A signed version: the number of the key, and the number that it has signed.
struct SignedVersion: Hashable, Sendable {
    let key: String
    let number: Int
}

/// A version of a behaviour as it came from its source, with a signature that is right where there must be one.
struct Received: Sendable {
    /// The text that came, byte for byte.
    let text: SourceText
    /// The SHA-256 of the text.
    let digest: String
    /// The server's name for it; nil if it has none.
    let etag: String?
    /// The behaviour in it.
    let behaviour: SourceText
    /// The signed contents, and the key; nil for a version that is not signed.
    let signed: (contents: SignedBehaviour, key: TrustedKey)?
    /// The number of the signed version; nil for one that is not signed.
    let version: SignedVersion?

    /// Verifies the signature of what came.
    ///
    /// - Throws: why it is not accepted. Nothing in it was read as a behaviour.
    init(_ text: SourceText, etag: String?, for entry: BehaviourEntry) throws(Diagnostic) {
        (self.text, digest, self.etag) = (text, text.sha256, etag)
        guard !entry.keys.isEmpty else {
            if Envelope.isOne(text) { throw Self.keyless(text, entry) }
            (behaviour, signed, version) = (text, nil, nil)
            return
        }
        guard Envelope.isOne(text) else { throw Self.unsigned(text) }
        let keys = entry.keys.compactMap { key in key.key.map { (name: key.name, key: $0) } }
        let (contents, name) = try Envelope.open(text, trusting: keys)
        guard let key = entry.keys.first(where: { $0.name == name }), let verifying = key.key else {
            throw Self.unsigned(text)
        }
        behaviour = SourceText(name: text.name, bytes: contents.behaviour)
        signed = (contents, key)
        version = SignedVersion(key: verifying.id, number: contents.version)
    }

    private init(_ other: Received, etag: String?) {
        (text, digest, behaviour) = (other.text, other.digest, other.behaviour)
        (signed, version, self.etag) = (other.signed, other.version, etag)
    }

    /// The same by another name of its server.
    func named(_ etag: String?) -> Received { Received(self, etag: etag) }

    /// Checks for whom it is.
    func checkIdentity(for entry: BehaviourEntry) throws(Diagnostic) {
        guard let contents = signed?.contents, contents.identity != entry.identity else { return }
        throw refused(.wrongIdentity, "is signed for another identity, expected \"\(entry.identity)\"")
    }

    /// Checks until when it is, and that it is not older than what was accepted before.
    ///
    /// - Parameter now: the time, which may be wrong.
    func checkAge(_ ratchet: Ratchet, now: Timestamp) throws(Diagnostic) {
        guard let expires = signed?.contents.expires, let version else { return }
        if expires <= now { throw refused(.expired, "expired at \(expires), and it is \(now)") }
        let highest = ratchet.highest(of: version.key)
        if version.number < highest {
            throw refused(.rollback, "is older than version \(highest), which was accepted before")
        }
    }

    /// Returns whether its time is over.
    func isOver(at now: Timestamp) -> Bool { signed.map { $0.contents.expires <= now } ?? false }

    private func refused(_ code: DiagnosticCode.Source, _ reason: String) -> Diagnostic {
        let words = signed.map { contents, key in
            "version \(contents.version) of \"\(contents.identity)\", signed with \"\(key.name)\","
        }
        return Diagnostic(.error, .source, code: .source(code), "\(words ?? text.name) \(reason)")
    }

    private static func unsigned(_ text: SourceText) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .source(.unsigned), "\(text.name) is not signed, and \"keys\" expects a signature",
            suggestion: "heddle source sign signs a behaviour")
    }

    private static func keyless(_ text: SourceText, _ entry: BehaviourEntry) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .source(.badSignature),
            "\(text.name) is signed, and the configuration has no \"keys\" for \"\(entry.name)\"")
    }

    /// Returns whether a host takes part in the roll-out of the version.
    ///
    /// The share of a host follows from its name and the identity alone: a wider roll-out takes in the same hosts first.
    func isFor(host: String) -> Bool {
        guard let signed, let percent = signed.contents.percent else { return true }
        return Rollout.place(of: host, in: signed.contents.identity) < percent
    }
}
