// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CMeasure
import HeddleReport

/// Behaviours of many steps: checked, run, and what memory they take.
struct StepsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "steps", abstract: "Checking and running a behaviour of many steps.",
        discussion: """
            Each step calls an action with values of its own, most of them int add(int, int).

            Given several kinds, it measures their times side by side, and no memory.
            """)

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 11

    @Option(help: "How many steps the behaviour has.")
    var steps = 100_000

    @Option(help: "The kinds of steps: \(StepKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind = [StepKind.expectation]

    func validate() throws {
        guard rounds > 0, steps > 0 else { throw ValidationError("--steps and --rounds must be at least 1") }
    }

    func run() throws {
        guard measure_find_fixture() else {
            throw ValidationError("libBenchmarkFixture.so does not stand beside the executable")
        }
        guard kind.count == 1, let only = kind.first else {
            let rows = try kind.flatMap { kind in
                try times(of: kind.behaviour(steps: steps)).map { ("\(kind.rawValue): \($0)", $1) }
            }
            return BehaviourFigures(title: "\(steps) steps", rows: rows).report(format)
        }
        let behaviour = only.behaviour(steps: steps)
        // First, so that nothing has been allocated and freed before.
        let (bytes, peak) = try behaviour.memory(runSteps)
        BehaviourFigures(
            title: "\(steps) steps that \(only.rawValue), of \(behaviour.size.fixed(0)) bytes",
            rows: try times(of: behaviour) + [
                ("memory of the plan, bytes", bytes), ("memory at most, bytes", peak),
            ]
        ).report(format)
    }

    private func times(of behaviour: GeneratedBehaviour) throws -> [(String, Double)] {
        [
            ("checked, ns", try behaviour.nanosecondsToCheck(rounds)),
            ("run, ns", try behaviour.nanoseconds(ofRuns: rounds, to: { [] }, runSteps)),
            (
                "run with JSON Lines, ns",
                try behaviour.nanoseconds(ofRuns: rounds, to: { [JSONLinesReport(line: { _ in })] }, runSteps)
            ),
        ]
    }
}

extension StepKind: ExpressibleByArgument {}
