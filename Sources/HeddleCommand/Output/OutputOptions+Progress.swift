// SPDX-License-Identifier: Apache-2.0

import HeddleForeign
import Heddle
import HeddleReport
import HeddleSystem

extension OutputOptions {
    /// Begins to show on the terminal how far the command has come; to be called on the thread that makes the calls.
    ///
    /// - Parameter preparation: the first activity, such as `reading stack.json`.
    /// - Returns: the receiver of the run's events; nil if the line would not be seen.
    func showProgress(_ preparation: String) -> Progress? {
        guard StatusLine.isPossible, !isInContinuousIntegration, !(json && StandardStream.output.isTerminal) else {
            return nil
        }
        let (clock, notes) = (RunClock(), CrashReport.notesHere)
        let progress = Progress(preparation) { clock.elapsed }
        StatusLine.begin {
            (Interrupts.isPending ? "stopping after this call · " : "") + progress.line(during: notes.current)
        }
        return progress
    }

    /// Its output is kept as a log, even if it looks like a terminal.
    private var isInContinuousIntegration: Bool { !["", "false", "0"].contains(Environment.value(of: "CI") ?? "") }
}
