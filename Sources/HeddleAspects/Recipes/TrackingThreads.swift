// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The threads that are making an event. Their calls are not tracked.
final class TrackingThreads: Sendable {
    private let threads = Mutex<[UInt64]>([])
    private let count = Atomic(0)

    /// True if none is: the usual case, which costs nothing.
    var areNone: Bool { count.load(ordering: .relaxed) == 0 }

    func contains(_ thread: UInt64) -> Bool { threads.withLock { $0.contains(thread) } }

    /// Runs `body` with the calling thread as one of them, unless it is one already.
    func with<Result>(_ thread: UInt64, _ body: () -> Result) -> Result {
        count.wrappingAdd(1, ordering: .relaxed)
        threads.withLock { $0.append(thread) }
        defer { count.wrappingSubtract(1, ordering: .relaxed) }
        defer { threads.withLock { threads in threads.removeAll { $0 == thread } } }
        return body()
    }
}
