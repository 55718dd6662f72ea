// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleSystem

/// Runs of one behaviour, each in its own process.
struct RecordedRuns {
    let text: BehaviourText
    /// The folders in which modules are looked up.
    let path: BehaviourOptions
    /// The number of runs.
    let count: Int
    /// The modules whose calls are all reported.
    var inner: [String] = []
    /// True if they only judge what is expected: then their calls are not recorded, and what modules print is not shown.
    var onlyJudge = false
    /// The process of the first run, where it was started ahead.
    var first: RunProcess?

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
    /// - Parameter work: is done while the last of several runs is made, of which most time is a wait. It gets the
    ///   records of those before, and a function that it has to call every few milliseconds.
    /// - Throws: why a run could not be made.
    mutating func run(
        cases: Bool, besideLast work: ([RunRecord], @escaping () -> Void) -> Void = { _, _ in }
    ) throws(Diagnostics) -> Ended {
        var ended = Ended()
        var endOfLast: Int?
        for number in 1...count {
            if Interrupts.isPending { break }
            let process = if let first = first.take() { first } else { try started(beside: ended.records.first) }
            // Each has a path of another length: values that depend on the length differ as well.
            let folder = FolderOnDemand.freePath(digits: 16 + (number - 1) % 32)
            process.begin(RecordedRunOrder(cases: cases, after: endOfLast, folder: folder))
            if number > 1, number == count { work(ended.records) { process.advance() } }
            let run = try process()
            endOfLast = WallClock.seconds
            ended.records.append(run.record)
            ended.status = .gravest(ended.status, run.status)
            ended.loss = ended.loss ?? run.loss
        }
        if Interrupts.isPending { ended.status = .interrupted }
        if ended.records.isEmpty { ended.records = [RunRecord()] }
        return ended
    }

    /// Starts the process of the first run, which plans the behaviour from now on.
    mutating func startAhead() throws(Diagnostics) { first = try started(beside: nil) }

    /// The output of modules is shown once.
    private func started(beside first: RunRecord?) throws(Diagnostics) -> RunProcess {
        let arguments =
            (onlyJudge ? ["--only-judge"] : []) + path.arguments + inner.flatMap { ["--inner", $0] }
        do throws(Diagnostic) {
            return try RunProcess(
                text, arguments: arguments, into: RunRecord(beside: first), isShown: first == nil && !onlyJudge)
        } catch {
            throw Diagnostics([error])
        }
    }
}
