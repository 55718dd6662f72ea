// SPDX-License-Identifier: Apache-2.0

package import HeddleReport

/// The durations of cases in earlier runs, as these told them in events.
///
/// The duration of a case is the sum of its attempts. A later run that has the case replaces what an earlier one said.
package struct CaseDurations: Sendable {
    private var nanoseconds: [String: UInt64] = [:]
    /// The sums of attempts that others follow.
    private var retried: [String: UInt64] = [:]

    /// Creates durations of no cases.
    package init() {}

    /// Takes note of an event; only endings of cases have durations. A case that was skipped or stopped has none.
    package mutating func add(_ event: Event) {
        guard case .caseEnded(let event, let ending) = event else { return }
        let total = ending.nanoseconds.addingWithoutOverflow(retried.removeValue(forKey: event.id) ?? 0)
        switch ending.outcome {
        case _ where ending.isRetried: retried[event.id] = total
        case .passed, .flaky, .failed, .timedOut, .crashed: nanoseconds[event.id] = total
        case .skipped, .interrupted: break
        }
    }

    /// The number of cases whose duration is known.
    package var count: Int { nanoseconds.count }

    /// Returns whether the duration of a case is known.
    package func has(_ id: String) -> Bool { nanoseconds[id] != nil }

    /// The weight of each of some cases: its duration, which is at least 1, or else the median of the others.
    func weights(of ids: [String]) -> [UInt64] {
        let known = ids.map { nanoseconds[$0].map { max($0, 1) } }
        let sorted = known.compactMap(\.self).sorted()
        let median = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
        return known.map { $0 ?? median }
    }
}
