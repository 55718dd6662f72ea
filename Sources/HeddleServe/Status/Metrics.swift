// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import Synchronization

/// The counters and times of the host.
///
/// Labels are names of the configuration and of actions, which are few; no argument of a call ever is one.
final class Metrics: Sendable {
    /// A count that each behaviour has.
    enum Counter: String, CaseIterable {
        case crashes = "heddle.crashes"
        case rejections = "heddle.rejections"
        case runs = "heddle.runs"
        case requests = "heddle.source.requests"
        case swaps = "heddle.swaps"

        var help: String {
            switch self {
            case .crashes: "Processes of active versions that have ended by themselves."
            case .rejections: "Versions that were not accepted."
            case .runs: "Runs by their ending."
            case .requests: "Requests to the servers of sources."
            case .swaps: "Versions that became active."
            }
        }

        /// The name of the label that it has besides the behaviour; nil for none.
        var label: String? {
            switch self {
            case .runs: "ending"
            case .requests: "result"
            case .crashes, .rejections, .swaps: nil
            }
        }
    }

    private struct Series: Hashable {
        let counter: Counter
        let behaviour: String
        let label: String?
    }

    private struct Times {
        var counts = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
        var sum: UInt64 = 0
    }

    private struct Action: Hashable, Comparable {
        let behaviour: String
        let action: String

        static func < (one: Self, other: Self) -> Bool {
            (one.behaviour, one.action) < (other.behaviour, other.action)
        }

        var labels: [MetricFamily.Label] { [("behaviour", behaviour), ("action", action)] }
    }

    private struct State {
        var counters: [Series: UInt64] = [:]
        var calls: [Action: [String: UInt64]] = [:]
        var times: [Action: Times] = [:]
    }

    /// The upper bounds of the times of calls, in nanoseconds.
    private static let bounds: [UInt64] = [
        1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    ]

    /// The moment since which they count, in nanoseconds since the epoch.
    let began = WallClock.nanoseconds
    private let state = Mutex(State())

    /// Counts something.
    ///
    /// - Parameter label: the value of the counter's label, where it has one.
    func count(_ counter: Counter, _ behaviour: String, _ label: String? = nil) {
        state.withLock { $0.counters[Series(counter: counter, behaviour: behaviour, label: label), default: 0] += 1 }
    }

    /// Counts a call.
    func take(_ event: WorkerLine.Event, of behaviour: String) {
        guard case .call(let name, let status, let nanoseconds) = event.kind else { return }
        let action = Action(behaviour: behaviour, action: name)
        state.withLock { state in
            state.calls[action, default: [:]][status, default: 0] += 1
            if status == "skipped" { return }
            let index = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
            state.times[action, default: Times()].counts[index] += 1
            state.times[action]?.sum += nanoseconds
        }
    }

    /// The calls of each action of a behaviour: how many, how many failed, and their average time in nanoseconds.
    func actions(of behaviour: String) -> [(action: String, calls: UInt64, failed: UInt64, average: UInt64)] {
        state.withLock { state in
            state.calls.filter { $0.key.behaviour == behaviour }.map { action, counts in
                let (times, all) = (state.times[action], counts.values.reduce(0, +))
                let timed = times?.counts.reduce(0, +) ?? 0
                return (action.action, all, counts["failed"] ?? 0, timed == 0 ? 0 : (times?.sum ?? 0) / timed)
            }.sorted { $0.action < $1.action }
        }
    }

    /// The text for Prometheus.
    ///
    /// - Parameter statuses: those of all behaviours.
    func text(_ statuses: [BehaviourStatus]) -> String {
        families(statuses).flatMap(\.prometheusLines).joined(separator: "\n") + "\n"
    }

    /// All numbers, in a lasting order.
    ///
    /// - Parameter statuses: those of all behaviours.
    func families(_ statuses: [BehaviourStatus]) -> [MetricFamily] {
        let state = state.withLock { $0 }
        return [Self.states(statuses)] + Counter.allCases.map { Self.family(of: $0, state.counters) }
            + [Self.calls(state.calls), Self.times(state.times)]
    }

    private static func states(_ statuses: [BehaviourStatus]) -> MetricFamily {
        MetricFamily(
            name: "heddle.behaviour.state", help: "The state of each behaviour: 1 for the one that it has.",
            points: .gauge(
                statuses.flatMap { status in
                    BehaviourStatus.State.allCases.map { word in
                        ([("behaviour", status.name), ("state", word.rawValue)], status.state == word ? 1 : 0)
                    }
                }))
    }

    private static func family(of counter: Counter, _ counters: [Series: UInt64]) -> MetricFamily {
        let own = counters.filter { $0.key.counter == counter }
            .sorted { ($0.key.behaviour, $0.key.label ?? "") < ($1.key.behaviour, $1.key.label ?? "") }
        return MetricFamily(
            name: counter.rawValue, help: counter.help,
            points: .counter(
                own.map { series, count in
                    let label = counter.label.flatMap { word in series.label.map { (word, $0) } }
                    return ([("behaviour", series.behaviour)] + [label].compactMap(\.self), count)
                }))
    }

    private static func calls(_ calls: [Action: [String: UInt64]]) -> MetricFamily {
        MetricFamily(
            name: "heddle.calls", help: "Calls by action and status.",
            points: .counter(
                calls.sorted { $0.key < $1.key }.flatMap { action, counts in
                    counts.sorted { $0.key < $1.key }.map { (action.labels + [("status", $0.key)], $0.value) }
                }))
    }

    private static func times(_ times: [Action: Times]) -> MetricFamily {
        MetricFamily(
            name: "heddle.call.duration", help: "The time of calls with their hooks.",
            points: .histogram(
                bounds: bounds.map { Double($0) / 1e9 },
                times.sorted { $0.key < $1.key }.map { action, times in
                    (action.labels, MetricFamily.Distribution(counts: times.counts, sum: Double(times.sum) / 1e9))
                }))
    }
}
