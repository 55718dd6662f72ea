// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleTrust

/// The choice among the versions of a behaviour: which one a host runs, which one it goes back to, and which one it has
/// left for good.
///
/// It knows no process, file or clock. ``ServedBehaviour`` asks it before it starts a process, and tells it what came of
/// that; a fleet of ten thousand is simulated with the same.
struct VersionChoice: Sendable {
    /// The consequence of a version that came.
    enum Verdict: Sendable {
        /// It may become the active one if it is found right.
        case candidate
        /// It is the active one in another envelope, such as for a larger share of hosts.
        case renewal
        /// Other hosts take it first.
        case held(Int)
        /// It has failed too often here.
        case left
    }

    private let host: String
    /// The version that runs.
    private(set) var active: Received?
    /// The version that was active before, to which the host goes back.
    private(set) var previous: Received?
    /// The version that has failed too often here, in whatever envelope it comes.
    private(set) var left: SignedVersion?
    /// The failed runs of the active version since the last one that held.
    private(set) var failures = 0
    /// The number of the version that came last, if other hosts take it first.
    private(set) var held: Int?

    /// The choice of a host that has no version yet.
    init(of host: String) {
        self.host = host
    }

    // MARK: Versions that come

    /// Returns whether a text is the one that is active, byte for byte. Then it is the newest.
    mutating func isActive(_ digest: String) -> Bool {
        guard active?.digest == digest else { return false }
        held = nil
        return true
    }

    /// Decides on a version that was verified.
    mutating func verdict(on received: Received) -> Verdict {
        held = nil
        if isLeft(received) { return .left }
        if let active, active.version != nil, active.version == received.version,
            active.behaviour.bytes == received.behaviour.bytes
        {
            return .renewal
        }
        guard let contents = received.signed?.contents, !received.isFor(host: host) else { return .candidate }
        held = contents.version
        return .held(contents.version)
    }

    /// Returns whether the version has failed too often here.
    func isLeft(_ received: Received) -> Bool { left != nil && received.version == left }

    /// Makes a version the active one.
    mutating func activate(_ received: Received) {
        // Another envelope of the same number is no version to go back to, and does not forget what has failed.
        if let active, active.digest != received.digest, active.version == nil || active.version != received.version {
            previous = active
            failures = 0
        }
        (active, held) = (received, nil)
    }

    // MARK: Runs

    /// Notes the end of a run of the active version.
    mutating func noteRun(held: Bool) { failures = held ? 0 : failures + 1 }

    /// The version to go back to; nil as long as the active one has not failed as often as its signer allows, and where
    /// there is none.
    var retreat: Received? {
        guard let limit = active?.signed?.contents.failures, failures >= limit else { return nil }
        return previous
    }

    /// Goes back to the version before, and leaves the active one for good.
    mutating func goBack() {
        (left, active) = (active?.version, previous)
        (previous, failures) = (nil, 0)
    }

    // MARK: Restarts

    /// Takes over which version an earlier life of the host has left.
    mutating func restore(left: SignedVersion?) { self.left = left }

    /// Takes over what an earlier life of the host knew of a version that is to become the active one.
    mutating func restore(previous: Received?, failures: Int, of received: Received) {
        self.failures = failures
        self.previous = previous.flatMap { $0.digest == received.digest || isLeft($0) ? nil : $0 }
    }

    /// Forgets the active version, as at the end of the host.
    mutating func end() { active = nil }
}
