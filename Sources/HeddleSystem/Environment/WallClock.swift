// SPDX-License-Identifier: Apache-2.0

/// The time of day.
package enum WallClock {
    /// Seconds since the epoch.
    package static var seconds: Int { System.seconds }

    /// Nanoseconds since the epoch.
    package static var nanoseconds: Int64 { System.nanoseconds }

    /// The local time, such as `14:03:22`.
    package static var timeOfDay: String {
        System.timeOfDay.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Blocks until another second than a given one has begun.
    package static func awaitSecond(after second: Int) {
        while seconds == second { System.pause(microseconds: 2_000) }
    }
}
