// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `cache`: answers a call with what the action returned when it was called with the same arguments before.
///
/// Failures are not kept. Two calls that come at the same time with new arguments both run.
package final class CacheRule<Key: Hashable & Sendable, Output: Sendable>: AspectRule {
    private struct Kept {
        let output: Output
        let until: UInt64
    }

    private struct State {
        var answers: LRUCache<Key, Kept>
        var hits = 0
        var misses = 0
        var evicted = 0
        var expired = 0

        mutating func find(_ key: Key, _ now: UInt64) -> Output? {
            let kept = answers[key]
            if let kept, now < kept.until {
                hits += 1
                return kept.output
            }
            misses += 1
            expired += kept == nil ? 0 : 1
            return nil
        }
    }

    private let life: UInt64?
    private let clock: any TimeSource
    private let state: Mutex<State>

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - capacity: how many answers it keeps, at least one; the one that was longest not asked for goes first.
    ///   - life: for how many nanoseconds an answer is good; nil for ever.
    package init(capacity: Int, life: UInt64? = nil, clock: any TimeSource) {
        self.life = life
        self.clock = clock
        state = Mutex(State(answers: LRUCache(capacity: capacity)))
    }

    /// Answers from what it knows, or lets the call proceed and keeps its result.
    ///
    /// - Parameter key: tells calls apart.
    package func course(for key: Key) -> Course<Output> {
        let now = clock.now
        guard let known = state.withLock({ $0.find(key, now) }) else { return ask(key, now) }
        return .answer(known) {
            self.state.withLock { ($0.hits, $0.misses) = ($0.hits - 1, $0.misses + 1) }
            return self.ask(key, now)
        }
    }

    /// `hits`, `misses`, and how many answers were `evicted` for want of room or `expired`.
    package func facts() -> [Value.Member] {
        state.withLock {
            [
                Value.Member("hits", $0.hits), Value.Member("misses", $0.misses), Value.Member("evicted", $0.evicted),
                Value.Member("expired", $0.expired),
            ]
        }
    }

    private func ask(_ key: Key, _ now: UInt64) -> Course<Output> {
        .proceed { ending in
            if case .success(let output)? = ending { self.keep(output, since: now, for: key) }
            return .done
        }
    }

    /// The answer is as old as the call that gave it.
    private func keep(_ output: Output, since start: UInt64, for key: Key) {
        let until = life.map { start.addingReportingOverflow($0) }.map { $0.overflow ? .max : $0.partialValue } ?? .max
        state.withLock { if $0.answers.keep(Kept(output: output, until: until), for: key) { $0.evicted += 1 } }
    }
}
