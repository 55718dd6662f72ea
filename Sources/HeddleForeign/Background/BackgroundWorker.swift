// SPDX-License-Identifier: Apache-2.0

internal import HeddleSystem
internal import Synchronization

/// The thread of a background hook, with the calls that wait for it.
final class BackgroundWorker: Sendable {
    private enum Phase {
        /// There is no thread yet.
        case idle
        /// The thread works, or waits for calls.
        case working
        /// No further calls are to come: the thread ends after the last.
        case closing
    }

    private struct State {
        var phase = Phase.idle
        /// The newest calls, the newest last.
        var waiting: [BackgroundJob] = []
        /// Those before them, the newest first.
        var next: [BackgroundJob] = []
        var isBusy = false
        /// The number of calls that the hook is done with.
        var done: UInt64 = 0

        var isIdle: Bool { !isBusy && waiting.isEmpty && next.isEmpty }

        mutating func takeNext() -> BackgroundJob? {
            if next.isEmpty {
                next = waiting.reversed()
                waiting = []
            }
            return next.popLast()
        }

        mutating func takeAll() -> [BackgroundJob] {
            defer { (waiting, next) = ([], []) }
            return next + waiting
        }
    }

    private let state = Monitor(State())
    /// The number of calls that wait, or are copied to wait.
    private let places = Atomic(0)
    private let isForeground = Atomic(false)
    private let limit: Int
    private let patience: UInt64
    private weak let services: HostServices?

    init(limit: Int, patience: UInt64, services: HostServices) {
        self.limit = limit
        self.patience = patience
        self.services = services
    }

    // MARK: On the threads that make calls

    /// Takes over a call; one that finds no place is dropped.
    func take(_ call: NativeCall, for hook: BackgroundHook) {
        if isForeground.load(ordering: .acquiring) {
            let job = hook.copy(call)
            return BackgroundThread.marking { job.hook.show(job) }
        }
        guard places.add(1, ordering: .relaxed).oldValue < limit, add(hook.copy(call)) else {
            places.subtract(1, ordering: .relaxed)
            return hook.drop()
        }
        state.notify()
    }

    /// False where there is no thread to be had.
    private func add(_ job: BackgroundJob) -> Bool {
        state.withLock { state in
            if state.phase == .idle {
                guard DetachedThread.start({ self.work() }) else { return false }
                state.phase = .working
            }
            state.waiting.append(job)
            return true
        }
    }

    // MARK: On its own thread

    private func work() {
        BackgroundThread.marking {
            FloatMode.keeping { while let job = next() { serve { job.hook.show(job) } } }
        }
    }

    /// The host may go while the thread waits.
    private func serve(_ body: () -> Void) {
        if let services { services.serveThread(body) } else { body() }
    }

    /// Waits for a call; nil when no more are to come.
    private func next() -> BackgroundJob? {
        finishCurrent()
        let next = state.wait { state -> BackgroundJob?? in
            guard let job = state.takeNext() else { return state.phase == .closing ? .some(nil) : nil }
            state.isBusy = true
            return job
        }
        if next != nil { places.subtract(1, ordering: .relaxed) }
        return next
    }

    private func finishCurrent() {
        let isIdle = state.withLock { state in
            if state.isBusy { state.done += 1 }
            state.isBusy = false
            return state.isIdle
        }
        if isIdle { state.notify() }
    }

    // MARK: At the end

    /// Waits until nothing is left; false, and gives up what waits, where the hook is not done with one call in time.
    func drain() -> Bool {
        var last = state.withLock { $0.done }
        while !state.wait(atMost: patience, until: \.isIdle) {
            let done = state.withLock { $0.done }
            if done == last {
                abandon()
                return false
            }
            last = done
        }
        return true
    }

    private func abandon() {
        let lost = state.withLock { $0.takeAll() }
        places.subtract(lost.count, ordering: .relaxed)
        for job in lost { job.hook.drop() }
    }

    var isIdle: Bool { state.withLock { $0.isIdle } }

    func setForeground(_ isForeground: Bool) { self.isForeground.store(isForeground, ordering: .releasing) }

    /// Lets the thread end after the last call.
    func close() {
        state.withLock { $0.phase = .closing }
        state.notify()
    }
}
