// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The output of a command: its data and events.
struct CommandOutput {
    /// True if data is JSON Lines.
    let isJSON: Bool
    /// The stream for data.
    let data: StandardStream
    /// Told in the report that was asked for.
    let events: EventStream

    /// Tells diagnostics: programs all of them, people the first and how many more there are.
    func tell(_ diagnostics: [Diagnostic]) {
        let diagnostics = Diagnostics(diagnostics)
        let told = isJSON ? diagnostics.all : diagnostics.shown
        for diagnostic in told { events.receive(.diagnostic(diagnostic)) }
        let left = diagnostics.all.count - told.count
        if left > 0 { StandardStream.error.write("and \(left) more; --json shows all\n") }
    }

    /// Tells mistakes, and ends the command with their status.
    func fail(_ mistakes: Diagnostics) -> ExitCode {
        tell(mistakes.all)
        if !isJSON {
            StandardStream.error.write(mistakes.countSentence + "\n")
            if StandardStream.error.isTerminal, let advice = mistakes.advice {
                StandardStream.error.write(advice + "\n")
            }
        }
        return ExitStatus(mistakes).code
    }
}

extension Diagnostics {
    /// The advice that names the explanation of the first error.
    fileprivate var advice: String? { errors.first.map { "heddle explain \($0.code) says more" } }
}
