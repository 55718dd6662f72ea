// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Heddle
import Report

/// `heddle test`: runs the cases of behaviours.
struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run the cases of behaviours.",
        discussion: """
            Nothing is called before all files are found to be right. Each case has instances and hooks of its own; the \
            steps of a file that stand in no case are not run. With what is chosen run those that it needs.
            """)

    @ArgumentParser.Argument(help: "Behaviour files, - for standard input, or http or https URLs.")
    var files: [String]

    @Option(help: ArgumentHelp("Run the cases of this name; * stands for any run of characters.", valueName: "pattern"))
    var name: [String] = []

    @Option(help: "Run the cases that have this tag.")
    var tag: [String] = []

    @OptionGroup var path: ModulePathOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let suites = try plans()
            Interrupts.watch()
            let status = run(suites, output)
            output.events.finish()
            throw status.code
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        }
    }

    private typealias Suite = (plan: Plan, host: Host)

    /// - Throws: the mistakes of all files.
    private func plans() throws(Diagnostics) -> [Suite] {
        var suites: [Suite] = []
        var mistakes: [Diagnostic] = []
        for file in files {
            do throws(Diagnostics) {
                suites.append(try BehaviourPlace(file).plan(on: path))
            } catch {
                mistakes += error.all
            }
        }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        return suites
    }

    // MARK: Running

    private func run(_ suites: [Suite], _ output: CommandOutput) -> ExitStatus {
        let selection = CaseSelection(names: name, tags: tag)
        let chosen = suites.map { (suite: $0, cases: selection.cases(of: $0.plan.cases)) }
        guard chosen.contains(where: { !$0.cases.isEmpty }) else {
            output.events.receive(.diagnostic(nothingMatched(suites)))
            return .nothingMatched
        }
        var status = ExitStatus.held
        for (suite, cases) in chosen {
            for warning in suite.plan.warnings { output.events.receive(.diagnostic(warning)) }
            switch run(cases, on: suite.host, output.events) {
            case .held: continue
            case .failed: status = .failed
            case .interrupted: return .interrupted
            }
        }
        return status
    }

    /// Runs cases one behind the other.
    private func run(_ cases: [CasePlan], on host: Host, _ events: EventStream) -> Run.Ending {
        var ledger = CaseLedger()
        var ending = Run.Ending.held
        for plan in cases {
            if Interrupts.isPending { return .interrupted }
            if let reason = ledger.obstacle(to: plan) {
                events.receive(.caseStarted(plan.event))
                events.receive(.caseEnded(plan.event, CaseEnding(.skipped, reason: reason)))
                continue
            }
            let ended = CaseRun(plan, on: host, events: events)(until: { Interrupts.isPending })
            ledger.note(ended, of: plan)
            if ended == .interrupted { return .interrupted }
            if ended == .failed { ending = .failed }
        }
        return ending
    }

    private func nothingMatched(_ suites: [Suite]) -> Diagnostic {
        let cases = suites.flatMap(\.plan.cases)
        if cases.isEmpty {
            return Diagnostic(
                .error, .usage, code: "test.no-cases", "there are no cases to run",
                suggestion: "heddle run runs the steps of a behaviour")
        }
        let known = cases.flatMap { [$0.family] + $0.tags }
        return Diagnostic(
            .error, .usage, code: "test.nothing-matched",
            "none of the \(cases.count) case\(cases.count == 1 ? "" : "s") has such a name and such a tag",
            suggestion: (name + tag).lazy.compactMap { didYouMean($0, among: known) }.first)
    }
}
