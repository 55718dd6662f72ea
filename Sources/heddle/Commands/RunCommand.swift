// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Heddle
import Report

/// `heddle run`: runs a behaviour.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a behaviour.",
        discussion: "Nothing is called before the whole file is found to be right. Ctrl-C stops after the current call."
    )

    @OptionGroup var input: BehaviourInput
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (plan, host) = try planned()
        Interrupts.watch()
        let events = output.makeEvents()
        let ending = Run(plan, on: host, events: events)(until: { Interrupts.isPending })
        events.finish()
        throw ending.status.code
    }

    private func planned() throws(ExitCode) -> (Plan, Host) {
        do { return try input.plan() } catch { throw output.fail(error) }
    }
}

extension Run.Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .held: .held
        case .failed: .failed
        case .interrupted: .interrupted
        }
    }
}
