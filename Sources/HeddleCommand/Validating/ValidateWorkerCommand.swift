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
    @Option var config: String?

    /// The arguments of a process that runs a check.
    static func arguments(_ check: Check, _ trial: Trial, in folder: String) -> [String] {
        [name, "--seed", "\(trial.seed)", "--fuzz-calls", "\(trial.calls)"]
            + (trial.config.map { ["--config", $0.json] } ?? []) + ["--", check.name, trial.path, folder]
    }

    func run() throws {
        guard let channel = HostChannel(), let check = Check.named(check) else {
            throw ValidationError("heddle \(Self.name) is started by heddle validate")
        }
        try System.enterFolder(folder)
        let config = try config.map { try Value.read(SourceText(name: "--config", $0)) }
        let trial = Trial(path: module, config: config, seed: seed, calls: fuzzCalls)
        let verdict = CheckVerdict(of: check, on: trial)
        StandardStream.flushAll()
        for diagnostic in verdict.diagnostics { Self.tell(.diagnostic(diagnostic), channel) }
        if case .runningToTheEnd = check.body { return }
        channel.write(verdict.lastLine)
    }

    private static func tell(_ event: Event, _ channel: HostChannel) {
        EventStream(to: [JSONLinesReport(line: { channel.write($0) })]).receive(event)
    }
}
