// SPDX-License-Identifier: Apache-2.0

/// `delay`: keeps a call waiting, before its body or, as an `after`, behind it.
package struct DelayRule: AspectRule {
    private let nanoseconds: UInt64
    private let jitter: Double
    private let chance: SeededRandom

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - jitter: by which part of itself a delay may be longer or shorter, from 0 to 1.
    ///   - seed: of the chance that decides it.
    package init(_ nanoseconds: UInt64, jitter: Double = 0, seed: UInt64 = 0) {
        self.nanoseconds = nanoseconds
        self.jitter = jitter
        self.chance = SeededRandom(seed: seed)
    }

    /// Waits, then lets the call proceed.
    package func course<Output>() -> Course<Output> {
        .wait(nanoseconds.jittered(jitter, by: chance)) { .proceed { _ in .done } }
    }
}
