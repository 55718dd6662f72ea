// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The system's clock that does not go back, and goes on while the machine sleeps.
///
/// It is that of `ContinuousClock`, without a division of 128 bits each time that it is read.
package enum SystemClock {
    /// Nanoseconds since some moment before the process began.
    package static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
