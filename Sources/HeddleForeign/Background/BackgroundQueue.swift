// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import Synchronization

/// The calls that a background hook is still to see, and the one thread that shows them to it, in the order in which
/// they ended.
///
/// Calls are handed over on any thread. The caller copies the values and does not wait; where as many calls wait as the
/// limit allows, the newest is dropped and counted. Whoever lets go of the queue ends its thread, once all that waits
/// has been seen.
///
/// ## Topics
/// - ``piece(_:of:)``
/// - ``drain()``
/// - ``takeCounts()``
package final class BackgroundQueue: Sendable {
    /// The number of calls that may wait unless something else is asked for.
    package static let defaultLimit = 10_000
    /// For how many nanoseconds the hook may look at one call at the end of a run, unless something else is asked for.
    package static let defaultPatience: UInt64 = 10_000_000_000

    /// The origin of the hook, for those who read what became of its calls.
    package let origin: String
    private let worker: BackgroundWorker
    private let hooks = Mutex<[BackgroundHook]>([])

    /// Creates a queue; its thread begins with the first call.
    ///
    /// - Parameters:
    ///   - origin: where the hook comes from.
    ///   - limit: how many calls may wait.
    ///   - patience: for how many nanoseconds ``drain()`` waits for the hook to be done with one call.
    ///   - services: the services that modules reach on the thread; not kept.
    package init(
        origin: String, limit: Int = defaultLimit, patience: UInt64 = defaultPatience, services: HostServices
    ) {
        self.origin = origin
        worker = BackgroundWorker(limit: limit, patience: patience, services: services)
    }

    deinit { worker.close() }

    /// The hook around one action, to stand among its `after` hooks.
    package func piece(_ pieces: [BackgroundPiece], of action: Action) -> HookPiece {
        let hook = BackgroundHook(pieces, of: action.name)
        hooks.withLock { $0.append(hook) }
        let label = pieces.map(\.label).joined(separator: ", ") + " in the background"
        var piece = HookPiece(BackgroundEntrance(queue: self, hook: hook), label: label) { call in
            if BackgroundThread.isCurrent { return }
            unsafe NativeCall.run(call, for: BackgroundEntrance.self) { $0.queue.take($1, for: $0.hook) }
        }
        piece.isBackground = true
        return piece
    }

    /// Waits until the hook has seen all calls.
    ///
    /// - Returns: false where it was not done with one of them in time: then it sees none of those that still wait.
    package func drain() -> Bool { worker.drain() }

    /// True if no call waits, and the hook looks at none.
    package var isIdle: Bool { worker.isIdle }

    /// The counts of calls since the last request, in the order in which the actions were bound.
    package func takeCounts() -> [BackgroundCounts] {
        hooks.withLock { $0 }.map { $0.takeCounts() }
    }

    /// Runs `body`, in which calls are shown to the hook at once, on the threads that make them.
    package func inForeground<Result>(_ body: () -> Result) -> Result {
        worker.setForeground(true)
        defer { worker.setForeground(false) }
        return body()
    }

    fileprivate func take(_ call: NativeCall, for hook: BackgroundHook) { worker.take(call, for: hook) }
}

/// The entrance of calls of one action.
private final class BackgroundEntrance: Sendable {
    let queue: BackgroundQueue
    let hook: BackgroundHook

    init(queue: BackgroundQueue, hook: BackgroundHook) {
        self.queue = queue
        self.hook = hook
    }
}
