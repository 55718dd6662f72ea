// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleTrust

@testable import HeddleServe

/// A version as the signer of the simulation makes it.
struct Release {
    let text: SourceText
    let number: Int
    /// True if runs of it fail.
    let isBad: Bool
    /// The same after its signature was verified, which gives the same for all hosts.
    let received: Received
}

/// The signer of a fleet.
struct Signer {
    private let key = SigningKey()
    let entry: BehaviourEntry

    init() {
        let trusted = TrustedKey(name: "release", text: key.verifyingKey.text)
        entry = BehaviourEntry(
            name: "add", source: .url("https://example.org/add.json"), runs: RunSettings(), polling: PollSettings(),
            keys: [trusted], identity: "add", modules: [AllowedModule(library: "probe", hashes: [])], actions: [],
            staleAfter: nil, expiresAfter: nil)
    }

    func release(
        _ number: Int, percent: Double? = nil, isBad: Bool = false, failures: Int? = 3, expires: Timestamp
    ) throws -> Release {
        let contents = SignedBehaviour(
            identity: "add", version: number, expires: expires, percent: percent, failures: failures,
            behaviour: Array("version \(number)".utf8))
        let text = SourceText(name: "https://example.org/add.json", try Envelope.seal(contents, with: key))
        return Release(
            text: text, number: number, isBad: isBad, received: try Received(text, etag: nil, for: entry))
    }
}

/// A host of the simulated fleet: the choice of a real one and its state on disk, and in the place of its process the
/// word of the version whether it fails.
struct SimulatedHost {
    /// The facts that survive the host.
    private struct Disk {
        var choice: VersionChoice
        var ratchet = Ratchet()
    }

    let name: String
    private let signer: Signer
    private var disk: Disk
    /// Real files for some of the hosts, from which they begin again.
    private let folder: StateFolder?
    private var bad: Set<String> = []
    private(set) var choice: VersionChoice
    private(set) var refusals = 0
    /// The error of its clock in seconds.
    var skew = 0
    var isOnline = true
    /// The numbers of the versions that it has taken from a server, and of those that it has run, without repetitions.
    private(set) var taken: [Int] = []
    private(set) var ran: [Int] = []

    init(_ name: String, _ signer: Signer, folder: StateFolder?) {
        (self.name, self.signer, self.folder) = (name, signer, folder)
        choice = VersionChoice(of: name)
        disk = Disk(choice: choice)
    }

    var version: Int? { choice.active?.version?.number }

    /// Asks the server, as a host does with each poll.
    mutating func poll(_ release: Release, at now: Timestamp) throws {
        guard isOnline, !choice.isActive(release.received.digest) else { return }
        if release.isBad { bad.insert(release.received.digest) }
        do {
            try release.received.checkIdentity(for: signer.entry)
            try release.received.checkAge(disk.ratchet, now: now + skew)
        } catch {
            refusals += 1
            return
        }
        switch choice.verdict(on: release.received) {
        case .candidate:
            if let version = release.received.version {
                _ = disk.ratchet.note(version)
                try folder?.note(version)
            }
            choice.activate(release.received)
            taken.append(release.number)
            try save(now)
        case .renewal:
            choice.activate(release.received)
            try save(now)
        case .held, .left: break
        }
    }

    /// Runs the active version once.
    mutating func run(at now: Timestamp) throws {
        guard let active = choice.active, let version, !active.isOver(at: now + skew) else { return }
        if ran.last != version { ran.append(version) }
        let failures = choice.failures
        choice.noteRun(held: !bad.contains(active.digest))
        if choice.retreat != nil { choice.goBack() }
        if choice.failures != failures || self.version != version { try save(now) }
    }

    /// Ends and begins again with what is on the disk.
    mutating func restart() throws {
        guard let folder else {
            choice = disk.choice
            return
        }
        choice = VersionChoice(of: name)
        guard let kept = folder.kept(from: signer.entry.source) else { return }
        let received = try Received(kept.text, etag: kept.etag, for: signer.entry)
        let previous = try kept.previous.map { try Received($0, etag: nil, for: signer.entry) }
        choice.restore(left: kept.left)
        choice.restore(previous: previous, failures: kept.failures, of: received)
        choice.activate(received)
        disk.ratchet = try folder.ratchet
    }

    private mutating func save(_ now: Timestamp) throws {
        disk.choice = choice
        try folder?.keep(choice, from: signer.entry.source, seen: now + skew)
    }
}
