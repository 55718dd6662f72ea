// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// `heddle validate-worker`: the process in which `heddle validate` runs one check of a module.
struct ValidateWorkerCommand: ParsableCommand {
    static let name = "validate-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run one check for heddle validate.", shouldDisplay: false)

    @ArgumentParser.Argument var check: String
    @ArgumentParser.Argument var module: String
    /// The folder that is the current one while the module runs.
    @ArgumentParser.Argument var folder: String
    @Option var seed: UInt64
    @Option var fuzzCalls: Int
    @Option var nanoseconds: UInt64
    @Option var config: String?
    @Option var bindings: [String] = []
    @OptionGroup var providers: ProviderOptions
    /// True where valgrind runs this process.
    @Flag var watched = false

    /// The arguments of a process that runs a check.
    static func arguments(
        _ check: Check, _ trial: Trial, in folder: String, isWatched: Bool = false
    ) -> [String] {
        let numbers: [(String, UInt64)] = [
            ("--seed", trial.seed), ("--fuzz-calls", UInt64(trial.calls)), ("--nanoseconds", trial.nanoseconds),
        ]
        var arguments = [name] + numbers.flatMap { [$0, "\($1)"] }
        if isWatched { arguments.append("--watched") }
        for file in trial.bindings { arguments += ["--bindings", absolute(file)] }
        for provider in trial.providers { arguments += ["--offer", provider.path] }
        if let config = trial.config { arguments += ["--config", config.json] }
        return arguments + ["--", check.name, trial.path, folder]
    }

    private static func absolute(_ path: String) -> String { (try? System.realPath(of: path)) ?? path }

    func run() throws {
        guard let check = Check.named(check) else { throw Self.misuse }
        let config = try config.map { try Value.read(SourceText(name: "--config", $0)) }
        let trial = Trial(
            path: module, bindings: bindings, providers: try providers.offer.map { file in try Provider(file) },
            config: config, seed: seed, calls: fuzzCalls, nanoseconds: nanoseconds)
        if case .watched = check.body, !watched {
            // The channel stays open for this very process, which then is watched.
            try Valgrind.become(
                running: Self.arguments(check, trial, in: folder, isWatched: true), in: folder)
        }
        guard let channel = HostChannel() else { throw Self.misuse }
        try System.enterFolder(folder)
        if case .watched(_, let body) = check.body { return Self.tell(check, body, trial, channel) }
        // A function that it lacks is a finding of the checks.
        let host = (try? trial.makeHost()) ?? ModuleHost(logger: .silent)
        let verdict = host.services.serve { CheckVerdict(of: check, on: trial) }
        StandardStream.flushAll()
        Self.tell(verdict, channel)
        if case .runningToTheEnd = check.body { return }
        channel.write(verdict.lastLine)
    }

    private static let misuse = ValidationError("heddle \(name) is started by heddle validate")

    /// Makes the calls that valgrind watches, and ends the process.
    ///
    /// It returns where they cannot be made, which it tells.
    private static func tell(
        _ check: Check, _ body: (Trial) throws -> [ExercisedModule.Call], _ trial: Trial, _ channel: HostChannel
    ) {
        var calls: [ExercisedModule.Call] = []
        let verdict = CheckVerdict(of: check) {
            calls = try body(trial)
            return []
        }
        StandardStream.flushAll()
        if verdict.outcome == .passed { withExtendedLifetime(calls) { CurrentProcess.end(status: 0) } }
        tell(verdict, channel)
        channel.write(verdict.lastLine)
    }

    private static func tell(_ verdict: CheckVerdict, _ channel: HostChannel) {
        for diagnostic in verdict.diagnostics { tell(.diagnostic(diagnostic), channel) }
    }

    private static func tell(_ event: Event, _ channel: HostChannel) {
        EventStream(to: [JSONLinesReport(line: { channel.write($0) })]).receive(event)
    }
}
