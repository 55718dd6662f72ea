// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CMeasure
import HeddleDeclarations
import HeddleForeign
import Heddle

/// Hooks in great number.
struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks", abstract: "Adding, binding and removing thousands of hooks.",
        discussion: "Each row works on a host of its own, with a module of 10,000 functions.")

    @OptionGroup var format: OutputOptions

    @Option(help: "How many hooks, at most 10,000.")
    var count = 10_000

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 3

    func validate() throws {
        guard (1...10_000).contains(count), rounds > 0 else {
            throw ValidationError("--count must be from 1 to 10000, --rounds at least 1")
        }
    }

    func run() throws {
        try reportTimes()
        try reportCalls()
    }

    // MARK: Times

    private func reportTimes() throws {
        let rows = try HookBench.rows.map { row in
            let times = try (0..<rounds).map { _ in try row.measure(HookBench(count: count)) / 1e6 }
            return (row.name, times.median)
        }
        if format.json {
            for (name, time) in rows {
                print(Value.object([.init("row", .string(name)), .init("ms", Value(time))]).json)
            }
        } else {
            print(
                Table(title: "\(count) hooks", columns: ["ms"], rows: rows.map { [$0.0, $0.1.fixed(1)] }),
                terminator: "\n\n")
        }
    }

    // MARK: Calls

    /// A call of an action without hooks, in a host without any and in one with many that match something else.
    private func reportCalls() throws {
        let (empty, full) = (try HookBench(count: count), try HookBench(count: count))
        for index in 0..<count { try full.host.hook("elsewhere.\(full.names[index])", .before) { _ in } }
        let subjects = try [(CallBench.baseline, empty), ("with \(count) hooks of other actions", full)].map { row in
            WovenSubject(name: row.0, call: try row.1.call(0), plans: []).subject
        }
        let rows = measure(subjects, rounds: 501, callsEach: 10_000).map { row in
            row.name == CallBench.baseline ? row.named("with none") : row
        }
        if format.json {
            for row in rows { print(row.json(action: "a call without hooks")) }
        } else {
            print(CallMeasurement.table(rows, titled: "a call without hooks"))
        }
    }
}
