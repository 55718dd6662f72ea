// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import HeddleDeclarations
import ServiceLifecycle
import Synchronization

/// The calls of behaviours as they happen, a line of JSON each, for one operator who looks on.
///
/// It looks for calls a few times a second and keeps none itself: one who reads slowly holds up no run and fills no
/// memory, but misses calls, which are counted.
struct LiveCalls: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The time between two looks.
    private static let pace = Duration.milliseconds(100)
    /// The time without calls behind which an empty line shows that the connection is there, and finds one that is not.
    private static let silence = Duration.seconds(10)

    let supervisor: Supervisor
    /// The behaviour; nil for all.
    let name: String?
    /// Is given back when the response is gone.
    let seat: Audience.Seat

    func makeAsyncIterator() -> Iterator { Iterator(calls: self) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let calls: LiveCalls
        private var pending: ArraySlice<UInt8> = []
        /// The number of the next call of each behaviour.
        private var places: [String: (calls: RecentCalls, next: Int)] = [:]
        private var lastNote: ContinuousClock.Instant?
        private var lastLook: ContinuousClock.Instant?
        private var lastLine = ContinuousClock.now

        fileprivate init(calls: LiveCalls) {
            self.calls = calls
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            while pending.isEmpty {
                if let lastLook { try await Task.sleep(until: lastLook + LiveCalls.pace, clock: .continuous) }
                if Task.isShuttingDownGracefully { return nil }
                lastLook = .now
                guard let lines = await look() else { return nil }
                pending = lines[...]
                if pending.isEmpty, lastLine + LiveCalls.silence < .now { pending = [UInt8(ascii: "\n")] }
            }
            lastLine = .now
            defer { pending = pending.dropFirst(count) }
            return Array(pending.prefix(count))
        }

        /// The lines since the last look; nil when the behaviour is gone.
        private mutating func look() async -> [UInt8]? {
            if lastNote.map({ $0 + .seconds(1) <= .now }) ?? true {
                lastNote = .now
                await calls.supervisor.noteOnlooker(of: calls.name)
            }
            guard let all = await calls.supervisor.recentCalls(of: calls.name) else { return nil }
            var lines: [UInt8] = []
            for (name, recent) in all {
                let place = places[name].flatMap { $0.calls === recent ? $0.next : nil }
                let news = recent.calls(from: place, of: name)
                places[name] = (recent, news.next)
                lines += news.lines(of: name)
            }
            return lines
        }
    }
}

extension RecentCalls.News {
    /// A line of JSON for each call, behind one that counts those that are missing.
    func lines(of behaviour: String) -> [UInt8] {
        let missing = Value.object([.init("behaviour", .string(behaviour)), .init("dropped", .int(dropped))])
        return ((dropped > 0 ? [missing] : []) + calls).flatMap { Array("\($0.json)\n".utf8) }
    }
}

/// The operators who look on at the same time, of whom there are not too many.
final class Audience: Sendable {
    /// A place, which is free again when nobody holds it any more.
    final class Seat: Sendable {
        private let audience: Audience

        fileprivate init(in audience: Audience) {
            self.audience = audience
        }

        deinit { audience.taken.withLock { $0 -= 1 } }
    }

    static let capacity = 32

    private let taken = Mutex(0)

    /// A seat; nil if all are taken.
    func seat() -> Seat? {
        let isFree = taken.withLock { taken in
            if taken == Self.capacity { return false }
            taken += 1
            return true
        }
        return isFree ? Seat(in: self) : nil
    }
}
