// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle run`: runs a behaviour.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a behaviour.",
        discussion: "Nothing is called before the whole file is checked. Ctrl-C stops after the current call."
    )

    @OptionGroup var input: BehaviourInput
    @OptionGroup var path: BehaviourOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tracing: TraceOptions

    @Flag(name: .shortAndLong, help: "Show only calls and expectations that failed, warnings and the summary.")
    var quiet = false

    func validate() throws {
        if quiet { try output.requireConsole(for: "--quiet") }
    }

    func run() throws {
        // Before there are other threads, which may read the environment.
        let trace = try tracing.begin(input.file)
        let progress = output.showProgress("reading \(input.file)")
        defer { StatusLine.end() }
        let output = output.open(progress: progress, trace: trace, detail: quiet ? .problems : .usual)
        do {
            let (plan, host) = try input.plan(on: path)
            progress?.begin(.steps(plan.stepCount))
            Interrupts.watch()
            let ending = Run(plan, on: host, events: output.events, clock: trace?.clock)(
                until: { Interrupts.isPending })
            output.events.finish(ending.status)
            trace?.end(ending)
            Delivery.finish()
            if !output.isJSON { mentionCases(plan.cases.count) }
            throw ending.status.code
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        }
    }

    /// Cases are not run, which somebody may have expected.
    private func mentionCases(_ count: Int) {
        if count == 0 { return }
        StandardStream.error.write(
            "\(counted(count, "case was", plural: "cases were")) not run: heddle test \(input.file) does\n")
    }
}

extension Run.Ending {
    /// The status that a run which ended so gives the command.
    var status: ExitStatus {
        switch self {
        case .held: .held
        case .failed: .failed
        case .interrupted: .interrupted
        }
    }
}
