// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
public import HeddleForeign
internal import HeddleWeave

/// How a hook runs beside the calls.
public struct Background: Sendable {
    /// How many calls may wait for it; of those for which there is no place the newest is dropped and counted.
    public var limit: Int
    /// How long ``Host/finishBackground()`` waits for the hook to be done with one call.
    public var patience: Duration

    /// At most 10,000 waiting calls, and 10 seconds.
    public static let standard = Background(limit: BackgroundQueue.defaultLimit, patience: .seconds(10))

    /// Creates a way of running.
    public init(limit: Int = Background.standard.limit, patience: Duration = Background.standard.patience) {
        self.limit = limit
        self.patience = patience
    }
}

/// What became of the calls of one background hook.
public struct BackgroundReport: Hashable, Sendable {
    /// Where the hook comes from.
    public let origin: String
    /// Whether it was done with each call in time.
    public let isDone: Bool
    /// What became of the calls since the last report, by action.
    public let counts: [BackgroundCounts]
}

extension Host {
    /// Weaves a hook that looks at calls that have ended, on one thread of its own, and for which no call waits.
    ///
    /// The hook sees copies, one call at a time, in the order in which the calls came to it; those of one thread are in
    /// the order in which they ended. Calls that the hook makes itself meet no background hook. When its token removes it,
    /// it still sees the calls that wait.
    ///
    /// - Parameters:
    ///   - pattern: such as `greeter.say*`, where `*` stands for any run of characters inside a name.
    ///   - background: how many calls may wait.
    ///   - name: by which other hooks may order themselves.
    ///   - order: lower is further out; what hooks further out do to the outcome it does not see.
    ///   - once: whether it sees one call only.
    ///   - body: runs on the hook's thread.
    /// - Returns: a token that removes the hook; the hook stays when the token goes.
    /// - Throws: where the pattern is none.
    @discardableResult
    public func hook(
        _ pattern: String, background: Background, name: String? = nil, order: Double = 0, once: Bool = false,
        _ body: @escaping @Sendable (EndedCall) -> Void
    ) throws(Diagnostic) -> HookToken {
        var spec = try HookSpec(on: pattern)
        spec.name = name
        spec.constraints = Constraints(order: order)
        spec.once = once ? registry.oneShot(of: spec.id) : nil
        let queue = BackgroundQueue(
            origin: "a closure on \"\(pattern)\"", limit: background.limit, patience: background.patience.nanoseconds,
            services: services)
        spec.background = HookSpec.Background(queue: queue, parts: [.code(.observer(body))])
        return try register(spec)
    }

    /// Waits until all background hooks have seen the calls that have ended, those of behaviours and those that are removed
    /// by now among them.
    ///
    /// It must not be called by such a hook.
    ///
    /// - Returns: what became of the calls, a report for each hook.
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
