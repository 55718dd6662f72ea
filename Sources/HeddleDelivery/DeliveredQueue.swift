// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDiagnostics
import HeddleRemote
import HeddleSystem
import HeddleTelemetry
import Synchronization

/// Events for one server: they wait on disk until it has taken them.
///
/// Of the processes that have events for a server one delivers them all, in their order; the others add to the store.
/// A server may get an event twice, under one name: its answer may be lost.
final class DeliveredQueue: LineSink, Sendable {
    /// What is undelivered when the process ends.
    struct Ending {
        /// The number of events that wait.
        var waiting = 0
        /// Those that were lost, as far as nobody was told yet.
        var dropped = 0
        var rejected = 0
        /// The reason why the last request failed; nil if it did not.
        var reason: String?
        /// The server's words about events that it refused.
        var refusal: String?
        /// The server's words although it took all.
        var warning: String?
    }

    private enum Verdict {
        /// Taken, but for some; and what the server says of it.
        case taken(rejected: Int, message: String?)
        /// The server wants none of these, whenever; whether it might want some of them.
        case refused(String, isForAll: Bool)
        case later(String, pause: Duration?)
    }

    let place: EventPlace
    private let path: String
    private let limit: Int
    private let connection: RemoteConnection
    /// Further headers of requests. They are never written to the disk.
    private let headers: [String]
    private let store = Mutex<EventStore?>(nil)
    /// The reason why the store could not be opened last, when that was, and since when it cannot be.
    private let openFailure = Mutex<
        (reason: String, time: ContinuousClock.Instant, since: ContinuousClock.Instant)?
    >(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let reason = Mutex<String?>(nil)
    private let remarks = Mutex((refusal: String?.none, warning: String?.none))
    private let isUsed = Atomic(false)
    private let isEnding = Atomic(false)
    private let isOver = Atomic(false)
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The time for which a store that could not be opened is not tried again for further lines.
    private static let closedTime = Duration.seconds(1)
    /// The time for which lines are kept in the spill beside a store that cannot be opened.
    private static let patience = Duration.seconds(60)
    private static let most = 512
    private static let bytes = 512 << 10

    init(to place: EventPlace, at path: String, limit: Int, connection: RemoteConnection, headers: [String] = []) {
        self.headers = headers
        self.place = place
        self.path = path
        self.limit = limit
        self.connection = connection
    }

    // MARK: Events

    func take(_ text: [UInt8], _ lines: [TakenLine]) -> (count: Int, reason: String?) {
        isUsed.store(true, ordering: .releasing)
        let failure = openFailure.withLock(\.self)
        if let failure, failure.since + Self.patience < .now { return (0, failure.reason) }
        // To open a database may take longer than a process lives: until it is open, the lines stand in the spill,
        // from where they are taken as soon as it is.
        let isKept = store.withLock { $0 == nil && Spill(database: path).add(text) }
        defer { start() }
        if isKept { return (lines.count, nil) }
        if let failure, failure.time + Self.closedTime > .now {
            return (0, failure.reason)
        }
        do throws(DatabaseFailure) {
            let count = try opened().add(text, lines)
            return (count, count < lines.count ? "the queue on disk is full" : nil)
        } catch {
            return (0, error.message)
        }
    }

    private func opened() throws(DatabaseFailure) -> EventStore {
        if let known = store.withLock({ $0 }) { return known }
        do throws(DatabaseFailure) {
            let opened = try EventStore(at: path, limit: limit)
            return try store.withLock { store throws(DatabaseFailure) in
                if let store { return store }
                try Spill(database: path).collect { text, lines throws(DatabaseFailure) in
                    _ = try opened.add(text, lines)
                }
                store = opened
                openFailure.withLock { $0 = nil }
                return opened
            }
        } catch {
            openFailure.withLock { $0 = (error.message, .now, since: $0?.since ?? .now) }
            throw error
        }
    }

    /// Begins to deliver what there is.
    func start() {
        task.withLock { task in task = task ?? Task { await self.deliver() } }
        signal.yield()
    }

    /// True if it has had events in this process, or may have some of earlier ones.
    var mayHaveEvents: Bool { isUsed.load(ordering: .acquiring) || (try? System.status(at: path)) != nil }

    // MARK: The end

    /// From here on it tries what it has, and gives up at the first failure.
    func beginEnd() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        start()
    }

    /// Waits until all is delivered, or cannot be, or the time is over.
    func end(at deadline: ContinuousClock.Instant) -> Ending {
        while !isOver.load(ordering: .acquiring), ContinuousClock.now < deadline {
            CurrentThread.sleep(forNanoseconds: 2_000_000)
        }
        let isLate = !isOver.load(ordering: .acquiring)
        task.withLock { $0 }?.cancel()
        let remarks = remarks.withLock { $0 }
        var ending = Ending(
            reason: reason.withLock { $0 }, refusal: remarks.refusal, warning: remarks.warning)
        do throws(DatabaseFailure) {
            let store = try opened()
            ending.waiting = Int(try store.count())
            if isLate, ending.waiting > 0, ending.reason == nil { ending.reason = "not all were taken in time" }
            ending.dropped = try store.takeCount(of: .dropped)
            ending.rejected = try store.takeCount(of: .rejected)
        } catch {
            ending.reason = error.message
        }
        return ending
    }

    // MARK: Delivery

    private func deliver() async {
        defer { isOver.store(true, ordering: .releasing) }
        var signals = signals.makeAsyncIterator()
        var persistence = Persistence()
        while true {
            do throws(DatabaseFailure) {
                _ = try opened()
                break
            } catch {
                reason.withLock { $0 = error.message }
                if await isOver(waiting: persistence.pause(atLeast: nil)) { return }
            }
        }
        guard let lock = await takeLock() else { return }
        defer { System.close(lock) }
        persistence.succeed()
        reason.withLock { $0 = nil }
        while !Task.isCancelled {
            do throws(DatabaseFailure) {
                let store = try opened()
                let events = try store.first(Self.most, bytes: Self.bytes)
                if events.isEmpty {
                    if isEnding.load(ordering: .sequentiallyConsistent) { return }
                    _ = await signals.next()
                    continue
                }
                guard let pause = try await deliver(events[...], from: store, &persistence) else { continue }
                if await isOver(waiting: pause) { return }
            } catch {
                reason.withLock { $0 = error.message }
                if await isOver(waiting: persistence.pause(atLeast: nil)) { return }
            }
        }
    }

    /// Delivers events; returns how long to wait if they must wait.
    ///
    /// A request that is refused for good is made again in halves, until the event is found that it is refused for, unless
    /// the refusal is for all of them.
    private func deliver(
        _ events: ArraySlice<EventStore.Event>, from store: EventStore, _ persistence: inout Persistence
    ) async throws(DatabaseFailure) -> Duration? {
        switch await send(events, of: store.name) {
        case .taken(let rejected, let message):
            persistence.succeed()
            reason.withLock { $0 = nil }
            try store.remove(events)
            if rejected > 0 { try store.add(min(rejected, events.count), to: .rejected) }
            if let message {
                remarks.withLock { if rejected > 0 { $0.refusal = message } else { $0.warning = message } }
            }
            return nil
        case .later(let words, let pause):
            reason.withLock { $0 = words }
            return persistence.pause(atLeast: pause)
        case .refused(let words, let isForAll):
            if events.count == 1 || isForAll {
                remarks.withLock { $0.refusal = words }
                reason.withLock { $0 = nil }
                try store.remove(events, as: .rejected)
                return nil
            }
            let middle = events.startIndex + events.count / 2
            if let pause = try await deliver(events[..<middle], from: store, &persistence) { return pause }
            return try await deliver(events[middle...], from: store, &persistence)
        }
    }

    private var isOTLP: Bool {
        switch place {
        case .otlp, .spans: true
        case .http, .file, .table: false
        }
    }

    private func send(_ events: ArraySlice<EventStore.Event>, of store: String) async -> Verdict {
        let (url, batch): (String, EventBatch)
        switch place {
        case .http(let address, let asArray): (url, batch) = (address, .json(events, of: store, asArray: asArray))
        case .otlp(let address): (url, batch) = (address, .otlp(events, of: store))
        case .spans(let address): (url, batch) = (address, .spans(events))
        case .file, .table: return .refused("it is no server", isForAll: true)
        }
        do throws(RemoteFailure) {
            let receipt = try await connection.post(
                url, type: batch.type, headers: headers, body: batch.body)
            guard isOTLP else { return .taken(rejected: 0, message: nil) }
            let partial = PartialSuccess(receipt.body)
            return .taken(rejected: partial.rejected, message: partial.message)
        } catch {
            let words = error.diagnostic.message
            guard let status = error.status, refuses(status) else { return .later(words, pause: error.pause) }
            // Behind a refusal OTLP has a batch dropped. One that is too large is none that a collector has judged.
            return .refused(words, isForAll: isOTLP && status != 413)
        }
    }

    /// Returns whether a status is about the events themselves. Where it is about the address or the sender, somebody
    /// will mend that, and the events wait.
    private func refuses(_ status: Int) -> Bool {
        isOTLP ? CollectorStatus.isFinal(status) : [400, 413, 422].contains(status)
    }

    /// The lock of the process that delivers; nil if another one has it when this one ends.
    private func takeLock() async -> Int32? {
        while !Task.isCancelled {
            do throws(SystemFailure) {
                if let file = try lockedFile() { return file }
            } catch {
                reason.withLock { $0 = "the queue on disk cannot be locked: \(error.message)" }
            }
            if await isOver(waiting: .milliseconds(500)) { return nil }
        }
        return nil
    }

    /// Nil if another process has the lock.
    private func lockedFile() throws(SystemFailure) -> Int32? {
        let file = try System.open(path + ".lock", [.forWriting, .creating])
        do throws(SystemFailure) {
            if try System.lock(file) { return file }
        } catch {
            System.close(file)
            throw error
        }
        System.close(file)
        return nil
    }

    /// Waits; returns true if the process ends meanwhile.
    private func isOver(waiting pause: Duration) async -> Bool {
        let end = ContinuousClock.now + pause
        while ContinuousClock.now < end, !Task.isCancelled {
            if isEnding.load(ordering: .sequentiallyConsistent) { return true }
            try? await Task.sleep(for: min(.milliseconds(20), end - .now))
        }
        return isEnding.load(ordering: .sequentiallyConsistent) || Task.isCancelled
    }
}
