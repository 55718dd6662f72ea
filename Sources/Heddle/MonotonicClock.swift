// SPDX-License-Identifier: Apache-2.0

internal import Aspects
internal import Foreign

/// A clock that does not go back.
struct MonotonicClock: AspectClock {
    private static let start = ContinuousClock.now

    /// Nanoseconds since some moment of the process.
    static var now: UInt64 {
        // Before the clock is read: the first use makes it.
        let start = start
        let elapsed = (ContinuousClock.now - start).components
        return UInt64(elapsed.seconds) * 1_000_000_000 + UInt64(elapsed.attoseconds / 1_000_000_000)
    }

    var now: UInt64 { Self.now }

    func sleep(for nanoseconds: UInt64) { CurrentThread.sleep(forNanoseconds: nanoseconds) }
}
