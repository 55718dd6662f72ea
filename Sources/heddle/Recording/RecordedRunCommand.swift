// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Heddle
import Report

/// `heddle recorded-run`: one run of a behaviour in a process of its own, for `heddle record`, which reads its events.
///
/// Each run begins with modules that nobody has called yet, and one that crashes takes nothing with it.
struct RecordedRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recorded-run", abstract: "Run a behaviour once, for heddle record.", shouldDisplay: false)

    @OptionGroup var input: BehaviourInput
    @Flag(help: "Run the cases rather than the steps that stand in none.")
    var cases = false
    @Option(
        help: ArgumentHelp("A module of whose calls each is told of; may be given several times.", valueName: "module"))
    var inner: [String] = []
    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let (plan, host) = try BehaviourPlace(input.file).plan(on: input.path) { host throws(Diagnostic) in
                try host.tellInnerCalls(of: inner, to: output.events)
            }
            Interrupts.watch()
            let ending =
                cases ? runCases(of: plan, on: host, output.events) : runSteps(of: plan, on: host, output.events)
            output.events.finish()
            throw ending.status.code
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        }
    }

    private func runSteps(of plan: Plan, on host: Host, _ events: EventStream) -> Run.Ending {
        Run(plan, on: host, events: events)(until: { Interrupts.isPending })
    }

    /// In their order, and each only where those that it needs have passed.
    private func runCases(of plan: Plan, on host: Host, _ events: EventStream) -> Run.Ending {
        var ledger = CaseLedger()
        var ending = Run.Ending.held
        for plan in plan.cases where ledger.obstacle(to: plan) == nil {
            let ended = CaseRun(plan, on: host, events: events)(until: { Interrupts.isPending })
            ledger.note(ended, of: plan)
            if ended == .interrupted { return .interrupted }
            if !ended.isGood { ending = .failed }
        }
        return ending
    }
}
