// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `time`: how long the calls of each action took.
///
/// As an `after` it measures from the moment at which its hook was entered, the inner hooks included; as an `instead`
/// the body alone. It needs a few KB an action, however many calls there are.
public final class TimeAspect: Observer {
    private let now: @Sendable () -> UInt64
    private let times = Mutex(PerAction<TimeDistribution>())

    /// Creates the aspect.
    ///
    /// - Parameter now: the nanoseconds of a clock that does not go back.
    public init(now: @escaping @Sendable () -> UInt64) {
        self.now = now
    }

    /// Reads the clock.
    public func entered(_ call: some ObservedCall) -> UInt64 { now() }

    /// Notes the time since then.
    public func left(_ call: some ObservedCall, since entered: UInt64) {
        let time = now()
        let elapsed = time > entered ? time - entered : 0
        let action = call.action
        times.withLock { $0.update(action, from: TimeDistribution()) { $0.add(elapsed) } }
    }

    /// `calls`, and `totalNs`, `minNs`, `medianNs` and `maxNs` in nanoseconds; the median is exact to 2 %.
    public func findings() -> [Finding] {
        times.withLock { $0.entries }.map { Finding(action: $0.action, facts: Self.facts($0.state)) }
    }

    private static func facts(_ times: TimeDistribution) -> [Value.Member] {
        [
            Value.Member("calls", times.count), Value.Member("totalNs", times.total),
            Value.Member("minNs", times.shortest), Value.Member("medianNs", times.median),
            Value.Member("maxNs", times.longest),
        ]
    }
}

extension TimeAspect {
    static let recipe = AspectRecipe(
        name: "time", positions: [.instead, .after], use: { _ in AspectUse(enters: true, leaves: true) }
    ) { TimeAspect(now: $0.now) }
}
