// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleSystem

/// Runs of one behaviour, each in its own process.
struct RecordedRuns {
    let text: BehaviourText
    /// The folders in which modules are looked up.
    let path: HostOptions
    /// The number of runs.
    let count: Int
    /// The modules whose calls are all reported.
    var inner: [String] = []
    /// True if they only judge what is expected: then their calls are not recorded, and what modules print is not shown.
    var onlyJudge = false

    /// The result of the runs.
    struct Ended {
        var records: [RunRecord] = []
        /// The worst of their statuses.
        var status = ExitStatus.held
        /// The reason why the first lost process ended.
        var loss: String?
    }

    /// Makes the runs one behind the other, each in another second: what is a time is then another one.
    ///
    /// One that is interrupted is the last.
    ///
    /// - Throws: why a run could not be made.
    func run(cases: Bool) throws(Diagnostics) -> Ended {
        var ended = Ended()
        var endOfLast: Int?
        for _ in 0..<count {
            if Interrupts.isPending { break }
            let run = try run(cases: cases, beside: ended.records.first, after: endOfLast)
            endOfLast = WallClock.seconds
            ended.records.append(run.record)
            ended.status = .gravest(ended.status, run.status)
            ended.loss = ended.loss ?? run.loss
        }
        if Interrupts.isPending { ended.status = .interrupted }
        if ended.records.isEmpty { ended.records = [RunRecord()] }
        return ended
    }

    /// The output of modules is shown once.
    ///
    /// - Parameter second: the second in which the run before ended.
    private func run(cases: Bool, beside first: RunRecord?, after second: Int?) throws(Diagnostics) -> RunProcess.Ended
    {
        let arguments =
            (cases ? ["--cases"] : []) + (onlyJudge ? ["--only-judge"] : [])
            + (second.map { ["--after", "\($0)"] } ?? [])
            + path.arguments + inner.flatMap { ["--inner", $0] }
        var run = try started(arguments, RunRecord(beside: first), isShown: first == nil && !onlyJudge)
        return try run()
    }

    private func started(_ arguments: [String], _ record: RunRecord, isShown: Bool) throws(Diagnostics) -> RunProcess {
        do { return try RunProcess(text, arguments: arguments, into: record, isShown: isShown) } catch {
            throw Diagnostics([error])
        }
    }
}
