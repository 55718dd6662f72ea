// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleOrders
import HeddleReport
import HeddleSystem

/// The answers of a worker of `heddle serve`, a line of JSON each: the events of runs as `heddle run --json` writes them,
/// and lines with the key "worker".
struct ServeAnswers {
    private let output: StandardStream

    init(_ output: StandardStream) {
        self.output = output
    }

    /// A stream for the events of one run.
    ///
    /// - Parameter trace: takes them too; nil if nothing does.
    func makeEvents(also trace: RunTrace? = nil) -> EventStream {
        let lines = JSONLinesReport(line: { [output] in output.write($0) })
        return EventStream(to: [lines] + (trace.map { [$0] } ?? []))
    }

    /// The behaviour is right and its modules are loaded.
    func planned(_ plan: Plan) {
        let events = makeEvents()
        for warning in plan.warnings { events.receive(.diagnostic(warning)) }
        say(
            .planned(
                .init(
                    steps: plan.steps.count + plan.always.count, modules: plan.moduleNames, files: plan.sourceFiles)))
    }

    /// The behaviour cannot be run, for these reasons.
    func refused(_ mistakes: Diagnostics) {
        let events = makeEvents()
        for mistake in mistakes.all { events.receive(.diagnostic(mistake)) }
        say(.refused)
    }

    /// A run is over.
    func ended(_ number: Int, _ ending: Run.Ending) {
        say(.ended(run: number, "\(ending)"))
    }

    /// The calls with their hooks.
    func listed(_ listing: PlanListing) throws(Diagnostics) {
        try listing.tell(asJSON: true) { output.write($0 + "\n") }
        say(.listed)
    }

    private func say(_ answer: ServedAnswer) {
        output.write(answer.json + "\n")
        StandardStream.flush()
    }
}
