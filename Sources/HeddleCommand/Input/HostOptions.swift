// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleBehaviour
import HeddleDiagnostics
import HeddleForeign
import HeddleReport
import HeddleSystem

/// The options for the module path and for messages.
struct HostOptions: ParsableArguments {
    @OptionGroup var path: ModulePathOptions

    @Option(
        help: ArgumentHelp(
            "The lowest level of messages to show: debug, info, warning or error.",
            valueName: "level"), transform: level)
    var logLevel = MessageLevel.info

    @Option(
        help: ArgumentHelp(
            "A lock file: load its modules alone, each as the file that it was.",
            discussion: "heddle lock writes it. Libraries of the system need not be in it.", valueName: "file"),
        completion: .file(extensions: ["lock"]))
    var lock: String?

    @OptionGroup var providers: ProviderOptions

    @Option(
        help: ArgumentHelp(
            "The engine that makes the calls: own or libffi.",
            discussion: "By default the one that HEDDLE_CALLS names, else own, where that exists for this machine.",
            valueName: "engine"))
    var calls: String?

    @Option(
        name: .customLong("guard"),
        help: ArgumentHelp(
            "Put a page that must not be touched behind, or before, the memory of each argument.",
            discussion: "A function that leaves an array or a text crashes there; the report names the argument.",
            valueName: "side"), transform: side)
    var guardedSide: GuardedMemory.Side?

    /// The folders of the command line.
    var modulePath: [String] { path.modulePath }

    /// The options as they are given to a further process.
    var arguments: [String] {
        path.arguments + ["--log-level", logLevel.rawValue] + calling + providers.arguments
            + (lock.map { ["--lock", $0] } ?? [])
    }

    /// The options for calls, as they were given.
    private var calling: [String] { Self.calling(calls, guardedSide) }

    /// The options for calls that make the same calls where the environment says nothing.
    var chosenCalling: [String] { Self.calling(chosenCalls, guardedSide) }

    private static func calling(_ engine: String?, _ side: GuardedMemory.Side?) -> [String] {
        (engine.map { ["--calls", $0] } ?? []) + (side.map { ["--guard", $0.rawValue] } ?? [])
    }

    /// The engine that the options or the environment name, where it is not the one that is used without them.
    private var chosenCalls: String? {
        let engine = calls ?? CallEngine.preferred.rawValue
        return engine == CallEngine.standard.rawValue ? nil : engine
    }

    /// The source of the choice of the engine for calls.
    var choiceOfCalls: String {
        calls != nil ? "--calls" : CallEngine.preferred == .standard ? "default" : "HEDDLE_CALLS"
    }

    private static func level(_ word: String) throws -> MessageLevel {
        if let level = MessageLevel(rawValue: word) { return level }
        let levels = MessageLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(word) is not a level of messages; the levels are \(levels)")
    }

    private static func side(_ word: String) throws -> GuardedMemory.Side {
        if let side = GuardedMemory.Side(rawValue: word) { return side }
        throw ValidationError("\(word) is not a side of memory; the sides are behind and before")
    }

    /// The modules of the lock file; nil without one.
    private var locked: Allowance? {
        get throws(Diagnostics) {
            guard let lock else { return nil }
            let source: SourceText
            do { source = try readText(at: lock, kind: .lockFile) } catch { throw Diagnostics([error]) }
            return Allowance(try LockFile(source), at: lock) { SHA256.digits(of: $0) }
        }
    }

    /// A host with this path, whose modules write to the command's log.
    ///
    /// - Parameter allowance: the modules and actions that it may use; nil for all.
    /// - Throws: an engine for the calls that does not exist here. `HEDDLE_CALLS` is checked when the command starts.
    func makeHost(allowing allowance: Allowance? = nil) throws(Diagnostics) -> ModuleHost {
        if let refusal = calls.flatMap({ CallEngine.refusal(of: $0, by: "--calls") }) { throw Diagnostics([refusal]) }
        if let guardedSide { GuardedMemory.use(guardedSide) }
        var allowed = allowance
        if allowed == nil { allowed = try locked }
        let host = ModuleHost(
            modulePath: path.folders, calls: calls.flatMap(CallEngine.init(rawValue:)),
            logger: MessageLog.shared.logger(from: logLevel),
            identity: HostIdentity("heddle", version: HostIdentity.heddleVersion), allowing: allowed)
        host.delivery = Delivery.outbox
        try providers.offer(to: host)
        return host
    }
}
