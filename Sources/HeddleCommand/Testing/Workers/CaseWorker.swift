// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// A process that runs cases of one behaviour, and its successors.
///
/// No other behaviour's modules are in it: what they do between calls, as on threads of their own, is never taken for
/// the fault of a case that has nothing to do with them.
final class CaseWorker {
    /// The number of the behaviour, from 0.
    let behaviour: Int
    /// The lane that it runs cases on; nil if it has run none.
    private(set) var lane: Int?
    private(set) var process: ChildProcess?
    /// True once a process ended wrongly between cases.
    private(set) var hasEndedBadly = false
    private let text: BehaviourText
    private let isOneForAll: Bool
    private let start: WorkerStart
    private let events: EventStream
    private let clock: RunClock
    private var lines = WorkerLines()
    /// The time at which it was told that there are no further cases.
    private var hangUpTime: UInt64?
    private var output: [ChildProcess.Stream: CasesOutput] = [:]
    private var attempt: Attempt?
    /// The number of attempts that the process was given.
    private var given = 0
    /// The attempts that follow, which the process knows already.
    private var following: [Attempt] = []
    /// The temporary folders of cases that died: their processes may still write there.
    private var lostFolders: [String] = []

    /// The attempt in progress.
    private struct Attempt {
        let job: CaseJob
        /// The id of the case.
        let id: String
        /// Its event, once the process has begun it.
        var event: CaseEvent?
        var stage: TimeLimits.Stage
        /// The path of the temporary folder that it may make.
        let folder: String
        /// The ending of the case, while its process has not ended, which can still change it.
        var ending: CaseEnding?
        /// True if the process was given it while it ran another case.
        var isAhead = false
        /// True if a process that was to run it died before it began.
        var isGivenAgain = false
    }

    /// - Parameter behaviour: the number of the behaviour, and what is known of it; its process becomes the worker's.
    init(
        _ behaviour: (number: Int, planned: PlannedBehaviour), _ start: WorkerStart, events: EventStream,
        clock: RunClock
    ) {
        self.behaviour = behaviour.number
        (text, isOneForAll) = (behaviour.planned.text, behaviour.planned.isOneForAll)
        if let loaded = behaviour.planned.process { (process, lines) = (loaded.process, loaded.lines) }
        self.start = start
        self.events = events
        self.clock = clock
    }

    /// True if a case is under way.
    var isBusy: Bool { attempt != nil }

    /// The nanoseconds until the running case needs attention.
    var nanosecondsLeft: UInt64? {
        (attempt?.stage).flatMap { start.limits.nanosecondsLeft(of: $0, at: clock.elapsed) }
    }

    func begin(_ job: CaseJob, on lane: Int) {
        self.lane = lane
        var new = Attempt(
            job: job, id: job.event(worker: lane).id, stage: .loading(clock.elapsed), folder: FolderOnDemand.freePath())
        if isBusy {
            new.isAhead = true
            following.append(new)
            // A process that has ended takes nothing: the one that follows it is given this again.
            if let process { give(new, to: process) }
        } else {
            lines.forgetLastWords()
            if let process, process.ending != nil { _ = bury(process) }
            attempt = new
            order([new])
        }
    }

    /// Goes on with the attempts that follow one that has ended.
    func beginNext() {
        guard !isBusy, !following.isEmpty else { return }
        if process == nil {
            if Interrupts.isPending {
                // The run was stopped before they began.
                following = []
                return
            }
            following[0].isAhead = false
            order(following)
        }
        lines.forgetLastWords()
        attempt = following.removeFirst()
        attempt?.stage = .loading(clock.elapsed)
    }

    private func order(_ attempts: [Attempt]) {
        do throws(Diagnostic) {
            let process = try started()
            for attempt in attempts { give(attempt, to: process) }
        } catch {
            events.receive(.diagnostic(error))
        }
    }

    private func give(_ attempt: Attempt, to process: ChildProcess) {
        let order = CaseOrder(
            attempt.job, on: lane ?? 0, of: clock, folder: attempt.folder, isAlone: !start.isShared,
            isAhead: attempt.isAhead)
        process.send(WorkerOrder.run(order).message)
        given += 1
    }

    private func started() throws(Diagnostic) -> ChildProcess {
        if let process { return process }
        let started = try start.process(for: text, by: isOneForAll ? WorkerOrder.take : WorkerOrder.hold)
        (process, lines, output, given) = (started.process, started.lines, [:], 0)
        return started.process
    }

    /// Says that no further case comes: the process ends as any other does.
    func hangUp() {
        hangUpTime = clock.elapsed
        process?.hangUp()
    }

    /// Takes what has come, and tells it.
    ///
    /// - Returns: the outcome of the case, if it has ended.
    func advance() -> CaseOutcome? {
        guard let process else {
            return attempt.map { end($0, .init(outcome: .crashed, reason: "its process could not be started")) }
        }
        let hasEnded = process.ending != nil
        // In this order, so that output from before an event is there when the event is reported.
        lines.add(process.take(.channel, limit: .max))
        for stream in Self.printed {
            output[stream, default: CasesOutput()].add(process.take(stream, limit: OutputText.limit))
        }
        while let line = lines.next() {
            tellOutput()
            if let outcome = receive(line) { return outcome }
        }
        tellOutput()
        if hasEnded { return bury(process) }
        if attempt != nil { enforceLimits(on: process) }
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

    /// Takes all that the case has printed, which has ended: it may be more than what is taken at a time.
    private func takeOutput() {
        guard start.isShared, let process else { return }
        for stream in Self.printed {
            while output[stream]?.isFirstWhole == false,
                case let piece = process.take(stream, limit: OutputText.limit), !piece.isEmpty
            {
                output[stream]?.add(piece)
            }
        }
    }

    private func tell(_ text: String?, of stream: ChildProcess.Stream) {
        guard let text else { return }
        let stream = stream == .output ? OutputEvent.Stream.output : .error
        events.receive(.output(OutputEvent(stream, text, worker: isBusy ? lane : nil)))
    }

    private func receive(_ line: WorkerLines.Line) -> CaseOutcome? {
        switch line {
        case .event(.caseStarted(let event)):
            guard isMeant(event) else { return disownStranger() }
            attempt?.event = event
            if case .loading? = attempt?.stage { attempt?.stage = .running(clock.elapsed) }
            events.receive(.caseStarted(event))
        case .event(.caseEnded(let event, _)) where !isMeant(event): return disownStranger()
        case .event(.caseEnded(let event, let ending)): return receive(event, ending)
        case .ended(let ending, let remains): return receive(ending, remains)
        case .event(let event):
            if case .diagnostic(let finding, _) = event, [.cases(.died), .cases(.overtime)].contains(finding.code) {
                tellBeginning()
            }
            events.receive(event)
        case .planned: break
        case .mistake(let mistakes): for mistake in mistakes.all { events.receive(.diagnostic(mistake)) }
        }
        return nil
    }

    // MARK: The end of a case

    private func receive(_ event: CaseEvent, _ ending: CaseEnding) -> CaseOutcome? {
        let objection: Loss? =
            if ending.outcome == .interrupted && !Interrupts.isPending {
                Loss(outcome: .crashed, reason: ChildProcess.stoppedItself)
            } else if start.limits.isExceeded(by: ending.nanoseconds) {
                Loss(outcome: .timedOut, reason: start.limits.reasonOfLateEnd)
            } else {
                nil
            }
        if start.isShared {
            if let objection { return disown(objection) }
            return finish(event, ending)
        }
        attempt?.ending = ending
        if let objection, let attempt {
            self.attempt?.ending = CaseEnding(
                objection.outcome, reason: objection.reason, nanoseconds: ending.nanoseconds,
                isRetried: attempt.job.isRetried)
        }
        if case .running? = attempt?.stage { attempt?.stage = .ending(clock.elapsed) }
        return nil
    }

    /// The process of a case has ended, and the worker goes on.
    private func receive(_ ending: ProcessEnding, _ remains: CaseProcess.Remains) -> CaseOutcome? {
        tellBeginning()
        guard let attempt, !start.isShared else { return disownStranger() }
        if let warning = Diagnostic.leftBehind(remains, at: attempt.job.entry.outline.range) {
            events.receive(.diagnostic(warning, worker: lane))
        }
        let outcome = end(attempt, ending, in: process?.call)
        // It may yet get what asks for the last words of the case.
        if case .overtime = attempt.stage { abandon() }
        return outcome
    }

    /// The process of the case has ended, with that of the worker or before it.
    private func end(
        _ attempt: Attempt, _ ending: ProcessEnding?, in call: String?, of process: DeadProcess = .own
    ) -> CaseOutcome {
        if let event = attempt.event, let told = attempt.ending, ending == .exited(0), lines.lastWords == nil {
            return finish(event, told)
        }
        return end(attempt, start.limits.loss(ending, in: attempt.stage, lines.lastWords, during: call).of(process))
    }

    private func finish(_ event: CaseEvent, _ ending: CaseEnding) -> CaseOutcome {
        takeOutput()
        endOutput()
        events.receive(.caseEnded(event, ending))
        // It may yet get what asks for its last words.
        if case .overtime? = attempt?.stage { abandon() }
        endAttempt(isLost: false)
        return ending.outcome
    }

    // MARK: What goes wrong

    private func enforceLimits(on process: ChildProcess) {
        guard var stage = attempt?.stage else { return }
        start.limits.enforce(on: process, in: &stage, at: clock.elapsed)
        attempt?.stage = stage
    }

    /// True for an event of the attempt that was ordered.
    private func isMeant(_ event: CaseEvent) -> Bool {
        attempt.map { $0.id == event.id && $0.job.attempt == event.attempt } ?? false
    }

    /// The process reports a case that was not ordered, so another process is writing in its place.
    private func disownStranger() -> CaseOutcome? {
        let reason = "its process reported a case that it was not asked to run"
        if attempt == nil { noteBadEnd(reason, of: process) }
        return disown(Loss(outcome: .crashed, reason: reason))
    }

    /// Tells an ending that is not the one that the process tells.
    private func disown(_ loss: Loss) -> CaseOutcome? {
        abandon()
        return attempt.map { end($0, loss) }
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
            // It ends by itself only after it is told that there are no further cases.
            if process.ending != .exited(0) || hangUpTime == nil { noteBadEnd(process.loss(words), of: process) }
            return nil
        }
        if attempt.isAhead, attempt.event == nil { return buryBeforeCase(process, attempt) }
        if hasNotBegun(attempt, process) {
            endOutput()
            noteBadEnd(ChildProcess.loss(process.ending, words, in: nil), of: process)
            self.attempt?.isGivenAgain = true
            self.attempt?.stage = .loading(clock.elapsed)
            // Those that it was given ahead are given again, too.
            order([attempt] + following)
            return nil
        }
        tellDeath(of: process, in: attempt)
        return end(self.attempt ?? attempt, process.ending, in: process.call, of: start.isShared ? .shared : .origin)
    }

    /// True if a signal has ended the process that was to fork that of the case, before it did: another one can do so.
    private func hasNotBegun(_ attempt: Attempt, _ process: ChildProcess) -> Bool {
        guard !start.isShared, !attempt.isGivenAgain, attempt.event == nil, !Interrupts.isPending else { return false }
        // Behind the first case it loads nothing: what it has noted is the call in which one has died.
        guard case .loading = attempt.stage, process.cases > 0 || process.call == nil else { return false }
        return process.cases < given && process.death?.signal != nil
    }

    /// Tells how the process has died in which cases run, or which forks theirs, while one was under way.
    private func tellDeath(of process: ChildProcess, in attempt: Attempt) {
        guard let death = process.death else { return }
        let isLate = if case .overtime = attempt.stage { true } else { death.isLate }
        // One that cannot load the modules again says why, and does not die.
        guard isLate || death.signal != nil || !death.exit.isEmpty || lines.lastWords == nil else { return }
        if attempt.event == nil { self.attempt?.event = tellBeginning(of: attempt) }
        let told = Diagnostic.died(
            death, of: start.isShared ? .shared : .origin, in: attempt.job.entry.outline.name, from: text,
            isLate: isLate)
        events.receive(.diagnostic(told, worker: lane))
    }

    /// The process has ended behind a case, before it began the next one that it was given.
    private func buryBeforeCase(_ process: ChildProcess, _ next: Attempt) -> CaseOutcome? {
        endOutput()
        (attempt, following) = (nil, [next] + following)
        // It takes no further case once it was asked to stop.
        if process.ending != .exited(0) || !Interrupts.isPending {
            noteBadEnd(process.loss(lines.lastWords), of: process)
        }
        beginNext()
        return nil
    }

    private func end(_ attempt: Attempt, _ loss: Loss) -> CaseOutcome {
        let event = attempt.event ?? tellBeginning(of: attempt)
        endOutput()
        let nanoseconds = clock.elapsed - (event.start ?? clock.elapsed)
        let ending = CaseEnding(
            loss.outcome, reason: loss.reason, nanoseconds: nanoseconds, isRetried: attempt.job.isRetried)
        events.receive(.caseEnded(event, ending))
        endAttempt(isLost: true)
        return loss.outcome
    }

    /// Tells of the case that it has begun, where nobody has: its process died before, or what it told is lost.
    private func tellBeginning() {
        guard !start.isShared, let attempt, attempt.event == nil else { return }
        self.attempt?.event = tellBeginning(of: attempt)
    }

    private func tellBeginning(of attempt: Attempt) -> CaseEvent {
        var event = attempt.job.event(worker: lane ?? 0)
        event.start = clock.elapsed
        events.receive(.caseStarted(event))
        return event
    }

    /// Removes the temporary folder that the case may have left.
    private func endAttempt(isLost: Bool) {
        guard let folder = attempt?.folder else { return }
        attempt = nil
        let isRemoved = (try? FolderOnDemand.remove(folder)) != nil
        if isLost || !isRemoved { lostFolders.append(folder) }
    }

    deinit { for folder in lostFolders { try? FolderOnDemand.remove(folder) } }

    /// Ends a process that does not end by itself after its last case.
    func endWhereLate() {
        guard let hangUpTime, clock.elapsed >= hangUpTime + TimeLimits.patience, let process else { return }
        noteBadEnd(process.loss(nil), of: process)
        self.process = nil
    }

    private func noteBadEnd(_ words: String, of process: ChildProcess?) {
        hasEndedBadly = true
        events.receive(.diagnostic(.badEnd(of: lane ?? 0, words, isKilled: process?.ending?.isKill == true)))
    }
}

extension Loss {
    /// The same of a process that is not the case's own.
    fileprivate func of(_ process: DeadProcess) -> Loss {
        let (own, origin) = ("its process", "the process that forks the cases")
        guard case .origin = process, reason.hasPrefix(own) else { return self }
        return Loss(outcome: outcome, reason: origin + reason.dropFirst(own.count))
    }
}

extension Diagnostic {
    fileprivate static func badEnd(of worker: Int, _ words: String, isKilled: Bool) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .cases(.badEnd), "worker \(worker) ended badly outside of a case: \(words)",
            suggestion: isKilled
                ? "something outside has ended it, or the kernel where memory has run out; another one runs the cases that are left"
                : "threads of modules run between cases, and what libraries do at the end: with --in-process a debugger can watch them"
        )
    }
}
