// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Heddle
import Report

/// `heddle check`: says everything that is wrong with a behaviour, and calls nothing.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say everything that is wrong with a behaviour; call nothing.",
        discussion:
            "The modules are loaded, so that names and types are checked as well. A file that passes can fail only by what the code does."
    )

    @OptionGroup var input: BehaviourInput
    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let (plan, _) = try input.plan()
            for warning in plan.warnings + plan.skipped { output.events.receive(.diagnostic(warning)) }
            let count = plan.steps.count
            if !output.isJSON { output.data.write("\(input.file) is right: \(count) step\(count == 1 ? "" : "s")\n") }
        } catch {
            throw output.fail(error)
        }
    }
}
