// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport

/// Notes golden files that were to be written and for which there is no room.
///
/// The case fails, as with any file that cannot be written. It is not the fault of the case, and the exit status says so.
final class GoldenShortage: EventSink {
    private var isFound = false

    func receive(_ event: Event) {
        guard case .diagnostic(let finding, _) = event else { return }
        if finding.code == .cases(.unwrittenGolden), finding.subject == .resource { isFound = true }
    }

    /// The exit status of a run that has come to `ending`. Where a further attempt has written the file, all is well.
    func status(behind ending: ExitStatus) -> ExitStatus {
        isFound && ending != .held ? .gravest(ending, .exhausted) : ending
    }
}
