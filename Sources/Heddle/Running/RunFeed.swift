// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport
internal import HeddleSystem

/// The way from a run on a thread of its own to the task that takes its events.
///
/// The run waits between two steps while many events are not yet taken. It never waits inside of an event: what the
/// task does with one may itself send events into the run.
final class RunFeed: Sendable {
    /// The events that wait at most when the next step begins.
    private static let room = 256

    private struct State {
        var events: [RunEvent] = []
        /// The first of the events that is not taken.
        var next = 0
        var taker: CheckedContinuation<RunEvent?, Never>?
        var ending: Result<RunResult, Diagnostics>?
        var isInterrupted = false
        /// True if nobody takes the events any longer.
        var isAbandoned = false

        mutating func take() -> RunEvent? {
            guard next < events.count else { return nil }
            let event = events[next]
            next += 1
            // One removal for many events: each costs the length of the rest.
            if next > 64 {
                events.removeSubrange(..<next)
                next = 0
            }
            return event
        }
    }

    private let state = Monitor(State())

    /// Starts a run on a thread of its own.
    ///
    /// - Parameter run: makes the run with a receiver of its events; it asks before each step whether to stop.
    func start(
        _ run: @escaping @Sendable (sending RunEventSink, () -> Bool) throws(Diagnostics) -> RunResult
    ) {
        let hasStarted = DetachedThread.start { [self] in
            guard !state.withLock({ $0.isInterrupted }) else { return end(.success(.nothing)) }
            do throws(Diagnostics) {
                end(.success(try run(RunEventSink { self.send($0) }) { self.waitForRoom() }))
            } catch {
                end(.failure(error))
            }
        }
        if !hasStarted { end(.failure(Diagnostics([.noThread]))) }
    }

    /// Asks the run to stop before its next step.
    func interrupt() {
        state.withLock { $0.isInterrupted = true }
        state.notify()
    }

    /// Says that nobody takes events any longer, which stops the run.
    func abandon() {
        state.withLock { state in
            state.isInterrupted = true
            state.isAbandoned = true
            state.events = []
            state.next = 0
        }
        state.notify()
    }

    /// The next event; nil after the last. One task takes events at a time.
    func next(isolation: isolated (any Actor)? = #isolation) async -> RunEvent? {
        await withCheckedContinuation { taker in
            let (event, isOver) = state.withLock { state in
                let event = state.take()
                if event == nil, state.ending == nil { state.taker = taker }
                return (event, state.ending != nil)
            }
            state.notify()
            if event != nil || isOver { taker.resume(returning: event) }
        }
    }

    /// The result, after the last event.
    func result() throws(Diagnostics) -> RunResult {
        guard let ending = state.withLock({ $0.ending }) else { return .nothing }
        return try ending.get()
    }

    private func send(_ event: RunEvent) {
        let taker = state.withLock { state in
            defer { state.taker = nil }
            if state.taker == nil, !state.isAbandoned { state.events.append(event) }
            return state.taker
        }
        taker?.resume(returning: event)
    }

    private func end(_ ending: Result<RunResult, Diagnostics>) {
        let taker = state.withLock { state in
            defer { state.taker = nil }
            state.ending = ending
            return state.taker
        }
        taker?.resume(returning: nil)
    }

    /// Waits until few events are not taken; returns whether the run is to stop.
    private func waitForRoom() -> Bool {
        state.wait { state in
            if state.isInterrupted { return true }
            return state.events.count - state.next < Self.room ? false : nil
        }
    }
}

/// Makes events for Swift of those of a run.
final class RunEventSink: EventSink {
    private let send: (RunEvent) -> Void
    private let line = JSONLineBuffer()
    private var problems = RunProblems()

    init(send: @escaping (RunEvent) -> Void) {
        self.send = send
    }

    func receive(_ event: Event) {
        let problem = problems.problem(of: event)
        if let event = RunEvent(event, json: line.json(of: event), problem: problem) { send(event) }
    }
}

/// Writes one event at a time as JSON.
private final class JSONLineBuffer {
    private var line = ""
    private lazy var report = JSONLinesReport { [unowned self] in line = $0 }

    /// The event without the end of the line.
    func json(of event: Event) -> String {
        report.receive(event)
        return String(line.dropLast())
    }
}

extension RunResult {
    /// The result of a run that was cancelled before it began.
    fileprivate static let nothing = RunResult(
        ending: .interrupted, diagnostics: [], callsReturned: 0, callsFailed: 0, callsSkipped: 0, expectationsHeld: 0,
        expectationsFailed: 0)
}

extension Diagnostic {
    /// The system has no thread for a run.
    fileprivate static let noThread = Diagnostic(
        .error, .resource, code: .cases(.noWorker),
        "no thread can be started: \(SystemFailure.wouldBlock.ofStart.message)")
}
