// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleJSON
import HeddleSystem
import HeddleTrust

/// The configuration of a host: the one place that says what is run, where it comes from and which keys it trusts.
struct ServeConfiguration: Sendable {
    /// The name of the host, in its status and for roll-outs.
    let name: String
    /// The folders in which modules are looked up.
    let modulePath: [String]
    /// The folder for what must survive the process.
    let state: String
    let control: ControlSettings
    /// The place that the status is reported to; nil for none.
    let report: ReportSettings?
    /// The collector that gets the metrics; nil for none.
    let metrics: ReportSettings?
    /// The URL of the collector that gets the traces of runs; nil for none.
    let traces: String?
    /// The URL of the collector that gets the log; nil for none.
    let logs: String?
    let behaviours: [BehaviourEntry]
    /// The warnings about it.
    let warnings: [Diagnostic]

    /// Returns whether two configurations differ in their behaviours alone.
    func isAlike(_ other: ServeConfiguration) -> Bool {
        name == other.name && modulePath == other.modulePath && state == other.state && control == other.control
            && report == other.report && metrics == other.metrics && traces == other.traces && logs == other.logs
    }
}

/// The ways by which operators reach the host.
struct ControlSettings: Hashable, Sendable {
    /// The path of the Unix socket.
    var socket: String
    /// The permissions of the socket's file.
    var mode: UInt32
    /// The port on 127.0.0.1; nil for none.
    var port: Int?
    /// The file with the token that requests to the port show.
    var tokenFile: String?
    /// The time in which a client has to send or take something.
    var idle: Duration
}

/// A server that gets messages again and again, from which somebody sees the whole fleet.
struct ReportSettings: Hashable, Sendable {
    var url: String
    /// The time between two messages.
    var every = Duration.seconds(60)
}

/// A behaviour that the host keeps.
struct BehaviourEntry: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case file(String)
        case url(String)
    }

    /// The name of an entry, for people, states and paths.
    let name: String
    var source: Source
    var runs: RunSettings
    var polling: PollSettings
    /// The keys that may sign it, by name and text; empty for an unsigned behaviour.
    var keys: [TrustedKey]
    /// The identity that a signed behaviour must have.
    var identity: String
    /// The modules that it may use; nil for all.
    var modules: [AllowedModule]?
    /// Patterns of the actions that it may call; empty for all of these modules.
    var actions: [String]
    /// The age at which it counts as stale; nil for never.
    var staleAfter: Duration?
    /// The age at which it is not run any more; nil for never.
    var expiresAfter: Duration?
}

/// A key that is trusted for a behaviour.
struct TrustedKey: Hashable, Sendable {
    let name: String
    let text: String

    var key: VerifyingKey? { VerifyingKey(text) }
}

/// The occasions on which a behaviour is run.
struct RunSettings: Hashable, Sendable {
    /// When the host has started.
    var onStart = false
    /// When another version has taken its place.
    var onChange = false
    /// Again and again; nil for never.
    var every: Duration?
    /// The longest time that a run may take; nil for any.
    var timeLimit: Duration?
}

/// The pace of asking a server.
struct PollSettings: Hashable, Sendable {
    /// The time between two requests, of which a tenth more or less is left to chance.
    var every = Duration.seconds(60)
    /// The time that a server may keep a request until there is something new; nil for an answer at once.
    var wait: Duration?
}
