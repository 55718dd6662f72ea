// SPDX-License-Identifier: Apache-2.0

/// The system's clock that does not go back, and goes on while the machine sleeps.
///
/// It is that of `ContinuousClock`, without a division of 128 bits each time that it is read.
package enum SystemClock {
    /// Nanoseconds since some moment before the process began.
    package static var now: UInt64 { System.uptime }
}
