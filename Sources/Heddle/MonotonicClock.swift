// SPDX-License-Identifier: Apache-2.0

/// A clock that does not go back.
enum MonotonicClock {
    private static let start = ContinuousClock.now

    /// Nanoseconds since some moment of the process.
    static var now: UInt64 {
        // Before the clock is read: the first use makes it.
        let start = start
        let elapsed = (ContinuousClock.now - start).components
        return UInt64(elapsed.seconds) * 1_000_000_000 + UInt64(elapsed.attoseconds / 1_000_000_000)
    }
}
