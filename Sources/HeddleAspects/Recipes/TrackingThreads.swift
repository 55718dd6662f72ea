// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The threads that make an event: what they call for it is not tracked itself.
final class TrackingThreads: Sendable {
    private let threads = Mutex<[UInt64]>([])

    func contains(_ thread: UInt64) -> Bool { threads.withLock { $0.contains(thread) } }

    /// Runs `body` on a thread that is none of them, as one of them.
    func with<Result>(_ thread: UInt64, _ body: () -> Result) -> Result {
        threads.withLock { $0.append(thread) }
        defer { threads.withLock { threads in threads.removeAll { $0 == thread } } }
        return body()
    }
}
