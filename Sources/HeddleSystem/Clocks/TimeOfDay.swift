// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The time as the clock on the wall shows it.
package enum TimeOfDay {
    /// Now, such as `14:03:22`.
    package static var now: String {
        var (seconds, parts) = unsafe (time(nil), tm())
        unsafe localtime_r(&seconds, &parts)
        return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
            separator: ":")
    }
}
