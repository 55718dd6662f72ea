// SPDX-License-Identifier: Apache-2.0

/// Tells how long a run has taken so far, which is when its events say that something began.
public struct RunClock: Sendable {
    private let start: UInt64
    /// How long it had taken at the start, in another process.
    private let before: UInt64

    /// Begins now.
    ///
    /// - Parameter elapsed: the nanoseconds that a run has taken so far which began elsewhere.
    public init(elapsed: UInt64 = 0) {
        start = MonotonicClock.now
        before = elapsed
    }

    /// Nanoseconds since the beginning.
    public var elapsed: UInt64 { MonotonicClock.now - start + before }
}
