// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle check`: says everything that is wrong with a behaviour, and calls nothing.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report every mistake of a behaviour; call nothing.",
        discussion:
            "The modules are loaded, so names and types are checked too. A file that passes can fail only by what its code does."
    )

    @OptionGroup var input: BehaviourInput
    @OptionGroup var path: BehaviourOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        _ = output.showProgress("checking \(input.file)")
        defer { StatusLine.end() }
        let output = output.open()
        do {
            let (plan, _) = try input.plan(on: path)
            output.tell(plan.warnings + plan.skipped + plan.cases.flatMap(\.skipped))
            if !output.isJSON { output.data.write("\(input.file.printable) is right: \(Self.counts(of: plan))\n") }
        } catch {
            throw output.fail(error)
        }
    }

    /// `2 steps, 1 case`
    private static func counts(of plan: Plan) -> String {
        let steps = counted(plan.steps.count + plan.always.count, "step")
        return plan.cases.isEmpty ? steps : "\(steps), \(counted(plan.cases.count, "case"))"
    }
}
