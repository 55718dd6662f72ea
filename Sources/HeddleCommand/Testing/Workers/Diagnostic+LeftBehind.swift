// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension Diagnostic {
    /// The warning that a case leaves its process not as it found it; nil if it does.
    ///
    /// - Parameters:
    ///   - threads: the number of threads that still run.
    ///   - changes: other changes, in words such as `the umask was changed`.
    ///   - range: the place of the case.
    static func leftBehind(threads: Int, _ changes: [String], at range: SourceRange) -> Diagnostic? {
        let running = threads > 0 ? ["\(counted(threads, "thread still runs", plural: "threads still run"))"] : []
        let facts = running + changes
        return facts.isEmpty ? nil : leftBehind(facts.joined(separator: ", "), at: range)
    }

    /// The warning that a case has left processes behind.
    static func leftBehind(processes: Int, at range: SourceRange) -> Diagnostic {
        leftBehind(
            counted(processes, "process still ran and was ended", plural: "processes still ran and were ended"),
            at: range)
    }

    private static func leftBehind(_ facts: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: .cases(.leftBehind), "the case did not clean up: \(facts)", at: range,
            suggestion: "undo it in a step under always; with --share the next case would meet it")
    }
}
