// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleSchema
import Synchronization

/// `time`: the times of the calls of each action.
///
/// As an `after` it measures from the moment at which its hook was entered, the inner hooks included; as an `instead`
/// the rest of the body alone: as the outermost hook it measures the whole call, as the innermost the action itself. It
/// needs a few KB an action, however many calls there are.
package final class TimeAspect: Observer {
    private let clock: any TimeSource
    private let quantiles: [Double]
    private let times = Mutex(PerAction<TimeDistribution>())

    /// Creates the aspect.
    ///
    /// - Parameter quantiles: the quantiles to report, from 0 to 1.
    package init(clock: any TimeSource, quantiles: [Double] = []) {
        self.clock = clock
        self.quantiles = quantiles.map { $0.clamped(to: 0...1) }
    }

    /// Reads the clock.
    package func entered(_ call: some ObservedCall) -> UInt64 { clock.now }

    /// Records the time since then.
    package func left(_ call: some ObservedCall, since entered: UInt64) {
        let elapsed = clock.elapsed(since: entered)
        let action = call.action
        times.withLock { $0.update(action, from: TimeDistribution()) { $0.add(elapsed) } }
    }

    /// `calls`, and `totalNs`, `minNs`, `medianNs`, a `p90Ns` for each quantile and `maxNs` in nanoseconds; the median
    /// and the quantiles are exact to 2 %.
    package func findings() -> [Finding] {
        times.withLock { $0.entries }.map { Finding(action: $0.action, facts: facts($0.state)) }
    }

    private func facts(_ times: TimeDistribution) -> [Value.Member] {
        [
            Value.Member("calls", times.count), Value.Member("totalNs", times.total),
            Value.Member("minNs", times.shortest), Value.Member("medianNs", times.median),
        ] + quantiles.map { Value.Member("p\(Value($0 * 100).json)Ns", times.quantile($0)) }
            + [Value.Member("maxNs", times.longest)]
    }
}

// MARK: In a behaviour

extension TimeAspect {
    static let recipe = AspectRecipe.spanning(
        "time", "Measures how long calls take: total, shortest, median and longest.", TimeOptions.self
    ) { options, context throws(AspectError) in
        TimeAspect(clock: context.clock, quantiles: options.quantiles)
    }
}

private struct TimeOptions: OptionDraft {
    var quantiles: [Double] = []

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        let quantiles = FieldType<[Double], OptionReader>.list(of: .number(0...1), atLeast: 1)
        return [
            .optional(
                "quantiles", \.quantiles, quantiles.schema { $0.examples(.array([Value(0.9), Value(0.99)])) },
                "Further quantiles of the times to show.")
        ]
    }
}
