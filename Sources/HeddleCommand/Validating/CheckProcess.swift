// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// The process that runs one check of a module.
final class CheckProcess {
    let process: ChildProcess
    private let check: Check
    private let validation: Validation
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
    init(_ check: Check, _ trial: Trial, _ validation: Validation, on lane: Int) throws(Diagnostic) {
        (self.check, self.validation, self.lane) = (check, validation, lane)
        do throws(SystemFailure) {
            folder = try TemporaryFolder(named: "heddle-validate")
        } catch {
            throw Diagnostic(
                .error, error.subject(or: .usage), code: .cases(.noWorker),
                "there is no folder for the trials: \(error.message)", suggestion: "set TMPDIR to a folder of yours")
        }
        process = try ChildProcess(arguments: ValidateWorkerCommand.arguments(check, trial, in: folder.path))
        stage = .running(validation.clock.elapsed)
    }

    /// The nanoseconds until it needs attention.
    var nanosecondsLeft: UInt64? { validation.limits.nanosecondsLeft(of: stage, at: validation.clock.elapsed) }

    /// Ends it at once.
    func kill() { process.kill() }

    /// Takes what has come.
    ///
    /// - Returns: the verdict, once it is known.
    func advance() -> CheckVerdict? {
        let hasEnded = process.ending != nil
        lines.add(process.take(.channel, limit: .max))
        passOnOutput()
        while let line = lines.next() {
            switch line {
            case .event(.diagnostic(let diagnostic, _)): found.append(diagnostic)
            case .event: break
            case .planned(let words, canFork: _): verdict = CheckVerdict(words, found)
            case .ended: break
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
        validation.limits.enforce(on: process, in: &stage, at: validation.clock.elapsed)
        return nil
    }

    /// The verdict of a process that ended and did not say that the check had come to its end.
    private var verdictOfEnd: CheckVerdict {
        if case .runningToTheEnd = check.body, case .exited(0)? = process.ending {
            return CheckVerdict(found.isEmpty ? .passed : .failed, found)
        }
        let loss = validation.limits.loss(of: process, in: stage, lines.lastWords)
        return CheckVerdict(loss.outcome, found + [check.diagnostic(loss.reason)])
    }

    private func passOnOutput() {
        for stream in [ChildProcess.Stream.output, .error] {
            output[stream, default: OutputText()].add(process.take(stream, limit: OutputText.limit))
            tell(output[stream]?.takeText(), from: stream)
        }
    }

    private func endOutput() {
        for stream in [ChildProcess.Stream.output, .error] { tell(output[stream]?.end(), from: stream) }
    }

    private func tell(_ text: String?, from stream: ChildProcess.Stream) {
        guard let text else { return }
        let kind: OutputEvent.Stream = stream == .output ? .output : .error
        validation.events.receive(.output(OutputEvent(kind, text, worker: lane)))
    }
}
