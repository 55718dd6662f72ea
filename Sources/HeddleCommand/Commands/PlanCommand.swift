// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleSystem

/// `heddle plan`: shows what would be called, with the hooks of each call.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show each call with its hooks, and why they apply; call nothing.")

    @OptionGroup var input: BehaviourInput
    @OptionGroup var path: BehaviourOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let (plan, host) = try input.plan(on: path)
            let listing = PlanListing(plan, on: host, choiceOfCalls: path.host.choiceOfCalls)
            try listing.tell(asJSON: output.isJSON) { output.data.write($0 + "\n") }
        } catch {
            throw output.fail(error)
        }
    }
}
