// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CMeasure
import Declarations
import Diagnostics
import Foreign
import Heddle
import Report

/// Behaviours of many steps: checked, run, and what memory they take.
struct StepsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "steps", abstract: "Checking and running a behaviour of many steps.",
        discussion: "Each step calls int add(int, int) with numbers of its own.")

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 11

    @Option(help: "How many steps the behaviour has.")
    var steps = 100_000

    func validate() throws {
        guard rounds > 0, steps > 0 else { throw ValidationError("--steps and --rounds must be at least 1") }
    }

    func run() throws {
        guard measure_find_fixture() else {
            throw ValidationError("libBenchmarkFixture.so does not stand beside the executable")
        }
        let plain = LongBehaviour(steps: steps, isExpecting: false)
        let expecting = LongBehaviour(steps: steps, isExpecting: true)
        // First, so that nothing has been allocated and freed before.
        let (bytes, peak) = try expecting.memory()
        let times = [
            ("checked, ns", try expecting.nanoseconds(rounds) { _ in }),
            ("run, ns", try plain.nanoseconds(ofRuns: rounds) { [] }),
            ("run with JSON Lines, ns", try plain.nanoseconds(ofRuns: rounds) { [JSONLinesReport { _ in }] }),
            ("run with an expectation, ns", try expecting.nanoseconds(ofRuns: rounds) { [] }),
            (
                "run with an expectation and JSON Lines, ns",
                try expecting.nanoseconds(ofRuns: rounds) { [JSONLinesReport { _ in }] }
            ),
        ]
        report(times + [("memory of the plan, bytes", bytes), ("memory at most, bytes", peak)], expecting.size)
    }

    private func report(_ rows: [(String, Double)], _ size: Double) {
        if format.json {
            for (name, figure) in rows {
                print(Value.object([.init("step", .string(name)), .init("figure", Value(figure))]).json)
            }
        } else {
            print(
                Table(
                    title: "\(steps) steps of \(size.fixed(0)) bytes", columns: ["for each"],
                    rows: rows.map { [$0.0, $0.1.fixed(0)] }))
        }
    }
}
