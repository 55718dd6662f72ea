// SPDX-License-Identifier: Apache-2.0

/// The number of attempts and the pauses between them.
package struct RetrySchedule: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    package var attempts: Int
    /// The first pause, in nanoseconds.
    package var backoff: UInt64
    /// The factor by which each pause is longer than the one before.
    package var factor: Double
    /// The longest pause, in nanoseconds.
    package var most: UInt64
    /// The part by which a pause varies at random, from 0 to 1.
    package var jitter: Double

    /// The factors that a schedule may have.
    static let factors = 1.0...100.0

    /// Creates a schedule. A factor is moved into ``factors``, jitter into the range from 0 to 1; NaN is the lower end.
    package init(
        attempts: Int = 3, backoff: UInt64 = 0, factor: Double = 2, most: UInt64 = .max, jitter: Double = 0
    ) {
        self.attempts = attempts
        self.backoff = backoff
        self.factor = factor.clamped(to: Self.factors)
        self.most = most
        self.jitter = jitter.clamped(to: 0...1)
    }

    /// The pause before an attempt, without jitter; the second attempt is number 2.
    package func pause(before attempt: Int) -> UInt64 {
        var pause = Double(backoff)
        for _ in 2..<max(2, attempt) where pause < Double(most) { pause *= factor }
        return pause < Double(most) ? UInt64(pause) : most
    }
}
