// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleTrust

/// A version of a behaviour as it came from its source, after everything was verified that bytes alone tell.
struct Received: Sendable {
    /// The text that came, byte for byte.
    let text: SourceText
    /// The server's name for it; nil if it has none.
    let etag: String?
    /// The behaviour in it.
    let behaviour: SourceText
    /// The signed contents, and the key; nil for a version that is not signed.
    let signed: (contents: SignedBehaviour, key: TrustedKey)?

    /// Verifies what came, in this order: the signature, for whom it is, until when, and that it is not older than what
    /// was seen.
    ///
    /// - Parameters:
    ///   - highest: the highest version that a key has signed.
    ///   - now: the time, which may be wrong.
    /// - Throws: why it is not accepted. Nothing in it was read as a behaviour.
    init(
        _ text: SourceText, etag: String?, for entry: BehaviourEntry, highest: (VerifyingKey) -> Int,
        now: Timestamp = .now
    ) throws(Diagnostic) {
        (self.text, self.etag) = (text, etag)
        guard !entry.keys.isEmpty else {
            if Envelope.isOne(text) { throw Self.keyless(text, entry) }
            (behaviour, signed) = (text, nil)
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
        try Self.check(contents, signedBy: key, entry, highest: highest(verifying), now)
    }

    private static func check(
        _ contents: SignedBehaviour, signedBy key: TrustedKey, _ entry: BehaviourEntry, highest: Int, _ now: Timestamp
    ) throws(Diagnostic) {
        func refused(_ code: DiagnosticCode.Source, _ reason: String) -> Diagnostic {
            Diagnostic(
                .error, .source, code: .source(code),
                "version \(contents.version) of \"\(contents.identity)\", signed with \"\(key.name)\", \(reason)")
        }
        if contents.identity != entry.identity {
            throw refused(.wrongIdentity, "is not for here, expected the identity \"\(entry.identity)\"")
        }
        if contents.expires <= now { throw refused(.expired, "expired at \(contents.expires), and it is \(now)") }
        if contents.version < highest {
            throw refused(.rollback, "is older than version \(highest), which was accepted before")
        }
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
