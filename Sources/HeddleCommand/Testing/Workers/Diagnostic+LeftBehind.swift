// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

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

    /// The warning that something of a case outlives its process; nil if nothing does.
    static func leftBehind(_ remains: CaseProcess.Remains, at range: SourceRange) -> Diagnostic? {
        let (processes, segments) = (remains.processes, remains.segments)
        let ran = counted(processes, "process still ran and was ended", plural: "processes still ran and were ended")
        let left = counted(
            segments, "segment of System V shared memory is left", plural: "segments of System V shared memory are left"
        )
        let forks = remains.returnedForks
        let came = counted(
            forks, "process that it forked came back from the call, and was ended",
            plural: "processes that it forked came back from the call, and were ended")
        let facts = (processes > 0 ? [ran] : []) + (segments > 0 ? [left] : []) + (forks > 0 ? [came] : [])
        if facts.isEmpty { return nil }
        let advice =
            facts == [came] ? "have the module end its child by _exit: otherwise it goes on with the run" : nil
        return leftBehind(facts.joined(separator: ", "), at: range, advice: advice)
    }

    private static func leftBehind(_ facts: String, at range: SourceRange, advice: String? = nil) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: .cases(.leftBehind), "the case did not clean up: \(facts)", at: range,
            suggestion: advice ?? "undo it in a step under always; with --share the next case would meet it")
    }
}
