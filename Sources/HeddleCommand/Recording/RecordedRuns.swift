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
    /// Shows what modules print in the first run.
    var isShown = true

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
        for number in 0..<count {
            if number > 0 { WallClock.awaitNextSecond() }
            if Interrupts.isPending { break }
            let run = try run(cases: cases, isFirst: number == 0 && isShown)
            ended.records.append(run.record)
            ended.status = .gravest(ended.status, run.status)
            ended.loss = ended.loss ?? run.loss
        }
        if Interrupts.isPending { ended.status = .interrupted }
        if ended.records.isEmpty { ended.records = [RunRecord()] }
        return ended
    }

    /// The output of modules is shown once.
    private func run(cases: Bool, isFirst: Bool) throws(Diagnostics) -> RunProcess.Ended {
        let arguments = (cases ? ["--cases"] : []) + path.arguments + inner.flatMap { ["--inner", $0] }
        var run = try started(arguments, isShown: isFirst)
        return try run()
    }

    private func started(_ arguments: [String], isShown: Bool) throws(Diagnostics) -> RunProcess {
        do { return try RunProcess(text, arguments: arguments, isShown: isShown) } catch { throw Diagnostics([error]) }
    }
}
