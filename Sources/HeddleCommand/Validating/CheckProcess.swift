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
    /// The path of the module.
    private let module: String
    private let folder: TemporaryFolder
    private var lines = WorkerLines()
    private var stage: TimeLimits.Stage
    private var output: [ChildProcess.Stream: OutputText] = [:]
    /// The end of what it has written to standard error.
    private var errors = ""
    private var found: [Diagnostic] = []
    private var verdict: CheckVerdict?

    /// Starts the process.
    ///
    /// - Throws: why the system does not let it.
    init(_ check: Check, _ trial: Trial, _ validation: Validation, on lane: Int) throws(Diagnostic) {
        (self.check, self.validation, self.lane, module) = (check, validation, lane, trial.path)
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
            case .planned(let words, canFork: _): verdict = CheckVerdict(words.sources, found)
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
        if case .watched(let kind, _) = check.body { return verdict(of: kind) }
        let loss = validation.limits.loss(of: process, in: stage, lines.lastWords)
        var diagnostic = check.diagnostic(loss.reason)
        if loss.outcome == .crashed, let words = wordsOfHeap {
            diagnostic = check.diagnostic(
                "\(loss.reason): memory was overwritten or freed wrongly, says libc: \(words)")
            diagnostic.suggestion = "look at what memory-is-its-own finds, or build the module with -fsanitize=address"
            return CheckVerdict(loss.outcome, found + [diagnostic], misuse: .heap)
        }
        if loss.outcome == .crashed, Check.isOfArgument(loss.reason) {
            if let mend = Check.mend(ofArgument: loss.reason) { diagnostic.suggestion = mend }
            return CheckVerdict(loss.outcome, found + [diagnostic], misuse: .argument)
        }
        // A crash there that has nothing to do with memory is the finding of another check.
        if check.isGuarded { return .skipped("its process ended for another reason: \(loss.reason)") }
        return CheckVerdict(loss.outcome, found + [diagnostic])
    }

    /// The line that the allocator of glibc prints when it finds its own memory overwritten; nil if it found nothing.
    private var wordsOfHeap: Substring? {
        let functions = ["malloc", "free", "realloc", "calloc", "munmap_chunk", "tcache_thread_shutdown"]
        let beginnings = functions.flatMap { ["\($0)(): ", "\($0)_consolidate(): "] } + ["corrupted ", "double free"]
        return errors.split(separator: "\n").last { line in beginnings.contains { line.hasPrefix($0) } }
    }

    /// The verdict of a process that valgrind has watched.
    ///
    /// A process that did not come to its end is no finding by itself: valgrind takes its time, and knows not all
    /// instructions.
    private func verdict(of kind: MemoryFault.Kind) -> CheckVerdict {
        let hasEnded = process.ending == .exited(0)
        let faults = ValgrindLog(at: Valgrind.log(in: folder.path)).faults.filter { fault in
            // A crash loses what the module would have freed.
            fault.kind == kind && (hasEnded || kind != .leak)
        }
        let findings = faults.compactMap { $0.words(of: module) }.reduce(into: [String]()) { findings, words in
            if !findings.contains(words) { findings.append(words) }
        }
        if findings.isEmpty, !hasEnded {
            if errors.contains("debuginfo reader") { return .skipped(Valgrind.unreadable) }
            let loss = validation.limits.loss(of: process, in: stage, lines.lastWords)
            return .skipped("valgrind did not see the end: \(loss.reason)")
        }
        return CheckVerdict(findings.isEmpty ? .passed : .failed, findings.map(check.diagnostic))
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
        if stream == .error { errors = String((errors + text).suffix(2000)) }
        let kind: OutputEvent.Stream = stream == .output ? .output : .error
        validation.events.receive(.output(OutputEvent(kind, text, worker: lane)))
    }
}
