// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The time of day.
package enum WallClock {
    /// Seconds since the epoch.
    package static var seconds: Int { time(nil) }

    /// Blocks until another second than this one has begun.
    package static func awaitNextSecond() {
        let now = seconds
        while seconds == now { usleep(10_000) }
    }
}
