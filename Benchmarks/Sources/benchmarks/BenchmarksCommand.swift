// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct BenchmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks", abstract: "Measures Heddle beside what it is compared with.",
        subcommands: [CallsCommand.self, ProcessesCommand.self, ReadingCommand.self],
        defaultSubcommand: CallsCommand.self)
}

/// What every mode can be told.
struct MeasuringOptions: ParsableArguments {
    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 31

    @Flag(help: "Write one JSON object a row instead of a table.")
    var json = false

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
    }
}
