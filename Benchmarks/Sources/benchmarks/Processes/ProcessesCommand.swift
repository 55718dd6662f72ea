// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CMeasure
import HeddleDeclarations

/// Whole processes, from the spawn to the exit.
struct ProcessesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processes", abstract: "Whole processes, in turns.",
        usage: "benchmarks processes [--rounds <rounds>] [--json] COMMAND [-- COMMAND]...")

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 100

    @Argument(parsing: .captureForPassthrough, help: "The commands, each with its arguments, with -- between them.")
    var words: [String]

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
    }

    func run() throws {
        let commands = commands
        guard !commands.isEmpty else { throw ValidationError("no command was given") }
        var samples = [[Double]](repeating: [], count: commands.count)
        for _ in 0..<rounds {
            for (index, command) in commands.enumerated() { samples[index].append(try time(command)) }
        }
        report(zip(commands, samples).map { ($0.text, $1.median / 1e6, ($1.min() ?? 0) / 1e6) })
    }

    /// A command, and where it stands in the command line of this process.
    private struct Command {
        let first: Int
        var text: String
    }

    private var commands: [Command] {
        var commands: [Command] = []
        var isInside = false
        for (index, word) in zip((CommandLine.arguments.count - words.count)..., words) {
            if word != "--", isInside { commands[commands.count - 1].text += " \(word)" }
            if word != "--", !isInside { commands.append(Command(first: index, text: word)) }
            isInside = word != "--"
        }
        return commands
    }

    private func time(_ command: Command) throws -> Double {
        var status: Int32 = 0
        let duration = ContinuousClock().measure { status = measure_run_command(Int32(command.first)) }
        guard status == 0 else { throw ValidationError("\(command.text) ended with \(status)") }
        return duration.nanoseconds
    }

    private func report(_ rows: [(command: String, median: Double, least: Double)]) {
        if format.json {
            for row in rows {
                let facts: [Value.Member] = [
                    .init("command", .string(row.command)), .init("ms", Value(row.median)),
                    .init("least", Value(row.least)),
                ]
                print(Value.object(facts).json)
            }
        } else {
            print(
                Table(
                    title: "\(rounds) spawns each", columns: ["median ms", "least ms"],
                    rows: rows.map { [$0.command, $0.median.fixed(2), $0.least.fixed(2)] }))
        }
    }
}
