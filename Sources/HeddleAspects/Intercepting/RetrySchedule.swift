// SPDX-License-Identifier: Apache-2.0

/// How often something is tried, and how long the pauses between are.
package struct RetrySchedule: Hashable, Sendable {
    /// How often it is tried, the first time among them.
    package var attempts: Int
    /// The first pause, in nanoseconds.
    package var backoff: UInt64
    /// By how much each pause is longer than the one before.
    package var factor: Double
    /// The longest pause, in nanoseconds.
    package var most: UInt64
    /// By which part of itself a pause may be longer or shorter, from 0 to 1.
    package var jitter: Double

    /// Creates a schedule.
    package init(
        attempts: Int = 3, backoff: UInt64 = 0, factor: Double = 2, most: UInt64 = .max, jitter: Double = 0
    ) {
        self.attempts = attempts
        self.backoff = backoff
        self.factor = factor
        self.most = most
        self.jitter = jitter
    }

    /// The pause before an attempt, without jitter; the second attempt is number 2.
    package func pause(before attempt: Int) -> UInt64 {
        var pause = Double(backoff)
        for _ in 2..<max(2, attempt) where pause < Double(most) { pause *= factor }
        return pause < Double(most) ? UInt64(pause) : most
    }
}
