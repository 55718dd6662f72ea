// SPDX-License-Identifier: Apache-2.0

/// A moment as RFC 3339 writes it.
enum EventTime {
    /// The moment in UTC, such as `2026-11-23T18:03:22.123456789Z`.
    ///
    /// - Parameter nanoseconds: the time since the epoch.
    static func text(_ nanoseconds: Int64) -> String {
        let (seconds, fraction) = nanoseconds.dividedDown(by: 1_000_000_000)
        let (days, second) = seconds.dividedDown(by: 86_400)
        // Days of a calendar whose years begin in March, so that a leap day is the last one; from the year 0 on.
        let (era, day) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let date = "\(year.digits(4))-\(month.digits(2))-\((dayOfYear - (153 * monthFromMarch + 2) / 5 + 1).digits(2))"
        let clock = "\((second / 3_600).digits(2)):\((second / 60 % 60).digits(2)):\((second % 60).digits(2))"
        return "\(date)T\(clock).\(fraction.digits(9))Z"
    }
}

extension Int64 {
    /// The quotient, rounded down, and the rest, which is not negative.
    fileprivate func dividedDown(by divisor: Int64) -> (Int64, Int64) {
        let rest = self % divisor
        return rest < 0 ? (self / divisor - 1, rest + divisor) : (self / divisor, rest)
    }

    fileprivate func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}
