// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// The process that runs one check of a module.
final class CheckProcess {
    let process: ChildProcess
    private let check: Check
    private let limits: TimeLimits
    private let events: EventStream
    private let lane: Int
    private let folder: TemporaryFolder
    private var lines = WorkerLines()
    private var stage: TimeLimits.Stage
    private var output: [ChildProcess.Stream: OutputText] = [:]
    private var found: [Diagnostic] = []
    private var verdict: CheckVerdict?

    /// Starts the process.
    ///
    /// - Throws: why the system does not let it.
    init(
        _ check: Check, _ trial: Trial, _ limits: TimeLimits, on lane: Int, events: EventStream, at now: UInt64
    ) throws(Diagnostic) {
        (self.check, self.limits, self.events, self.lane) = (check, limits, events, lane)
        do throws(SystemFailure) {
            folder = try TemporaryFolder(named: "heddle-validate")
        } catch {
            throw Diagnostic(
                .error, error.subject(or: .usage), code: .cases(.noWorker),
                "there is no folder for the trials: \(error.message)", suggestion: "set TMPDIR to a folder of yours")
        }
        process = try ChildProcess(arguments: ValidateWorkerCommand.arguments(check, trial, in: folder.path))
        stage = .running(now)
    }

    /// The nanoseconds until it needs attention.
    func nanosecondsLeft(at now: UInt64) -> UInt64? { limits.nanosecondsLeft(of: stage, at: now) }

    /// Takes what has come.
    ///
    /// - Returns: the verdict, once it is known.
    func advance(at now: UInt64) -> CheckVerdict? {
        let hasEnded = process.ending != nil
        lines.add(process.take(.channel, limit: .max))
        passOnOutput()
        while let line = lines.next() {
            switch line {
            case .event(.diagnostic(let diagnostic, _)): found.append(diagnostic)
            case .event: break
            case .planned(let words): verdict = CheckVerdict(words, found)
            case .mistake(let mistakes): found += mistakes.all
            }
        }
        if let verdict {
            process.kill()
            endOutput()
            return verdict
        }
        if hasEnded {
            endOutput()
            return verdictOfEnd
        }
        limits.enforce(on: process, in: &stage, at: now)
        return nil
    }

    /// The verdict of a process that ended and did not say that the check had come to its end.
    private var verdictOfEnd: CheckVerdict {
        if case .runningToTheEnd = check.body, case .exited(0)? = process.ending {
            return CheckVerdict(found.isEmpty ? .passed : .failed, found)
        }
        let loss = limits.loss(of: process, in: stage, lines.lastWords)
        return CheckVerdict(loss.outcome, reason: loss.reason, found + [check.diagnostic(loss.reason)])
    }

    private func passOnOutput() {
        for (stream, kind) in [(ChildProcess.Stream.output, OutputEvent.Stream.output), (.error, .error)] {
            output[stream, default: OutputText()].add(process.take(stream, limit: OutputText.limit))
            if let text = output[stream]?.takeText() { events.receive(.output(OutputEvent(kind, text, worker: lane))) }
        }
    }

    private func endOutput() {
        for (stream, kind) in [(ChildProcess.Stream.output, OutputEvent.Stream.output), (.error, .error)] {
            if let text = output[stream]?.end() { events.receive(.output(OutputEvent(kind, text, worker: lane))) }
        }
    }
}
