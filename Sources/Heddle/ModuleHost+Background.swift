// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDiagnostics
public import HeddleForeign

/// The limits of a background hook.
public struct Background: Sendable {
    /// The number of calls that may wait. If there are more, the newest is dropped and counted.
    public var limit: Int
    /// The time that ``ModuleHost/finishBackground()`` waits for the hook to finish one call.
    public var patience: Duration

    /// At most 10,000 waiting calls, and 10 seconds.
    public static let standard = Background(limit: BackgroundQueue.defaultLimit, patience: .seconds(10))

    /// Creates limits.
    public init(limit: Int = Background.standard.limit, patience: Duration = Background.standard.patience) {
        self.limit = limit
        self.patience = patience
    }
}

/// The counts of the calls of one background hook.
public struct BackgroundReport: Hashable, Sendable {
    /// The origin of the hook.
    public let origin: String
    /// True if it finished each call in time.
    public let isDone: Bool
    /// The counts of calls since the last report, by action.
    public let counts: [BackgroundCounts]
}

extension ModuleHost {
    /// Weaves a hook that sees calls after their end, on its own thread. No call waits for it.
    ///
    /// The hook sees copies, one call at a time, in the order of its queue. Calls of one thread are in the order in
    /// which they ended. Calls that the hook makes itself have no background hooks. After its removal it still sees the
    /// calls that wait.
    ///
    /// - Parameters:
    ///   - pattern: such as `greeter.say*`, where `*` stands for any characters inside a name.
    ///   - background: the limits.
    ///   - name: a name for the order of other hooks.
    ///   - order: lower is further out. It does not see changes of the outcome by hooks further out.
    ///   - once: true to see one call only.
    ///   - body: runs on the hook's thread.
    /// - Returns: a token that removes the hook. The hook stays if the token is dropped.
    /// - Throws: all that is wrong with the hook.
    @discardableResult
    public func hook(
        _ pattern: String, background: Background, name: String? = nil, order: Double = 0, once: Bool = false,
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (EndedCall) -> Void
    ) throws(Diagnostics) -> HookToken {
        var hook = CallHook(on: pattern, file: file, line: line).ordered(order).inBackground(background, body)
        if let name { hook = hook.named(name) }
        if once { hook = hook.once() }
        return try self.hook(hook)
    }

    /// Waits until all background hooks have seen the calls that have ended, including hooks of behaviours and hooks
    /// that are removed by now.
    ///
    /// A background hook must not call it.
    ///
    /// - Returns: the counts of the calls, a report for each hook.
    @discardableResult
    public func finishBackground() -> [BackgroundReport] {
        registry.takeBackgrounds().map { queue in
            let isDone = queue.drain()
            return BackgroundReport(
                origin: queue.origin, isDone: isDone,
                counts: queue.takeCounts().filter { $0.seen + $0.dropped > 0 })
        }
    }
}
