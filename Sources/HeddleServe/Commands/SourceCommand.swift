// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation
import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSystem
import HeddleTrust

/// `heddle source`: keys, signatures and the state of the behaviours of a host.
struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Sign behaviours, and look at those of a host.",
        subcommands: [KeygenCommand.self, SignCommand.self, VerifyCommand.self, StatusCommand.self])
}

/// `heddle source keygen`: makes a key.
private struct KeygenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen", abstract: "Make a key: write the private half to a file, print the public half.",
        discussion: "heddle source keygen release.key")

    @Argument(help: "The file for the private half, which must not be there yet.")
    var file: String

    func run() throws {
        let key = SigningKey()
        do throws(SystemFailure) {
            // Nobody but the owner can ever read it.
            let descriptor = try System.open(file, [.forWriting, .new], permissions: 0o600)
            defer { System.close(descriptor) }
            try System.write(Array(key.text.utf8), to: descriptor)
        } catch {
            throw Diagnostic(
                .error, .usage, code: .source(.badKey), "the key cannot be written to \(file): \(error.message)")
        }
        StandardStream.output.write(key.verifyingKey.text + "\n")
    }
}

/// `heddle source sign`: signs a behaviour.
private struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign a behaviour; the signed one goes to standard output.",
        discussion: """
            heddle source sign greeting.json --key release.key --identity greeting --version 7 > greeting.signed.json
            """)

    @Argument(help: "The behaviour.")
    var file: String

    @Option(help: ArgumentHelp("The file with the private half of the key.", valueName: "file"))
    var key: String

    @Option(help: ArgumentHelp("The identity that hosts expect.", valueName: "name"))
    var identity: String

    @Option(
        name: .customLong("version"),
        help: ArgumentHelp(
            "The number of the version, which only grows; by default the seconds since 1970.", valueName: "number"))
    var number: Int?

    @Option(help: ArgumentHelp("The time for which it is good, such as \"720 h\".", valueName: "duration"))
    var validFor = "720 h"

    @Option(help: ArgumentHelp("The share of hosts that it is for.", valueName: "0-100"))
    var percent: Double?

    @Option(
        help: ArgumentHelp(
            "The number of runs in a row that may fail before a host goes back to the version before.",
            valueName: "number"))
    var stopOnFailures: Int?

    func validate() throws {
        if let stopOnFailures, stopOnFailures < 1 { throw ValidationError("--stop-on-failures wants a number from 1") }
        if DurationText.nanoseconds(validFor) ?? 0 == 0 {
            throw ValidationError("--valid-for wants \(DurationText.form)")
        }
        if let number, !(1...SignedBehaviour.largestVersion).contains(number) {
            throw ValidationError("--version wants a whole number from 1 to \(SignedBehaviour.largestVersion)")
        }
        if let percent, !(0...100).contains(percent) { throw ValidationError("--percent wants a number from 0 to 100") }
        if identity.isEmpty { throw ValidationError("--identity wants a name") }
    }

    func run() throws {
        let text = try readText(at: file, kind: .behaviour)
        // A mistake of the form is found here, and not by a thousand hosts.
        _ = try JSONNode.read(text)
        let seconds = Int((DurationText.nanoseconds(validFor) ?? 0) / 1_000_000_000)
        let contents = SignedBehaviour(
            identity: identity, version: number ?? Timestamp.now.seconds, expires: .now + max(seconds, 1),
            percent: percent, failures: stopOnFailures, behaviour: text.bytes)
        let key = try SigningKey(readText(at: key, kind: .key))
        StandardStream.output.write(try Envelope.seal(contents, with: key))
    }
}

/// `heddle source verify`: shows who has signed a behaviour.
private struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify a signed behaviour, and show what it is.",
        discussion: "heddle source verify greeting.signed.json --key ed25519:…")

    @Argument(help: "The signed behaviour.")
    var file: String

    @Option(help: ArgumentHelp("The public half of the key.", valueName: "ed25519:…"))
    var key: String

    @Flag(help: "Write the behaviour in it to standard output instead.")
    var behaviour = false

    func run() throws {
        guard let key = VerifyingKey(key) else { throw ValidationError("--key wants \(VerifyingKey.form)") }
        let contents = try Envelope.open(readText(at: file, kind: .behaviour), trusting: [("the key", key)]).contents
        if behaviour { return StandardStream.output.write(contents.behaviour) }
        var lines = ["identity  \(contents.identity)", "version   \(contents.version)"]
        lines.append("expires   \(contents.expires)")
        if let percent = contents.percent { lines.append("rollout   \(percent) % of hosts") }
        if let failures = contents.failures { lines.append("stops     at \(failures) failed runs in a row") }
        lines.append("behaviour \(contents.behaviour.count) bytes")
        StandardStream.output.write(lines.joined(separator: "\n") + "\n")
        if contents.expires <= .now {
            throw Diagnostic(.error, .source, code: .source(.expired), "\(file) has expired at \(contents.expires)")
        }
    }
}

/// `heddle source status`: shows the behaviours of a host that runs.
private struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the behaviours of a host that runs.")

    @Option(help: ArgumentHelp("The control socket of the host.", valueName: "path"))
    var socket: String?

    @Flag(help: "Write the status as the host gives it, in JSON.")
    var json = false

    func run() async throws {
        let path = socket ?? StandardPlaces.controlSocket
        var client = HTTPClient()
        let request = HTTPRequest(
            method: .GET, version: .http11, path: "/status", query: [], headers: [.host: "host"], body: Data())
        let bytes: Data
        do {
            bytes = try await client.sendHTTPRequest(request, to: .unix(path: path)).bodyData
        } catch {
            throw Diagnostic(
                .error, .source, code: .source(.unreachable), "no host answers on \(path)",
                suggestion: "--socket names the control socket that the configuration of the host has")
        }
        if json { return StandardStream.output.write(Array(bytes)) }
        let status = try JSONNode.read(SourceText(name: path, bytes: Array(bytes))).value
        for behaviour in status["behaviours"]?.elements ?? [] {
            let version = behaviour["active"]?["version"]?.text.map { "version \($0)" }
            let words = [behaviour["name"]?.text, behaviour["state"]?.text, version, behaviour["source"]?.text]
            StandardStream.output.write(words.compactMap(\.self).joined(separator: "  ").excerpt(limit: .max) + "\n")
            for word in ["rejected", "sourceFailure"] {
                guard let found = behaviour[word] else { continue }
                for diagnostic in found["diagnostics"]?.elements ?? [found] {
                    guard let message = diagnostic["message"]?.text else { continue }
                    let place = diagnostic["at"]?.text.map { "\($0): " } ?? ""
                    let start = word == "rejected" ? "rejected" : "source"
                    StandardStream.output.write("    \(start): \(place)\(message)".excerpt(limit: .max) + "\n")
                }
            }
        }
    }
}

extension Value {
    fileprivate var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .number: json
        default: nil
        }
    }
}
