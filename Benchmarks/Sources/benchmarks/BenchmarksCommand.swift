// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct BenchmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks", abstract: "Measures Heddle beside what it is compared with.",
        subcommands: [
            CallsCommand.self, HooksCommand.self, PeersCommand.self, ProcessesCommand.self, ReadingCommand.self,
            DeclarationsCommand.self, StepsCommand.self, CasesCommand.self, GrowthCommand.self,
            GrowthPointCommand.self,
        ],
        defaultSubcommand: CallsCommand.self)
}

/// How the figures are written.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one JSON object a row instead of a table.")
    var json = false
}
