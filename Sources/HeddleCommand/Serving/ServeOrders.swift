// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HeddleDiagnostics
import HeddleOrders
import HeddleSystem
import HeddleTelemetry
import Synchronization

/// The orders of `heddle serve` to a worker, which come on standard input.
///
/// A thread reads them, so that an order to stop reaches a run, and so that the process ends with its host even inside of
/// a call that does not return.
final class ServeOrders: Sendable {
    enum Order: Sendable {
        /// Plan this behaviour, which includes these texts; the first order, and the only one of its kind.
        case behaviour(BehaviourText, including: [SourceText])
        /// Run it; the number comes back in the answer.
        case run(Int, TracePlace?)
        /// List the calls with their hooks.
        case plan
        /// There are no further orders.
        case end
    }

    /// The seconds for a call that is under way when there are no further orders.
    private static let farewell = 5

    /// The nanoseconds for which somebody counts as looking on, unless that is said again.
    private static let attention: UInt64 = 3_000_000_000

    private let stop = Atomic(false)
    private let watchedUntil = Atomic<UInt64>(0)
    private let waiting = Mutex<[Order]>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// True once the run under way is to stop behind its call.
    var isStopAsked: Bool { stop.load(ordering: .relaxed) }

    /// True if somebody looks on. It reads no clock unless somebody has ever done so.
    var isWatched: Bool {
        let end = watchedUntil.load(ordering: .relaxed)
        return end > 0 && SystemClock.now < end
    }

    /// Begins to read.
    ///
    /// - Returns: false if the system has no thread or no descriptor for it.
    func begin() -> Bool {
        guard let file = StandardStream.reserveInput() else { return false }
        return DetachedThread.start { [self] in
            var input = OrderInput(file)
            var included: [SourceText] = []
            while let line = input.line() {
                switch ServedOrder(line, text: { input.bytes($0) }) {
                case .include(let text): included.append(text)
                case .behaviour(let text, let folder):
                    let text = BehaviourText(name: text.name, bytes: text.bytes, folder: folder)
                    add(.behaviour(text, including: included))
                case .run(let number, let place):
                    stop.store(false, ordering: .relaxed)
                    add(.run(number, place))
                case .plan: add(.plan)
                case .watch: watchedUntil.store(SystemClock.now + Self.attention, ordering: .relaxed)
                case .stop: stop.store(true, ordering: .relaxed)
                case nil: break
                }
            }
            // The host is gone, or wants this process to be.
            stop.store(true, ordering: .relaxed)
            add(.end)
            for _ in 0..<Self.farewell { CurrentThread.sleep(forNanoseconds: 1_000_000_000) }
            CurrentProcess.end(status: ExitStatus.interrupted.rawValue)
        }
    }

    /// Waits for the next order.
    func next() -> Order? {
        while true {
            if let order = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return order }
            arrived.wait()
        }
    }

    private func add(_ order: Order) {
        waiting.withLock { $0.append(order) }
        arrived.signal()
    }
}

/// Standard input as lines of fields and counted bytes.
private struct OrderInput {
    private let file: Int32
    private var pending: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    init(_ file: Int32) {
        self.file = file
    }

    /// The fields of the next line; nil at the end.
    mutating func line() -> [String]? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let fields = pending[..<end].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                pending.removeFirst(end + 1)
                return fields.map { String(decoding: $0, as: UTF8.self) }
            }
            guard fill() else { return nil }
        }
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        while pending.count < count { guard fill() else { return nil } }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private mutating func fill() -> Bool {
        guard let count = try? System.read(file, into: &chunk, count: chunk.count), count > 0 else {
            return false
        }
        pending += chunk[..<count]
        return true
    }
}
