// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleOrders
import HeddleSystem
import HeddleTelemetry
import HeddleTrust
import Logging
import Subprocess
import Synchronization
import SystemPackage

/// A process of `heddle` that has one version of a behaviour checked and its modules loaded, and runs it when it is told.
///
/// Native code is in that process alone: what it breaks or ends is this worker. The process ends when its standard input
/// does, so that none is left when this one is killed.
final class WorkerProcess: Sendable {
    /// The command line of workers.
    struct Program: Sendable {
        /// The path of `heddle`.
        let path: String
        let modulePath: [String]
        let modules: [AllowedModule]?
        let actions: [String]
        /// The collector of traces, and the name that the host has there; nil for none.
        let traces: (url: String, instance: String)?

        fileprivate var arguments: Arguments {
            typealias Option = ServedWorker.Option
            let allowed = modules.map { [Option.restricted.word] + $0.flatMap(\.arguments) } ?? []
            return Arguments(
                [ServedWorker.verb] + modulePath.flatMap { ["--module-path", $0] } + allowed
                    + actions.flatMap { [Option.allowAction.word, $0] }
                    + (traces.map { [Option.otlp.word, $0.url, Option.instance.word, $0.instance] } ?? []))
        }
    }

    /// The result of planning the behaviour.
    enum Start: Sendable {
        /// It is right; with the number of its steps and the files that it was made from.
        case planned(ServedAnswer.Plan)
        /// It is wrong; with the diagnostics as JSON.
        case refused([Value])
        /// The process has ended before it knew.
        case lost(String)
    }

    /// The end of a run.
    struct RunEnd: Sendable {
        let ending: RunEnding
        /// Why the process has ended in the run; nil if it has not.
        var reason: String?
    }

    private struct State {
        /// The callers that wait for an answer.
        var start: CheckedContinuation<Start, Never>?
        var run: CheckedContinuation<RunEnd, Never>?
        var listings: [CheckedContinuation<[String]?, Never>] = []
        /// The diagnostics before the plan is made.
        var found: [Value] = []
        /// The lines of the list that is being given.
        var listed: [String] = []
        /// The time by which the answer that somebody waits for must be there; nil for none.
        var deadline: ContinuousClock.Instant?
        /// The reason for the end of the process.
        var loss: String?
        /// The reason why the host has ended it; nil if it has not.
        var hostsReason: String?
        var receive: (@Sendable (WorkerLine.Event) -> Void)?
        var words = LastWords()
        var share = PrintedShare()
    }

    /// The size of the largest event, in bytes: the process of a larger one is given up.
    private static let longestEvent = 64 << 20
    /// The size of the longest line that it prints, in bytes: a longer one is told in parts.
    private static let longestPrint = 1 << 13
    /// The time in which what was printed in a run has arrived behind the run.
    private static let latency = Duration.milliseconds(200)

    private let state = Mutex(State())
    private let orders: AsyncStream<[UInt8]>.Continuation
    private let log: Logger
    private let process: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Starts the process. It has to be given a behaviour by ``plan(_:folder:including:within:)``.
    ///
    /// - Parameters:
    ///   - log: gets what the process prints, within a ``PrintedShare`` for each run.
    ///   - onEnd: is called when the process has ended.
    init(_ program: Program, log: Logger, onEnd: @escaping @Sendable () -> Void) {
        self.log = log
        let (stream, orders) = AsyncStream.makeStream(of: [UInt8].self)
        self.orders = orders
        process.withLock { process in
            process = Task {
                await run(program, stream)
                onEnd()
            }
        }
    }

    /// Lets the process check a behaviour and load its modules.
    ///
    /// - Parameters:
    ///   - folder: the folder that its paths are relative to; nil for a fetched behaviour.
    ///   - included: texts that it includes without naming them.
    ///   - time: the longest time; then the process is killed.
    func plan(
        _ text: SourceText, folder: String?, including included: [SourceText], within time: Duration
    ) async -> Start {
        let sent = included.map(ServedOrder.include) + [.behaviour(text, folder: folder)]
        return await limited(to: time, otherwise: "it was not loaded within \(time)") {
            await self.ask(sent, \.start, orElse: Start.lost)
        }
    }

    /// Runs the behaviour.
    ///
    /// - Parameters:
    ///   - number: that of the run.
    ///   - trace: its place in a trace; nil for a run without one.
    ///   - receive: gets each event.
    ///   - time: the longest time; then the process is killed.
    func run(
        _ number: Int, _ trace: TracePlace?, within time: Duration?,
        receive: @escaping @Sendable (WorkerLine.Event) -> Void
    ) async -> RunEnd {
        let loss = state.withLock { state in
            state.receive = receive
            defer { state.share = PrintedShare() }
            return state.share.takeLoss()
        }
        if let loss { log.warning("\(loss)") }
        defer {
            let isExceeded = state.withLock { state in
                state.receive = nil
                return state.share.isExceeded
            }
            if isExceeded {
                Task {
                    try? await Task.sleep(for: Self.latency)
                    self.tellLoss()
                }
            }
        }
        return await limited(to: time, otherwise: "the time limit of \(time.map { "\($0)" } ?? "") was reached") {
            await self.ask([.run(number, trace)], \.run, orElse: { RunEnd(ending: .crashed, reason: $0) })
        }
    }

    /// The calls with their hooks, a line of JSON each; nil if the process has ended.
    func listing() async -> [String]? {
        await withCheckedContinuation { continuation in
            enum Next { case ask, wait, none }
            let next = state.withLock { state in
                if state.loss != nil { return Next.none }
                state.listings.append(continuation)
                return state.listings.count == 1 ? .ask : .wait
            }
            switch next {
            case .ask: give(.plan)
            // The list that is being given is theirs, too.
            case .wait: break
            case .none: continuation.resume(returning: nil)
            }
        }
    }

    /// Lets calls be told with their start and their hooks for some seconds: somebody looks on.
    func noteOnlooker() { give(.watch) }

    /// Asks a run to stop behind the call that it makes.
    func stopRun() { give(.stop) }

    /// Lets the process end.
    func end() { orders.finish() }

    /// Ends it at once: the run that is under way is interrupted, and has not crashed.
    ///
    /// - Parameter reason: the reason for which the host ends it.
    func kill(because reason: String) {
        state.withLock { $0.hostsReason = $0.hostsReason ?? reason }
        kill()
    }

    private func kill() { process.withLock { $0?.cancel() } }

    /// The reason why it has ended; nil while it lives.
    var loss: String? { state.withLock { $0.loss } }

    private func give(_ order: ServedOrder) { orders.yield(order.bytes) }

    /// Gives orders, and waits for their answer.
    private func ask<Answer: Sendable>(
        _ sent: [ServedOrder], _ waiter: any WritableKeyPath<State, CheckedContinuation<Answer, Never>?> & Sendable,
        orElse lost: (String) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            let loss = state.withLock { state in
                if state.loss == nil { state[keyPath: waiter] = continuation }
                return state.loss
            }
            if let loss { return continuation.resume(returning: lost(loss)) }
            orders.yield(sent.flatMap(\.bytes))
        }
    }

    /// Takes out who waits for an answer; nobody where it comes too late, since the end of the process is the answer then.
    private func waiting<Answer: Sendable>(
        _ waiter: any WritableKeyPath<State, CheckedContinuation<Answer, Never>?> & Sendable
    ) -> CheckedContinuation<Answer, Never>? {
        state.withLock { state in
            let isTooLate = state.words.verdict != nil && state.loss == nil
            guard !isTooLate, let found = state[keyPath: waiter] else { return nil }
            state[keyPath: waiter] = nil
            state.deadline = nil
            return found
        }
    }

    private func limited<Answer: Sendable>(
        to time: Duration?, otherwise words: String, _ body: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        guard let time else { return await body() }
        let deadline = ContinuousClock.now + time
        state.withLock { $0.deadline = deadline }
        let watch = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            let isLate = self.state.withLock { state in
                // The answer may have come in time, and another one be waited for.
                guard state.deadline == deadline, state.loss == nil else { return false }
                state.words.verdict = words
                return true
            }
            if isLate { self.kill() }
        }
        defer { watch.cancel() }
        return await body()
    }
}

// MARK: The process

extension WorkerProcess {
    private func run(_ program: Program, _ orders: AsyncStream<[UInt8]>) async {
        var options = PlatformOptions()
        options.teardownSequence = []
        // Keys of the terminal are for the host, which asks its workers to stop.
        options.processGroupID = 0
        let ending: String
        do {
            let result = try await Subprocess.run(
                .path(FilePath(program.path)), arguments: program.arguments, platformOptions: options,
                input: .inputWriter, output: .sequence, error: .sequence
            ) { execution in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        // A process that has ended reads no more, which its end tells.
                        for await order in orders {
                            _ = try? await execution.standardInputWriter.write(order)
                        }
                        try? await execution.standardInputWriter.finish()
                    }
                    group.addTask {
                        // Modules print lines of any length.
                        var cutter = LineCutter(longest: Self.longestPrint)
                        for try await piece in execution.standardError {
                            for line in cutter.cut(unsafe piece.withUnsafeBytes { unsafe Array($0) }) {
                                self.take(printed: line)
                            }
                        }
                        if let line = cutter.rest() { self.take(printed: line) }
                    }
                    var cutter = LineCutter(longest: Self.longestEvent)
                    for try await piece in execution.standardOutput {
                        for line in cutter.cut(unsafe piece.withUnsafeBytes { unsafe Array($0) }) {
                            guard line.utf8.count < Self.longestEvent else { throw EndlessEvent() }
                            self.take(line)
                        }
                    }
                    try await group.next()
                    self.end()
                    try await group.waitForAll()
                }
            }
            ending = result.terminationStatus.words
        } catch let error as EndlessEvent {
            ending = "it was ended: \(error)"
        } catch {
            ending = "it could not be run: \(error)"
        }
        finish(ending)
    }

    private func finish(_ ending: String) {
        tellLoss()
        let (loss, end) = state.withLock { state in
            let isLate = state.words.verdict != nil
            // A time limit that was reached before the host ended it is the reason.
            let hostsReason = isLate ? nil : state.hostsReason
            let loss = hostsReason ?? state.words.reason(of: ending)
            state.loss = loss
            return (loss, isLate ? RunEnding.timedOut : hostsReason != nil ? .interrupted : .crashed)
        }
        waiting(\.start)?.resume(returning: .lost(loss))
        waiting(\.run)?.resume(returning: RunEnd(ending: end, reason: loss))
        answerListings(nil)
    }

    private func take(printed line: String) {
        let shown = line.excerpt(limit: .max)
        let outcome = state.withLock { state in
            state.words.add(line)
            return state.share.take(shown)
        }
        switch outcome {
        case .taken: log.notice("\(shown)")
        case .exceeds: log.warning("\(PrintedShare.words)")
        case .leftOut: break
        }
    }

    /// Tells how much of what it has printed is not in the log.
    private func tellLoss() {
        if let words = state.withLock({ $0.share.takeLoss() }) { log.warning("\(words)") }
    }

    private func take(_ text: String) {
        switch WorkerLine(text) {
        case .event(let event): take(event)
        case .answer(.planned(let plan)): waiting(\.start)?.resume(returning: .planned(plan))
        case .answer(.refused): refuse()
        case .answer(.ended(_, let word)):
            waiting(\.run)?.resume(returning: RunEnd(ending: RunEnding(rawValue: word) ?? .failed))
        case .answer(.listed): answerListings(takeListed())
        case .noise: break
        }
    }

    private func take(_ event: WorkerLine.Event) {
        let receive = state.withLock { state in
            switch event.kind {
            case .diagnostic(let value) where state.receive == nil: state.found.append(value)
            case .plan: state.listed.append(event.json)
            default: break
            }
            return state.receive
        }
        receive?(event)
    }

    /// A behaviour that was right before is refused behind a run if a file of it has changed since.
    private func refuse() {
        let found = state.withLock { $0.found }
        waiting(\.start)?.resume(returning: .refused(found))
    }

    private func answerListings(_ lines: [String]?) {
        let waiting = state.withLock { state in
            defer { state.listings = [] }
            return state.listings
        }
        for continuation in waiting { continuation.resume(returning: lines) }
    }

    private func takeListed() -> [String] {
        state.withLock { state in
            defer { state.listed = [] }
            return state.listed
        }
    }
}

/// A worker has sent an event that is longer than any may be.
private struct EndlessEvent: Error, CustomStringConvertible {
    var description: String { "an event of it is longer than 64 MiB" }
}

/// The last lines that a process has printed on standard error: a crash is told there.
private struct LastWords {
    private var lines: [String] = []
    /// The reason for which it was killed.
    var verdict: String?

    mutating func add(_ line: String) {
        lines.append(line)
        if lines.count > 8 { lines.removeFirst() }
    }

    /// The reason for the end of the process.
    func reason(of ending: String) -> String {
        if let verdict { return verdict }
        let crash = lines.first { $0.hasPrefix("error: ") }.map { $0.dropFirst("error: ".count) }
        return crash.map { "\($0) (\(ending))" } ?? ending
    }
}

extension AllowedModule {
    fileprivate var arguments: [String] {
        [ServedWorker.Option.allowModule.word, library]
            + hashes.flatMap { [ServedWorker.Option.allowHash.word, "\($0)/\(library)"] }
    }
}

extension TerminationStatus {
    fileprivate var words: String {
        switch self {
        case .exited(let status): "its process ended with status \(status)"
        case .signaled(let signal): "signal \(signal) ended its process"
        }
    }
}
