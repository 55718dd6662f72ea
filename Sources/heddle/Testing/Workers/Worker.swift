// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foreign
import Heddle
import Report

/// One process that runs cases, and the one behind it where it ends.
final class Worker {
    let number: Int
    private(set) var process: ChildProcess?
    /// Whether a process has crashed while it ran no case, as at its end.
    private(set) var hasEndedBadly = false
    private let behaviours: [BehaviourText]
    private let arguments: [String]
    private let events: EventStream
    private let clock: RunClock
    private let limits: TimeLimits

    /// The behaviours that the process has.
    private var taken: Set<Int> = []
    private var lines = WorkerLines()
    private var output: [ChildProcess.Stream: OutputText] = [:]
    private var attempt: Attempt?

    /// What is under way.
    private struct Attempt {
        let job: CaseJob
        /// Its event, once the process has begun it.
        var event: CaseEvent?
        var stage: TimeLimits.Stage
    }

    init(
        _ number: Int, of behaviours: [BehaviourText], arguments: [String], limits: TimeLimits, events: EventStream,
        clock: RunClock
    ) {
        self.number = number
        self.behaviours = behaviours
        self.arguments = arguments
        self.limits = limits
        self.events = events
        self.clock = clock
    }

    /// Whether a case is under way.
    var isBusy: Bool { attempt != nil }

    /// How many nanoseconds it is until something is to be done about the case that is under way.
    var nanosecondsLeft: UInt64? {
        guard let stage = attempt?.stage, let end = limits.end(of: stage) else { return nil }
        return end - min(end, clock.elapsed)
    }

    func begin(_ job: CaseJob) {
        if let process, process.ending != nil { _ = bury(process) }
        attempt = Attempt(job: job, stage: .loading(clock.elapsed))
        do throws(Diagnostic) {
            let process = try started()
            if taken.insert(job.entry.behaviour).inserted {
                let text = behaviours[job.entry.behaviour]
                process.send(WorkerOrder.take(text, number: job.entry.behaviour).message)
            }
            process.send(WorkerOrder.run(CaseOrder(job, of: clock)).message)
        } catch {
            events.receive(.diagnostic(error))
        }
    }

    private func started() throws(Diagnostic) -> ChildProcess {
        if let process { return process }
        let started = try ChildProcess(arguments: arguments)
        (process, taken, lines, output) = (started, [], WorkerLines(), [:])
        return started
    }

    /// Takes what has come, and tells it.
    ///
    /// - Returns: what came of the case, where it has ended.
    func advance() -> CaseOutcome? {
        guard let process else { return attempt.map { end($0, .crashed, "it could not be started") } }
        let hasEnded = process.ending != nil
        // In this order: what was printed before something happened is there when that is told.
        lines.add(process.take(.channel, limit: .max))
        for stream in Self.printed { output[stream, default: OutputText()].add(process.take(stream, limit: 1 << 20)) }
        while let line = lines.next() {
            tellOutput()
            if let outcome = receive(line) { return outcome }
        }
        tellOutput()
        if hasEnded { return bury(process) }
        watchTheTime(process)
        return nil
    }

    // MARK: What comes

    private static let printed: [ChildProcess.Stream] = [.output, .error]

    /// Tells what was printed, once it is known in which case, or that it was in none.
    private func tellOutput() {
        if isBusy, attempt?.event == nil { return }
        for stream in Self.printed { tell(output[stream]?.takeText(), of: stream) }
    }

    private func endOutput() {
        for stream in Self.printed { tell(output[stream]?.end(), of: stream) }
    }

    private func tell(_ text: String?, of stream: ChildProcess.Stream) {
        guard let text else { return }
        let stream = stream == .output ? OutputEvent.Stream.output : .error
        events.receive(.output(OutputEvent(stream, text, worker: isBusy ? number : nil)))
    }

    private func receive(_ line: WorkerLines.Line) -> CaseOutcome? {
        switch line {
        case .event(.caseStarted(let event)):
            attempt?.event = event
            if case .loading? = attempt?.stage { attempt?.stage = .running(clock.elapsed) }
            events.receive(.caseStarted(event))
        case .event(.caseEnded(_, let ending)) where ending.outcome == .interrupted && !Interrupts.isPending:
            return disown(.crashed, ChildProcess.stoppedItself)
        case .event(.caseEnded(_, let ending)) where limits.isExceeded(by: ending.nanoseconds):
            return disown(.timedOut, limits.reasonOfLateEnd)
        case .event(.caseEnded(let event, let ending)):
            endOutput()
            events.receive(.caseEnded(event, ending))
            // It may yet get what asks for its last words.
            if case .overtime? = attempt?.stage { abandon() }
            attempt = nil
            return ending.outcome
        case .event(let event): events.receive(event)
        case .mistake(let mistakes): for mistake in mistakes.all { events.receive(.diagnostic(mistake)) }
        }
        return nil
    }

    // MARK: What goes wrong

    private func watchTheTime(_ process: ChildProcess) {
        guard let stage = attempt?.stage, let end = limits.end(of: stage), clock.elapsed >= end else { return }
        switch stage {
        case .overtime: return process.kill()
        case .loading: attempt?.stage = .overtime(clock.elapsed, wasLoading: true)
        case .running: attempt?.stage = .overtime(clock.elapsed, wasLoading: false)
        }
        process.askForLastWords()
    }

    /// Tells an ending that is not the one that the process tells.
    private func disown(_ outcome: CaseOutcome, _ reason: String) -> CaseOutcome? {
        abandon()
        return attempt.map { end($0, outcome, reason) }
    }

    /// The next case gets another process.
    private func abandon() {
        process?.kill()
        process = nil
    }

    /// The process has ended: in the middle of a case, or in none, as it does in the end.
    private func bury(_ process: ChildProcess) -> CaseOutcome? {
        self.process = nil
        let words = lines.lastWords
        guard let attempt else {
            endOutput()
            if process.ending != .exited(0) { noteBadEnd(process.loss(words)) }
            return nil
        }
        if case .overtime(_, let wasLoading) = attempt.stage, words?.hasPrefix(TimeLimits.words) != false {
            let reason = limits.reason(wasLoading: wasLoading, words: words, call: process.call)
            return end(attempt, .timedOut, reason)
        }
        return end(attempt, .crashed, process.loss(words))
    }

    private func end(_ attempt: Attempt, _ outcome: CaseOutcome, _ reason: String) -> CaseOutcome {
        var event = attempt.event ?? attempt.job.event(worker: number)
        if attempt.event == nil {
            event.start = clock.elapsed
            events.receive(.caseStarted(event))
        }
        endOutput()
        let nanoseconds = clock.elapsed - (event.start ?? clock.elapsed)
        let ending = CaseEnding(
            outcome, reason: reason, nanoseconds: nanoseconds, isRetried: attempt.job.isRetried)
        events.receive(.caseEnded(event, ending))
        self.attempt = nil
        return outcome
    }

    /// Ends a process that was asked to end and has not.
    func endAtOnce() {
        if let process { noteBadEnd(process.loss(nil)) }
        process = nil
    }

    private func noteBadEnd(_ words: String) {
        hasEndedBadly = true
        events.receive(.diagnostic(.badEnd(of: number, words)))
    }
}

extension Diagnostic {
    fileprivate static func badEnd(of worker: Int, _ words: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: "test.bad-end",
            "worker \(worker) ran no case, and did not end in order: \(words)",
            suggestion:
                "threads of modules run between cases, and what libraries do at the end: with --in-process a debugger can watch them"
        )
    }
}
