// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The time of day.
public enum WallClock {
    /// Seconds since the epoch.
    public static var seconds: Int { time(nil) }

    /// Blocks until another second than this one has begun.
    public static func awaitNextSecond() {
        let now = seconds
        while seconds == now { usleep(10_000) }
    }
}
