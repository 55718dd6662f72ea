// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CMeasure
import Heddle
import HeddleReport

/// Behaviours of many cases: checked, run, and what memory they take.
struct CasesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases", abstract: "Checking and running a behaviour of many cases.",
        discussion: "Each case calls int add(int, int) with numbers of its own, and expects the result.")

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 11

    @Option(help: "How many cases the behaviour has.")
    var cases = 100_000

    @Option(help: "How many steps each case has.")
    var steps = 1

    func validate() throws {
        guard rounds > 0, cases > 0, steps > 0 else {
            throw ValidationError("--cases, --steps and --rounds must be at least 1")
        }
    }

    func run() throws {
        guard measure_find_fixture() else {
            throw ValidationError("libBenchmarkFixture.so does not stand beside the executable")
        }
        let behaviour = GeneratedBehaviour("cases", (0..<cases).map(text))
        // First, so that nothing has been allocated and freed before.
        let (bytes, peak) = try behaviour.memory(runCases)
        let times = try Self.reports.map { name, sinks in
            (name: name, figure: try behaviour.nanoseconds(ofRuns: rounds, to: sinks, runCases))
        }
        BehaviourFigures(
            title: "\(cases) cases of \(steps) steps, \(behaviour.size.fixed(0)) bytes",
            rows: [("checked, ns", try behaviour.nanosecondsToCheck(rounds))] + times + [
                ("memory of the plan, bytes", bytes), ("memory at most, bytes", peak),
            ]
        ).report(format)
    }

    private func text(_ number: Int) -> String {
        let steps = (0..<steps).map { StepKind.expectation.text(number + $0) }
        return #"{"name":"case \#(number)","steps":[\#(steps.joined(separator: ","))]}"#
    }

    /// The reports, whose text is thrown away.
    private static var reports: [(name: String, sinks: () -> sending [any EventSink])] {
        [
            ("run, ns", { [] }),
            (
                "run with the report for people, ns",
                { [ConsoleReport(data: ReportOutput { _ in }, messages: ReportOutput { _ in })] }
            ),
            ("run with JSON Lines, ns", { [JSONLinesReport(line: { _ in })] }),
            ("run with JUnit's XML, ns", { [JUnitReport { _ in }] }),
        ]
    }
}

/// Runs the cases of a plan one behind the other; each must pass.
func runCases(_ plan: Plan, _ host: ModuleHost, _ events: EventStream) throws {
    let clock = RunClock()
    events.receive(.runStarted(RunStartEvent(files: ["long"])))
    for planned in plan.cases {
        guard CaseRun(planned, on: host, events: events, clock: clock)() == .passed else {
            throw WrongResult(subject: "a case")
        }
    }
    guard events.finish().cases[.passed] == plan.cases.count else { throw WrongResult(subject: "the sum") }
}
