// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// One run of a behaviour in a separate process, which sends events as they happen.
final class RunProcess {
    /// The result of the run.
    struct Ended {
        let record: RunRecord
        let status: ExitStatus
        /// The reason why the process ended before the run did.
        let loss: String?
    }

    private let process: ChildProcess
    private let record: RunRecord
    /// True if what modules print is seen.
    private let isShown: Bool
    private var lines = WorkerLines()
    private var hasAskedToStop = false
    private var hasBegun = false
    /// The temporary folder of the run, which one that dies leaves behind.
    private var folder: String?
    /// The moment by which it has to end, once its run is over.
    private var latestEnd: ContinuousClock.Instant?
    private var hasMissedEnd = false
    /// The way it ended; nil until then.
    private var result: Result<Ended, Diagnostics>?

    /// Starts it. It reads and plans the behaviour, and then waits for ``begin(_:)``.
    ///
    /// - Parameter record: takes what it tells.
    init(_ text: BehaviourText, arguments: [String], into record: RunRecord, isShown: Bool) throws(Diagnostic) {
        self.record = record
        self.isShown = isShown
        process = try ChildProcess(arguments: [RecordedRunCommand.name] + arguments)
        process.send(WorkerOrder.take(text).message)
    }

    /// Lets it run as soon as it is ready.
    func begin(_ order: RecordedRunOrder) {
        hasBegun = true
        folder = order.folder
        process.send(order.message)
    }

    /// One that has never begun ends as it would behind its run: what it has loaded may have something to do then.
    deinit {
        if hasBegun { return }
        process.hangUp()
        _ = try? self()
    }

    /// Waits for its end. An interrupt is handed on: the run stops in order.
    ///
    /// - Throws: what cannot be read of what it tells.
    func callAsFunction() throws(Diagnostics) -> Ended {
        while true {
            if let result { return try result.get() }
            advance(nanoseconds: 1_000_000_000)
        }
    }

    /// Takes what has come meanwhile, without waiting: a process whose events nobody takes waits after a while.
    func advance() { advance(nanoseconds: 0) }

    private func advance(nanoseconds: UInt64) {
        if result != nil { return }
        do throws(Diagnostics) {
            // In this order: what it leaves behind is there once it has ended.
            let hasEnded = process.ending != nil
            try takeEvents()
            showOutput()
            if hasEnded {
                if let folder { try? FolderOnDemand.remove(folder) }
                return result = .success(ended)
            }
        } catch {
            return result = .failure(error)
        }
        if Interrupts.isPending, !hasAskedToStop {
            hasAskedToStop = true
            process.askToStop()
        }
        endInTime()
        ChildProcess.wait(for: [process], nanoseconds: nanoseconds)
    }

    /// Kills a process that does not end although its run is over, or will not be made: what runs at exit may wait for
    /// ever.
    private func endInTime() {
        guard record.isWhole || !hasBegun, !hasMissedEnd else { return }
        let latest = latestEnd ?? .now + .nanoseconds(TimeLimits.patience)
        latestEnd = latest
        guard ContinuousClock.now >= latest else { return }
        hasMissedEnd = true
        process.kill()
    }

    private func takeEvents() throws(Diagnostics) {
        lines.add(process.take(.channel, limit: .max))
        while let line = lines.nextBytes() {
            try record.take(line)
            // They are those of a case that has died, and not of this process.
            if record.hasLostCase { lines.forgetLastWords() }
        }
    }

    private func showOutput() {
        for stream in [ChildProcess.Stream.output, .error] {
            let printed = process.take(stream, limit: .max)
            if isShown, !printed.isEmpty { StandardStream.error.write(printed) }
        }
    }

    private var ended: Ended {
        let status =
            if case .exited(let code) = process.ending { ExitStatus(rawValue: code) } else { ExitStatus?.none }
        if status == .interrupted, !Interrupts.isPending {
            return Ended(record: record, status: .crashed, loss: ChildProcess.stoppedItself)
        }
        // It was too early for it to stop in order.
        if hasAskedToStop, !record.isWhole, lines.lastWords == nil {
            return Ended(record: record, status: .interrupted, loss: nil)
        }
        if hasMissedEnd {
            return Ended(
                record: record, status: .crashed,
                loss: "its process did not end within \(DurationText.text(TimeLimits.patience)) behind it: "
                    + TimeLimits.atExit)
        }
        // Native code may have ended the process with any status.
        guard record.isWhole, lines.lastWords == nil, let status else {
            return Ended(record: record, status: .crashed, loss: process.loss(lines.lastWords))
        }
        return Ended(record: record, status: status, loss: nil)
    }
}
