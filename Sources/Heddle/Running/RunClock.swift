// SPDX-License-Identifier: Apache-2.0

/// Tells how long a run has taken so far, which is when its events say that something began.
public struct RunClock: Sendable {
    private let start = MonotonicClock.now

    /// Begins now.
    public init() {}

    /// Nanoseconds since the beginning.
    public var elapsed: UInt64 { MonotonicClock.now - start }
}
