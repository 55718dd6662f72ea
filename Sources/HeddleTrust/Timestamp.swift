// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// A moment in whole seconds of UTC, as signed behaviours and states have it.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let seconds: Int

    /// A number of seconds since 1970.
    package init(seconds: Int) {
        self.seconds = seconds
    }

    /// The system's clock, which can be set back.
    package static var now: Timestamp { Timestamp(seconds: Int(Date.now.timeIntervalSince1970.rounded(.down))) }

    /// The form of the text of a moment.
    package static let form = "a time of RFC 3339 such as \"2027-01-31T12:00:00Z\""

    /// Reads a time of RFC 3339; nil for anything else.
    package init?(_ text: String) {
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        seconds = Int(date.timeIntervalSince1970.rounded(.down))
    }

    /// The time in UTC, such as `2027-01-31T12:00:00Z`.
    package var description: String { Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) }

    package static func < (one: Timestamp, other: Timestamp) -> Bool { one.seconds < other.seconds }

    /// The moment some seconds later.
    package static func + (moment: Timestamp, seconds: Int) -> Timestamp {
        Timestamp(seconds: moment.seconds + seconds)
    }
}
