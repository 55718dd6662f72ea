// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleSystem

/// A clock that does not go back.
struct MonotonicClock: AspectClock {
    /// Nanoseconds since an arbitrary moment before the process began.
    static var now: UInt64 { SystemClock.now }

    var now: UInt64 { Self.now }

    func sleep(for nanoseconds: UInt64) { CurrentThread.sleep(forNanoseconds: nanoseconds) }
}
