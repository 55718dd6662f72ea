// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counters and times of the host in the text format of Prometheus.
///
/// Labels are names of the configuration and of actions, which are few; no argument of a call ever is one.
final class Metrics: Sendable {
    private struct Series: Hashable {
        let name: String
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
    /// The words for the label of a counter.
    private static let labels = ["heddle_source_requests_total": "result", "heddle_runs_total": "ending"]
    private static let help = [
        ("heddle_crashes_total", "Processes that native code has ended during a run."),
        ("heddle_rejections_total", "Versions that were not accepted."),
        ("heddle_runs_total", "Runs by their ending."),
        ("heddle_source_requests_total", "Requests to sources."),
        ("heddle_swaps_total", "Versions that became active."),
    ]

    private let state = Mutex(State())

    /// Counts something.
    ///
    /// - Parameter label: the value of the counter's label, where it has one.
    func count(_ name: String, _ behaviour: String, _ label: String? = nil) {
        state.withLock { $0.counters[Series(name: name, behaviour: behaviour, label: label), default: 0] += 1 }
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
        let state = state.withLock { $0 }
        var lines: [String] = []
        lines.append("# HELP heddle_behaviour_state The state of each behaviour: 1 for the one that it has.")
        lines.append("# TYPE heddle_behaviour_state gauge")
        for status in statuses {
            for word in BehaviourStatus.State.allCases {
                let labels = Self.labels(("behaviour", status.name), ("state", word.rawValue))
                lines.append("heddle_behaviour_state\(labels) \(status.state == word ? 1 : 0)")
            }
        }
        for (name, help) in Self.help { lines += Self.lines(of: name, help, state.counters) }
        lines += Self.lines(ofCalls: state.calls) + Self.lines(ofTimes: state.times)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of name: String, _ help: String, _ counters: [Series: UInt64]) -> [String] {
        let own = counters.filter { $0.key.name == name }
            .sorted { ($0.key.behaviour, $0.key.label ?? "") < ($1.key.behaviour, $1.key.label ?? "") }
        return ["# HELP \(name) \(help)", "# TYPE \(name) counter"]
            + own.map { series, count in
                let label = Self.labels[name].flatMap { word in series.label.map { (word, $0) } }
                return "\(name)\(labels(("behaviour", series.behaviour), label)) \(count)"
            }
    }

    private static func lines(ofCalls calls: [Action: [String: UInt64]]) -> [String] {
        ["# HELP heddle_calls_total Calls by action and status.", "# TYPE heddle_calls_total counter"]
            + calls.sorted { $0.key < $1.key }.flatMap { action, counts in
                counts.sorted { $0.key < $1.key }.map { status, count in
                    "heddle_calls_total\(labels(("behaviour", action.behaviour), ("action", action.action), ("status", status))) \(count)"
                }
            }
    }

    private static func lines(ofTimes times: [Action: Times]) -> [String] {
        let name = "heddle_call_duration_seconds"
        return ["# HELP \(name) The time of calls with their hooks.", "# TYPE \(name) histogram"]
            + times.sorted { $0.key < $1.key }.flatMap { action, times in
                let own = [("behaviour", action.behaviour), ("action", action.action)]
                var (lines, count) = ([String](), UInt64(0))
                for (index, own) in zip(times.counts.indices, repeatElement(own, count: times.counts.count)) {
                    count += times.counts[index]
                    let bound = index < bounds.count ? "\(Double(bounds[index]) / 1e9)" : "+Inf"
                    lines.append("\(name)_bucket\(labels(own[0], own[1], ("le", bound))) \(count)")
                }
                lines.append("\(name)_sum\(labels(own[0], own[1])) \(Double(times.sum) / 1e9)")
                lines.append("\(name)_count\(labels(own[0], own[1])) \(count)")
                return lines
            }
    }

    private static func labels(_ pairs: (name: String, value: String)?...) -> String {
        let texts = pairs.compactMap(\.self).map { name, value in
            let escaped = value.map { character in
                switch character {
                case "\\": #"\\"#
                case "\"": #"\""#
                case "\n": #"\n"#
                default: String(character)
                }
            }.joined()
            return "\(name)=\"\(escaped)\""
        }
        return "{\(texts.joined(separator: ","))}"
    }
}
