// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleTrust
import Testing
import Workbench

@Suite("A signed behaviour")
struct EnvelopeTests {
    private let key = SigningKey()
    private let contents = SignedBehaviour(
        identity: "tills/greeting", version: 7, expires: Timestamp(seconds: 4_102_444_800), percent: 12.5,
        behaviour: Array("{\"behaviour\": 1,\n \"steps\": []} \u{0}é".utf8))

    private func open(
        _ text: String, trusting keys: [(name: String, key: VerifyingKey)]? = nil
    ) throws -> (contents: SignedBehaviour, key: String) {
        try Envelope.open(
            SourceText(name: "signed.json", text), trusting: keys ?? [(name: "release", key: key.verifyingKey)])
    }

    private func refusal(
        _ text: String, trusting keys: [(name: String, key: VerifyingKey)]? = nil
    ) throws -> Diagnostic? {
        do {
            _ = try open(text, trusting: keys)
            return nil
        } catch let refusal as Diagnostic {
            return refusal
        }
    }

    @Test("keeps each byte of the behaviour, and all that is said of it")
    func roundTrip() throws {
        let opened = try open(Envelope.seal(contents, with: key))
        #expect(opened.key == "release")
        #expect(opened.contents.behaviour == contents.behaviour)
        #expect(opened.contents.identity == "tills/greeting")
        #expect(opened.contents.version == 7)
        #expect(opened.contents.expires.description == "2100-01-01T00:00:00Z")
        #expect(opened.contents.percent == 12.5)
    }

    @Test("is opened by the key that signed it and by no other")
    func keys() throws {
        let text = try Envelope.seal(contents, with: key)
        let other = SigningKey().verifyingKey
        let refusal = try refusal(text, trusting: [(name: "other", key: other)])
        #expect(refusal?.code == .source(.badSignature))
        #expect(
            refusal?.message == "signed.json is refused: it is signed with the key \(key.verifyingKey.id), "
                + "which is not trusted")
        #expect(try open(text, trusting: [("other", other), ("release", key.verifyingKey)]).key == "release")
    }

    @Test("is refused when any character of it was changed, or means the same")
    func changes() throws {
        let bytes = Array(try Envelope.seal(contents, with: key).utf8)
        let payload = try #require(String(decoding: bytes, as: UTF8.self).firstRange(of: "\"payload\":\""))
        let start = String(decoding: bytes, as: UTF8.self)[..<payload.upperBound].utf8.count
        var accepted: [Int] = []
        for index in stride(from: start, to: start + 300, by: 1) {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            guard changed[index] != bytes[index] else { continue }
            if try refusal(String(decoding: changed, as: UTF8.self)) == nil { accepted.append(index) }
        }
        #expect(accepted == [])
    }

    @Test(
        "is refused with the member that is wrong",
        arguments: [
            ("[]", "it is not a JSON object"), ("{", "it is not a JSON object"),
            (#"{"payload": 1}"#, #"its "payload" is 1, expected the signed bytes in base64"#),
            (
                #"{"payload": "e30=", "payloadType": "text"}"#,
                #"its "payloadType" is "text", expected application/vnd.heddle.signed-behaviour+json"#
            ),
            (
                #"{"payload": "e30=", "payloadType": "application/vnd.heddle.signed-behaviour+json"}"#,
                #"its "signatures" is missing, expected a list of signatures"#
            ),
        ])
    func mistakes(_ text: String, _ reason: String) throws {
        let refusal = try refusal(text)
        #expect(refusal?.code == .source(.badEnvelope))
        #expect(refusal?.message == "signed.json is no signed behaviour: \(reason)")
    }

    @Test("is read by another implementation of DSSE and Ed25519", .enabled(if: Python.hasCryptography))
    func otherImplementation() throws {
        let folder = try ScratchFolder()
        try folder.write("signed.json", Envelope.seal(contents, with: key))
        let read = try Program("python3").run(
            ["-c", Python.open, folder("signed.json"), key.verifyingKey.text])
        #expect(read.errors == "")
        #expect(read.output == "tills/greeting 7 2100-01-01T00:00:00Z\n{\"behaviour\": 1,\n \"steps\": []} \u{0}é")
    }

    @Test("of another implementation is opened", .enabled(if: Python.hasCryptography))
    func otherSigner() throws {
        let signed = try Program("python3").run(["-c", Python.sign])
        #expect(signed.errors == "")
        let lines = signed.output.split(separator: "\n").map(String.init)
        let key = try #require(VerifyingKey(lines[0]))
        let opened = try open(lines[1], trusting: [("python", key)])
        #expect(opened.contents.identity == "from python")
        #expect(opened.contents.behaviour == Array("{}".utf8))
    }
}

@Suite("A signing key")
struct SigningKeyTests {
    @Test("is the same after it was written and read")
    func text() throws {
        let key = SigningKey()
        let read = try SigningKey(SourceText(name: "release.key", key.text))
        #expect(read.verifyingKey.text == key.verifyingKey.text)
        #expect(VerifyingKey(key.verifyingKey.text)?.id == key.verifyingKey.id)
    }

    @Test("is not quoted when its file is wrong", arguments: ["", "secret", "heddle-signing-key ed25519:c2VjcmV0"])
    func secrecy(_ text: String) throws {
        let mistake = #expect(throws: Diagnostic.self) { try SigningKey(SourceText(name: "release.key", text)) }
        #expect(mistake?.message == "release.key is not a signing key")
    }

    @Test("has a public half of one form alone", arguments: ["", "ed25519:", "ed25519:AAAA", "rsa:AAAA", "AAAA"])
    func form(_ text: String) { #expect(VerifyingKey(text) == nil) }
}

@Suite("The roll-out to a share of hosts")
struct RolloutTests {
    @Test("spreads hosts evenly, and the same host always to the same place")
    func spread() {
        let places = (0..<10_000).map { Rollout.place(of: "host-\($0)", in: "tills/greeting") }
        for percent in [1.0, 5, 25, 50] {
            let share = Double(places.count { $0 < percent }) / 100
            #expect(abs(share - percent) < 1, "\(percent) % reached \(share) % of the hosts")
        }
        #expect(places == (0..<10_000).map { Rollout.place(of: "host-\($0)", in: "tills/greeting") })
        #expect(places.allSatisfy { (0..<100).contains($0) })
    }

    @Test("begins with other hosts for each behaviour")
    func identities() {
        let both = (0..<10_000).count { host in
            ["one", "two"].allSatisfy { Rollout.place(of: "host-\(host)", in: $0) < 10 }
        }
        #expect((50...150).contains(both))
    }
}

/// Another implementation, of Python's cryptography.
private enum Python {
    static let hasCryptography =
        (try? Program("python3").run(["-c", "import cryptography"]).status == 0) ?? false

    static let open = """
        import base64, json, sys
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        envelope = json.load(open(sys.argv[1]))
        payload, kind = base64.b64decode(envelope["payload"]), envelope["payloadType"].encode()
        signed = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(sys.argv[2].removeprefix("ed25519:")))
        key.verify(base64.b64decode(envelope["signatures"][0]["sig"]), signed)
        contents = json.loads(payload)
        print(contents["identity"], contents["version"], contents["expires"])
        sys.stdout.flush()
        sys.stdout.buffer.write(base64.b64decode(contents["behaviour"]["bytes"]))
        """

    static let sign = """
        import base64, json
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        key, kind = Ed25519PrivateKey.generate(), b"application/vnd.heddle.signed-behaviour+json"
        payload = json.dumps({"heddle": "signed-behaviour/1", "identity": "from python", "version": 1,
            "expires": "2100-01-01T00:00:00Z", "behaviour": {"bytes": "e30="}}, indent=2).encode()
        sig = key.sign(b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload))
        text = lambda data: base64.b64encode(data).decode()
        print("ed25519:" + text(key.public_key().public_bytes_raw()))
        print(json.dumps({"payload": text(payload), "payloadType": kind.decode(),
            "signatures": [{"sig": text(sig)}]}))
        """
}
