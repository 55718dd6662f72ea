// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSystem
internal import Synchronization

/// The main thread of a host, with the functions that modules want to have run on it: the Swift side of `heddle_main`.
///
/// Nothing here runs by itself: the program, or the run of a behaviour, calls ``run(on:)`` on that thread.
@safe package final class MainThread: Sendable {
    /// A module as the owner of functions that wait: each of its libraries has one.
    struct Owner: Hashable, Sendable {
        fileprivate let table: ObjectIdentifier
        let module: String

        init(_ table: HostTable, named module: String) {
            self.table = ObjectIdentifier(table)
            self.module = module
        }
    }

    /// The numbers of functions and timers of a module that are not going to run.
    package struct Dropped: Hashable, Sendable {
        /// The name of the module.
        package let module: String
        /// The number of functions that waited to be run.
        package var functions = 0
        /// The number of timers that nobody had stopped.
        package var timers = 0

        /// The numbers in words, such as `1 timer running and 2 functions that had yet to run`.
        package var words: String {
            [
                timers > 0 ? "\(counted(timers, "timer")) running" : nil,
                functions > 0 ? "\(counted(functions, "function")) that had yet to run" : nil,
            ].compactMap(\.self).joined(separator: " and ")
        }
    }

    /// A function with what it is called with.
    struct Job: Sendable {
        let owner: Owner
        let function: Function
        let context: UInt
    }

    private struct Timer: Sendable {
        let job: Job
        let period: UInt64
        var due: UInt64
    }

    private struct State: Sendable {
        var thread: UInt64
        /// True if the program has said which thread it is.
        var isChosen = false
        var waiting: [Job] = []
        var timers: [UInt64: Timer] = [:]
        var lastTimer: UInt64 = 0
        /// The timers whose functions run, in the order in which these began: one may run what is due, and so may another
        /// thread that has become the main one meanwhile.
        var running: [UInt64] = []
        var notify: (@Sendable () -> Void)?

        /// The time at which something is to run: 0 for now, `UInt64.max` if nothing waits.
        var due: UInt64 { waiting.isEmpty ? timers.values.map(\.due).min() ?? .max : 0 }

        /// The numbers of the timers that are due, the earliest first.
        func timers(dueAt time: UInt64) -> [UInt64] {
            timers.filter { $0.value.due <= time }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map(\.key)
        }

        /// The job of a timer whose turn it is; nil if it has been stopped.
        mutating func turn(of number: UInt64, at time: UInt64) -> Job? {
            guard let timer = timers[number] else { return nil }
            let next = timer.due.adding(timer.period)
            timers[number]?.due = next > time ? next : time.adding(timer.period)
            running.append(number)
            return timer.job
        }

        /// Notes the end of a turn. Of several turns of one timer it does not matter which one.
        mutating func endTurn(of number: UInt64) {
            if let index = running.lastIndex(of: number) { running.remove(at: index) }
        }
    }

    private let state: Mutex<State>
    /// The `due` of the state, so that asking whether anything is to be done takes no lock.
    private let due = Atomic<UInt64>(.max)

    init() { state = Mutex(State(thread: CurrentThread.number)) }

    /// Makes the calling thread the main one.
    ///
    /// - Parameter isChosen: true if the program says so, false for a run, which takes the thread that it is on where the
    ///   program has said nothing.
    package func adopt(isChosen: Bool) {
        let number = CurrentThread.number
        state.withLock { state in
            guard isChosen || !state.isChosen else { return }
            state.isChosen = isChosen
            state.thread = number
        }
    }

    /// True on the main thread.
    package var isCurrent: Bool {
        let number = CurrentThread.number
        return state.withLock { $0.thread == number }
    }

    /// Has a closure called whenever there is something new to run. It is called on any thread.
    package func notify(_ body: (@Sendable () -> Void)?) { state.withLock { $0.notify = body } }

    /// Returns true if something is due now. Takes no lock.
    package var hasWork: Bool {
        let due = due.load(ordering: .relaxed)
        return due != .max && due <= Self.now
    }

    // MARK: For modules

    func run(_ function: UInt, _ context: UInt, for owner: Owner) -> Bool {
        guard let job = Job(function, context, owner) else { return false }
        change { $0.waiting.append(job) }
        return true
    }

    func startTimer(every period: UInt64, _ function: UInt, _ context: UInt, for owner: Owner) -> UInt64 {
        guard let job = Job(function, context, owner) else { return 0 }
        let due = Self.now.adding(period)
        return change { state in
            state.lastTimer += 1
            state.timers[state.lastTimer] = Timer(job: job, period: period, due: due)
            return state.lastTimer
        }
    }

    func stopTimer(_ number: UInt64, of owner: Owner) -> Bool {
        let isStopped = state.withLock { state in
            guard state.timers[number]?.job.owner == owner else { return false }
            state.timers[number] = nil
            due.store(state.due, ordering: .relaxed)
            return true
        }
        // The caller may free what the function uses.
        if isStopped, !isCurrent {
            while state.withLock({ $0.running.contains(number) }) { System.pause(microseconds: 100) }
        }
        return isStopped
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, notify) = state.withLock { state in
            let result = body(&state)
            due.store(state.due, ordering: .relaxed)
            return (result, state.notify)
        }
        notify?()
        return result
    }

    // MARK: On the main thread

    /// Takes each function that waits now, in the order in which they came, and then each timer that is due. What they
    /// add themselves waits for the next time.
    ///
    /// - Returns: the nanoseconds until something is due again; nil if nothing waits.
    func takeDue(_ body: (Job) -> Void) -> UInt64? {
        let time = Self.now
        let (waiting, timers) = state.withLock { state in
            defer {
                state.waiting = []
                due.store(state.due, ordering: .relaxed)
            }
            return (state.waiting, state.timers(dueAt: time))
        }
        for job in waiting { body(job) }
        for number in timers {
            let job = state.withLock { state in
                defer { due.store(state.due, ordering: .relaxed) }
                return state.turn(of: number, at: time)
            }
            if let job {
                body(job)
                state.withLock { $0.endTurn(of: number) }
            }
        }
        let next = state.withLock(\.due)
        let now = Self.now
        return next == .max ? nil : next > now ? next - now : 0
    }

    /// Drops everything of some modules.
    func drop(_ owners: Set<Owner>) -> [Dropped] {
        state.withLock { state in
            var dropped: [Owner: Dropped] = [:]
            for job in state.waiting where owners.contains(job.owner) {
                dropped[job.owner, default: Dropped(module: job.owner.module)].functions += 1
            }
            for timer in state.timers.values where owners.contains(timer.job.owner) {
                dropped[timer.job.owner, default: Dropped(module: timer.job.owner.module)].timers += 1
            }
            state.waiting.removeAll { owners.contains($0.owner) }
            state.timers = state.timers.filter { !owners.contains($0.value.job.owner) }
            due.store(state.due, ordering: .relaxed)
            return dropped.values.sorted { $0.module < $1.module }
        }
    }

    private static var now: UInt64 { SystemClock.now }
}

extension MainThread.Job {
    /// Nil for a null pointer.
    fileprivate init?(_ function: UInt, _ context: UInt, _ owner: MainThread.Owner) {
        guard let address = unsafe UnsafeMutableRawPointer(bitPattern: function) else { return nil }
        self.owner = owner
        self.context = context
        self.function = unsafe Function(
            symbol: "a function on the main thread", address: address, library: LibraryIdentity(name: owner.module))
    }
}

extension UInt64 {
    /// The sum; where it is too large the latest time there is, as the greatest number stands for none.
    fileprivate func adding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max - 1 : sum
    }
}
