// SPDX-License-Identifier: Apache-2.0

/// The thread that asks.
package enum CurrentThread {
    /// A number that no other thread has while this one lives.
    package static var number: UInt64 { System.threadNumber }

    /// Sleeps for a number of nanoseconds, or a little longer.
    package static func sleep(forNanoseconds nanoseconds: UInt64) {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .nanoseconds(min(nanoseconds, UInt64(Int64.max))))
        while true {
            let left = clock.now.duration(to: end).components
            guard left.seconds > 0 || left.seconds == 0 && left.attoseconds > 0 else { return }
            // A signal ends it early; then it goes on for what is left.
            let microseconds = UInt32((left.attoseconds + 999_999_999_999) / 1_000_000_000_000)
            System.pause(microseconds: left.seconds > 0 ? 1_000_000 : microseconds)
        }
    }
}
