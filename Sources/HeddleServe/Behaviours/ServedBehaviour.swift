// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import HeddleOrders
import HeddleSystem
import HeddleTelemetry
import HeddleTrust
import Logging
import Synchronization

/// A behaviour that the host keeps: the version that is active, and the process that runs it.
///
/// Another version is verified, then checked in a process of its own, and only then takes the place of the active one,
/// between two runs. What is not accepted changes nothing but the status.
actor ServedBehaviour {
    /// The process of a version, which is ready.
    private struct Activation: Sendable {
        let received: Received
        let worker: WorkerProcess
        let planned: ServedAnswer.Plan
        /// What operators have added, as the process has read it.
        let added: [String: [UInt8]]
        /// The revision of the additions at its start.
        let revision: Int
        let since = Timestamp.now
    }

    /// The consequence of a version that its source has given.
    enum Taken: Sendable {
        /// It is the active one.
        case active
        /// It is right, and not for this host, or not yet: there is nothing to do until there is another one.
        case settled
        case refused
    }

    /// The wish for a run.
    struct Request: Sendable {
        /// start, change, schedule or request.
        let cause: String
        /// The place in a trace of whoever asks for it; nil if that has none.
        var parent: TraceContext?
        /// The one that waits for its end; nil if nobody does.
        var asker: Asker?
    }

    /// Somebody who waits for the end of a run, and may go before it begins.
    final class Asker: Sendable {
        private let hasLeft = Atomic(false)

        /// True once nobody waits any more.
        var isGone: Bool { hasLeft.load(ordering: .relaxed) }

        fileprivate func leave() { hasLeft.store(true, ordering: .relaxed) }
    }

    /// The difference between the process that becomes active and the one before.
    private enum Exchange: Sendable {
        /// It runs another version, which was not active before.
        case newVersion
        /// It runs the version that was active before.
        case formerVersion
        /// It runs the same version, with what operators have added.
        case additions
    }

    /// Something that happens between runs.
    private enum Turn: Sendable {
        case run(Request, CheckedContinuation<BehaviourStatus.RunReport, Never>?)
        /// A process waits to take the place of the active one.
        case swap
        /// A process has ended, perhaps that of the active version.
        case restart
        /// The pause before another attempt to start the process is over.
        case startAgain
    }

    /// The longest time for loading the modules of a version.
    private static let loadingTime = Duration.seconds(60)
    /// The time for a run that is under way when the host stops, and then for its call.
    private static let (farewell, lastCall) = (Duration.seconds(20), Duration.seconds(5))
    /// The problems of a run that are told.
    private static let toldProblems = 20

    let entry: BehaviourEntry
    /// The latest calls of its runs.
    nonisolated let recentCalls = RecentCalls()
    private let host: ServeHost
    private let record: VersionRecord
    private let log: Logger
    private var state: BehaviourStatus
    /// The process of the active version, and what it has said of it.
    private var active: Activation?
    private var choice: VersionChoice
    private var freshness = Freshness()
    private var lastRun = 0
    /// The run that is under way.
    private var running: BehaviourStatus.Running?
    private var waitingRuns = 0
    private var restarts = RestartPauses()
    /// The texts that operators have added to the behaviour, by the names that they gave them. Each was found right, and
    /// is part of the active process.
    private var added: [String: [UInt8]] = [:]
    /// Grows with each change of these.
    private var addedRevision = 0
    /// The last time that an answer without news was written to the disk.
    private var lastNote: ContinuousClock.Instant?
    /// The reason why nothing runs although a version is active.
    private var breakdown: String?
    /// The version that it would go back to and that does not start; nil if there is none.
    private var stranded: BehaviourStatus.Rejection?
    /// The processes that wait to take the place of the active one, which they do before the next run.
    private var waitingSwaps: [(Activation, Exchange, CheckedContinuation<Bool, Never>)] = []
    private let turns: AsyncStream<Turn>.Continuation
    private let takenTurns: AsyncStream<Turn>

    init(_ entry: BehaviourEntry, on host: ServeHost) {
        self.entry = entry
        self.host = host
        var log = host.log
        log[metadataKey: "behaviour"] = "\(entry.name)"
        self.log = log
        record = VersionRecord(StateFolder(in: host.state, of: entry.name), of: entry.source, log: log)
        state = BehaviourStatus(name: entry.name, source: entry.source.text)
        choice = VersionChoice(of: host.name)
        (takenTurns, turns) = AsyncStream.makeStream()
    }

    // MARK: Status

    /// The status now.
    var status: BehaviourStatus {
        var status = state
        status.state = word
        status.running = running
        status.additions = additions
        status.held = choice.held
        status.answered = freshness.answered
        if let active, let received = choice.active {
            status.active = BehaviourStatus.Version(
                sha256: received.digest, number: received.signed?.contents.version,
                key: received.signed?.key.name, expires: received.signed?.contents.expires,
                steps: active.planned.steps, modules: active.planned.modules, since: active.since)
        }
        return status
    }

    private var word: BehaviourStatus.State {
        if isStopping { return .stopping }
        guard active != nil else {
            return breakdown != nil ? .crashed : state.rejection == nil ? .starting : .rejected
        }
        if expiry != nil { return .expired }
        if breakdown != nil { return .crashed }
        if let limit = entry.staleAfter, let age = freshness.age(.now), age > limit { return .stale }
        return .ready
    }

    /// The reason why the active version is not run any more; nil if it is.
    private var expiry: String? {
        if let received = choice.active, received.isOver(at: .now), let expires = received.signed?.contents.expires {
            return "the active version has expired at \(expires)"
        }
        if let limit = entry.expiresAfter, let age = freshness.age(.now), age > limit {
            return "nothing was heard of the source since \(freshness.answered.map { "\($0)" } ?? "the start")"
        }
        return nil
    }

    /// The calls of the active version with their hooks, a line of JSON each; nil if there is none.
    func listing() async -> [String]? { await active?.worker.listing() }

    /// Somebody looks on at its calls.
    func noteOnlooker() { active?.worker.noteOnlooker() }

    // MARK: Versions

    /// Takes what its source has given: it becomes the active version if nothing is wrong with it.
    ///
    /// - Parameter isForced: true if a file that it depends on has changed, so that the same text may be another
    ///   behaviour.
    func take(_ text: SourceText, etag: String?, isForced: Bool = false) async -> Taken {
        let digest = text.sha256
        // The same text is another behaviour where a file that it depends on has changed. Until that is right the refusal
        // stays, and it is tried again where it may become right by itself.
        let refusal = state.rejection.flatMap { $0.sha256 == digest ? $0 : nil }
        if !isForced, choice.isActive(digest), refusal?.isLasting == true { return .refused }
        let isForced = isForced || choice.isActive(digest) && refusal != nil
        if !isForced, choice.isActive(digest) {
            state.rejection = stranded
            freshness.note(.now)
            renewActive(etag: etag)
            return .active
        }
        let received: Received
        do {
            received = try Received(text, etag: etag, for: entry)
            try received.checkIdentity(for: entry)
            try received.checkAge(record.storage.ratchet, now: .now)
        } catch {
            reject(digest, nil, [error.value])
            return .refused
        }
        // Only now: an unsigned answer from between this host and the server makes no version look fresh.
        freshness.note(.now)
        if !isForced, let rejection = state.rejection, rejection.sha256 == digest, rejection.isLasting {
            return .refused
        }
        return await take(received)
    }

    private func take(_ received: Received) async -> Taken {
        let former = choice.held
        switch choice.verdict(on: received) {
        case .candidate: return await exchange(received) ? .active : .refused
        case .renewal:
            renew(received)
            return .active
        case .held(let number):
            if former != number { log.info("version \(number) is rolled out to other hosts first") }
            return .settled
        case .left: return .settled
        }
    }

    /// Starts a process for a version, and makes that the active one.
    ///
    /// - Returns: true if it is active now.
    private func exchange(_ received: Received) async -> Bool {
        let (digest, number) = (received.digest, received.version?.number)
        let revision = addedRevision
        switch await start(received) {
        case .ready(let activation) where revision != addedRevision:
            activation.worker.end()
            return await exchange(received)
        case .refused where revision != addedRevision: return await exchange(received)
        case .refused(let diagnostics):
            reject(digest, number, diagnostics)
            return false
        case .lost(let reason):
            reject(digest, number, [Diagnostic.unloaded(entry.name, reason).value])
            return false
        case .ready(let activation):
            // From here on no older version that the same key has signed is accepted.
            do { if let version = received.version { try record.storage.note(version) } } catch {
                activation.worker.end()
                reject(digest, number, [error.value])
                return false
            }
            if await swapInTurn(activation, .newVersion) { return true }
            // An operator may have added something in a turn before.
            guard revision != addedRevision, !isStopping else { return false }
            return await exchange(received)
        }
    }

    /// Takes over another envelope of the active version, which goes on running.
    private func renew(_ received: Received) {
        choice.activate(received)
        state.rejection = stranded
        log.info("version \(received.version?.number ?? 0) was signed again")
        record.keep(choice, seen: seen, isAwaited: true)
    }

    /// Notes that the active version is the newest, and what its server calls it now.
    private func renewActive(etag: String?) {
        if let received = choice.active, received.etag != etag { choice.activate(received.named(etag)) }
        record.note(choice, seen: seen)
    }

    /// The time to keep on disk: that of the last answer.
    private var seen: Timestamp { freshness.answered ?? .now }

    /// Makes a process active between two runs.
    ///
    /// - Returns: false if it does not become active: the host stops, or has made another choice meanwhile, or the task was
    ///   cancelled.
    private func swapInTurn(_ activation: Activation, _ exchange: Exchange) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if case .terminated = turns.yield(.swap) {
                    activation.worker.end()
                    continuation.resume(returning: false)
                } else {
                    waitingSwaps.append((activation, exchange, continuation))
                }
            }
        } onCancel: {
            Task { await withdraw(activation.worker) }
        }
    }

    /// Lets a process go that waits to take the place of the active one.
    private func withdraw(_ worker: WorkerProcess) {
        guard let index = waitingSwaps.firstIndex(where: { $0.0.worker === worker }) else { return }
        worker.end()
        waitingSwaps.remove(at: index).2.resume(returning: false)
    }

    private enum Start {
        case ready(Activation)
        case refused([Value])
        case lost(String)
    }

    /// Starts a process for a version.
    ///
    /// - Parameter additions: what it includes in the place of that which operators have added.
    private func start(_ received: Received, with additions: [String: [UInt8]]? = nil) async -> Start {
        let (added, revision) = (additions ?? self.added, addedRevision)
        let turns = turns
        let worker = WorkerProcess(host.program(for: entry), log: log, onEnd: { turns.yield(.restart) })
        let included = added.sorted { $0.key < $1.key }.map { SourceText(name: "added:\($0.key)", bytes: $0.value) }
        let start = await worker.plan(
            received.behaviour, folder: entry.folder, including: included, within: Self.loadingTime)
        switch start {
        case .planned(let planned):
            return .ready(
                Activation(received: received, worker: worker, planned: planned, added: added, revision: revision))
        case .refused(let diagnostics):
            worker.end()
            return .refused(diagnostics)
        case .lost(let reason): return .lost(reason)
        }
    }

    private func reject(_ digest: String?, _ version: Int?, _ diagnostics: [Value]) {
        if let known = state.rejection, known.sha256 == digest, known.diagnostics == diagnostics { return }
        state.rejections += 1
        state.rejection = BehaviourStatus.Rejection(
            sha256: digest, version: version, time: .now, diagnostics: diagnostics)
        host.metrics.count(.rejections, entry.name)
        log.error("another version was rejected: \(diagnostics.firstMessage)")
    }

    /// Notes that the source was asked, and why it has not answered.
    ///
    /// - Parameter isUnchanged: true if it has said that the active version is the newest.
    func note(_ failure: Diagnostic?, isUnchanged: Bool = false) {
        state.asked = .now
        // A file is read without asking anybody.
        if case .url = entry.source {
            host.metrics.count(.requests, entry.name, failure == nil ? "answered" : "failed")
        }
        guard let failure else {
            state.sourceFailure = nil
            if isUnchanged { noteUnchanged() }
            return
        }
        if state.sourceFailure == nil { log.warning("the source does not answer: \(failure.message)") }
        state.sourceFailure = failure.value
    }

    /// The time is written to the disk only now and then: the disk is slower than the server.
    private func noteUnchanged() {
        freshness.note(.now)
        guard active != nil, lastNote.map({ ContinuousClock.now - $0 > .seconds(60) }) ?? true else { return }
        lastNote = .now
        record.note(choice, seen: seen)
    }

    /// Notes that a text of the source is unreadable.
    func reject(_ failure: Diagnostic) { reject(nil, nil, [failure.value]) }

    /// The server's name for the version that is active.
    var etag: String? { choice.active?.etag }
    var files: [String] { active?.planned.files ?? [] }
    var hasActive: Bool { active != nil }

    /// Makes the version active that was active when the host last ran.
    ///
    /// It was accepted then: it is not too old, and this host is in its share. It is active also if its time is over,
    /// and then not run.
    func takeKept() async {
        guard let kept = record.storage.kept(from: entry.source) else { return }
        choice.restore(left: kept.left)
        let former = freshness
        freshness.restore(kept.seen, .now)
        do throws(Diagnostic) {
            var received = try verified(kept.text, etag: kept.etag)
            var previous = kept.previous.flatMap { try? verified($0, etag: nil) }
            if choice.isLeft(received), let former = previous {
                // The host was killed as it went back.
                (received, previous) = (former, nil)
            }
            if !choice.isLeft(received) {
                choice.restore(previous: previous, failures: kept.failures, of: received)
                if await exchange(received) { return log.info("the last good version is active") }
                choice.restore(previous: nil, failures: 0, of: received)
            }
        } catch {
            reject(kept.text.sha256, nil, [error.value])
        }
        freshness = former
    }

    private func verified(_ text: SourceText, etag: String?) throws(Diagnostic) -> Received {
        let received = try Received(text, etag: etag, for: entry)
        try received.checkIdentity(for: entry)
        return received
    }

    // MARK: Additions

    /// The names of what operators have added.
    var additions: [String] { added.keys.sorted() }

    /// Adds hooks to the behaviour, or takes them away again, as if it included another file. It takes effect between
    /// two runs, and lasts as long as the host.
    ///
    /// Whoever asks for it and goes before it takes effect, as behind a time-out, does not expect it any more: then the task
    /// is cancelled, and nothing changes.
    ///
    /// - Parameter text: the file; nil to take away what has the name.
    /// - Returns: the diagnostics for which nothing has changed; empty if it has; nil if the task was cancelled before.
    func add(_ text: [UInt8]?, named name: String) async -> [Value]? {
        while let received = choice.active {
            let revision = addedRevision
            var wanted = added
            wanted[name] = text
            let outcome = await start(received, with: wanted)
            if Task.isCancelled {
                if case .ready(let activation) = outcome { activation.worker.end() }
                return given(up: name, text == nil)
            }
            // Where another version or another addition has come meanwhile, it is judged again beside that.
            let isCurrent = choice.active?.text === received.text && revision == addedRevision
            switch outcome {
            case .ready(let activation) where !isCurrent: activation.worker.end()
            case .ready(let activation):
                if await swapInTurn(activation, .additions) || isStopping { return [] }
                if Task.isCancelled { return given(up: name, text == nil) }
            case .refused(let diagnostics) where isCurrent: return diagnostics
            case .lost(let reason) where isCurrent: return [Diagnostic.unloaded(entry.name, reason).value]
            case .refused, .lost: break
            }
        }
        return [Diagnostic.inactive(entry.name).value]
    }

    /// Tells that an addition is not made, or not taken away.
    private func given(up name: String, _ isRemoval: Bool) -> [Value]? {
        let change = isRemoval ? "\"\(name)\" was not taken away" : "\"\(name)\" was not added"
        log.notice("\(change): whoever asked for that has closed the connection")
        return nil
    }

    // MARK: Runs

    /// Runs the active version behind the runs that wait.
    ///
    /// The run is not made if the task is cancelled before it begins, as when its asker is gone.
    ///
    /// - Returns: the report, at the end of the run.
    func run(_ request: Request) async -> BehaviourStatus.RunReport {
        waitingRuns += 1
        let asker = Asker()
        var request = request
        request.asker = asker
        let asked = request
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if case .terminated = turns.yield(.run(asked, continuation)) {
                    continuation.resume(returning: refusal(asked.cause, "the host stops"))
                }
            }
        } onCancel: {
            asker.leave()
        }
    }

    /// Runs it, unless a run is under way or waits.
    func runIfIdle(cause: String) {
        guard running == nil, waitingRuns == 0 else {
            state.skippedRuns += 1
            return
        }
        waitingRuns += 1
        turns.yield(.run(Request(cause: cause), nil))
    }

    /// Runs and swaps, one after the other, until ``stop()``. The run that is under way then ends as it wants.
    func takeTurns() async {
        for await turn in takenTurns {
            takeSwaps()
            switch turn {
            case .swap: break
            case .restart: await restartBetweenRuns()
            case .startAgain:
                restarts.endWait()
                if active?.worker.loss != nil { await restart() }
            case .run(let request, let continuation):
                waitingRuns -= 1
                let report =
                    isStopping
                    ? refusal(request.cause, "the host stops")
                    : request.asker?.isGone == true
                        ? refusal(request.cause, "whoever asked for it has closed the connection before it began")
                        : await makeRun(request)
                continuation?.resume(returning: report)
            }
        }
        takeSwaps()
        active?.worker.end()
        active = nil
        choice.end()
        record.finish()
    }

    /// Makes the processes that wait active, one after the other; none where the host stops.
    private func takeSwaps() {
        for (activation, exchange, continuation) in waitingSwaps {
            let isOfVersion =
                exchange == .newVersion
                ? !choice.isLeft(activation.received)
                : choice.active?.text === activation.received.text
            // It does not know what an operator has added since.
            let isWanted = isOfVersion && activation.revision == addedRevision && !isStopping
            if isWanted { swap(to: activation, exchange) } else { activation.worker.end() }
            continuation.resume(returning: isWanted)
        }
        waitingSwaps = []
    }

    private var isStopping = false

    /// Lets the run that is under way end, and refuses those that wait.
    ///
    /// A run that goes on for long is asked to stop behind its call, and then killed.
    func stop() {
        isStopping = true
        restarts.cancel()
        turns.finish()
        guard let worker = active?.worker else { return }
        if let running { log.notice("the host stops once run \(running.number) has ended") }
        Task {
            try? await Task.sleep(for: Self.farewell)
            if let running { log.notice("run \(running.number) is to stop behind its call, since the host stops") }
            worker.stopRun()
            try? await Task.sleep(for: Self.lastCall)
            if let running { log.notice("run \(running.number) is killed, since the host stops") }
            worker.kill(because: "it was killed, since the host stops")
        }
    }

    private func swap(to activation: Activation, _ exchange: Exchange) {
        let isChange = active != nil
        active?.worker.end()
        if exchange == .newVersion { choice.activate(activation.received) }
        active = activation
        if activation.added != added {
            added = activation.added
            addedRevision += 1
        }
        breakdown = nil
        restarts.reset()
        (stranded, state.rejection) = (nil, nil)
        if exchange == .additions { return log.info("it runs with \(counted(added.count, "addition"))") }
        state.swaps += 1
        host.metrics.count(.swaps, entry.name)
        let version = activation.received.version.map { "version \($0.number)" } ?? "a version"
        log.info("\(version) is active, \(activation.received.digest.prefix(12))")
        // The next run does not wait for the disk. A host that is killed before has the version before, and gets this one
        // again. What it goes back from must never run again.
        record.keep(choice, seen: seen, isAwaited: exchange == .formerVersion)
        if isChange ? entry.runs.onChange : entry.runs.onStart {
            waitingRuns += 1
            turns.yield(.run(Request(cause: isChange ? "change" : "start"), nil))
        }
    }

    private func makeRun(_ request: Request) async -> BehaviourStatus.RunReport {
        let cause = request.cause
        guard active != nil else { return refusal(cause, "no version is active") }
        if let loss = active?.worker.loss, breakdown == nil {
            noteLoss(loss)
            await restart()
        }
        guard let active else { return refusal(cause, "no version is active") }
        if let reason = expiry ?? breakdown { return refusal(cause, reason) }
        lastRun += 1
        running = BehaviourStatus.Running(number: lastRun, cause: cause, began: .now)
        defer { running = nil }
        let (number, began, clock) = (lastRun, Timestamp.now, ContinuousClock.now)
        let place = host.traces == nil ? nil : TracePlace(within: request.parent)
        let problems = ProblemList(limit: Self.toldProblems)
        let (metrics, name, recentCalls) = (host.metrics, entry.name, recentCalls)
        let end = await active.worker.run(number, place, within: entry.runs.timeLimit) { event in
            metrics.take(event, of: name)
            problems.take(event)
            recentCalls.take(event, run: number, began: began)
        }
        let report = BehaviourStatus.RunReport(
            number: number, cause: cause, began: began,
            nanoseconds: Int(clamping: (ContinuousClock.now - clock).nanoseconds),
            ending: end.ending, reason: end.reason, trace: place?.context.trace, problems: problems.all)
        if end.ending == .crashed {
            state.crashes += 1
            host.metrics.count(.crashes, entry.name)
        }
        note(report)
        let failures = choice.failures
        // A run that the host has ended says nothing of the version.
        if !isStopping || report.ending != .interrupted { choice.noteRun(held: report.ending == .held) }
        if choice.failures != failures, choice.active?.signed?.contents.failures != nil {
            record.note(choice, seen: seen)
        }
        if await leavesVersion() { return report }
        restarts.noteRun()
        if end.reason != nil { await restart() }
        return report
    }

    /// Goes back to the version before if the active one has failed as often as its signer allows.
    ///
    /// - Returns: true if it has. Where the version before does not start, the active one goes on.
    private func leavesVersion() async -> Bool {
        guard let previous = choice.retreat, let failed = choice.active else {
            if let stranded, state.rejection?.sha256 == stranded.sha256 { state.rejection = nil }
            stranded = nil
            return false
        }
        let failures = choice.failures
        let number = failed.version?.number ?? 0
        switch await start(previous) {
        case .ready(let activation):
            choice.goBack()
            swap(to: activation, .formerVersion)
            reject(failed.digest, number, [Diagnostic.abandoned(number, failures).value])
            return true
        case .refused(let diagnostics): strand(previous, behind: number, diagnostics)
        case .lost(let reason): strand(previous, behind: number, [Diagnostic.unloaded(entry.name, reason).value])
        }
        return false
    }

    /// Tells why it cannot go back to the version before, which each failed run tries again: once for each reason.
    private func strand(_ previous: Received, behind failed: Int, _ diagnostics: [Value]) {
        if let stranded, stranded.sha256 == previous.digest, stranded.diagnostics == diagnostics { return }
        let version = previous.version?.number
        stranded = BehaviourStatus.Rejection(
            sha256: previous.digest, version: version, time: .now, diagnostics: diagnostics)
        state.rejection = stranded
        log.error(
            "version \(failed) fails, and version \(version ?? 0) before it does not start: \(diagnostics.firstMessage)"
        )
    }

    private func refusal(_ cause: String, _ reason: String) -> BehaviourStatus.RunReport {
        let report = BehaviourStatus.RunReport(
            number: 0, cause: cause, began: .now, nanoseconds: 0, ending: .refused, reason: reason, trace: nil,
            problems: [])
        note(report)
        return report
    }

    private func note(_ report: BehaviourStatus.RunReport) {
        state.lastRun = report
        state.runs[report.ending, default: 0] += 1
        host.metrics.count(.runs, entry.name, report.ending.rawValue)
        if report.ending == .held { return log.debug("run \(report.number) held") }
        let reason = report.reason ?? (report.problems.isEmpty ? "see its problems" : report.problems.firstMessage)
        log.error("run \(report.number) \(report.ending.words): \(reason)")
    }

    /// Starts another process in the place of one that has ended while nothing ran: at once, and after growing pauses where
    /// that ends before it has run anything.
    private func restartBetweenRuns() async {
        guard let loss = active?.worker.loss, !restarts.isWaiting, !isStopping else { return }
        noteLoss(loss)
        if !restarts.hasBegun { return await restart() }
        let pause = restarts.schedule { [turns] in turns.yield(.startAgain) }
        breakdown = "its process has ended, and another one follows after a pause: \(loss)"
        log.error("another process follows in \(pause)")
    }

    /// Counts and tells the end of a process between two runs.
    private func noteLoss(_ loss: String) {
        state.crashes += 1
        host.metrics.count(.crashes, entry.name)
        log.error("its process has ended between two runs: \(loss)")
    }

    /// Starts another process for the active version: at once, and then after growing pauses.
    private func restart() async {
        guard let old = active, let received = choice.active, !isStopping else { return }
        restarts.beginAttempt()
        switch await start(received) {
        case .ready(let activation):
            old.worker.end()
            active = activation
            breakdown = nil
        case .refused(let diagnostics): breakdown = diagnostics.firstMessage
        case .lost(let reason): breakdown = reason
        }
        guard let breakdown else { return }
        let pause = restarts.schedule { [turns] in turns.yield(.startAgain) }
        log.error("its process does not start, another attempt follows in \(pause): \(breakdown)")
    }
}

extension BehaviourEntry {
    /// The folder that paths in the behaviour are relative to; nil for a fetched one.
    fileprivate var folder: String? {
        if case .file(let path) = source { LexicalPath(path).folder.text } else { nil }
    }
}

extension Diagnostic {
    fileprivate static func abandoned(_ version: Int, _ failures: Int) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .source(.abandoned),
            "version \(version) was left: \(counted(failures, "run")) failed in a row, the number of its --stop-on-failures"
        )
    }

    fileprivate static func inactive(_ name: String) -> Diagnostic {
        Diagnostic(.error, .source, code: .source(.inactive), "no version of \"\(name)\" is active")
    }

    fileprivate static func unloaded(_ name: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.notLoadable),
            "the process in which \"\(name)\" was checked has ended: \(reason)")
    }
}
