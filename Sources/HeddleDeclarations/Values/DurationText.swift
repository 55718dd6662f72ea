// SPDX-License-Identifier: Apache-2.0

/// Durations in behaviours: `20 ms`, `1.5s`, `2 min`.
package enum DurationText {
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
        ("h", 3_600_000_000_000),
    ]

    /// The form of such a text.
    package static let form = "a duration such as \"20 ms\" or \"1.5 s\" (ns, us, ms, s, min, h)"

    /// The nanoseconds of a text; nil if it is not a duration, or is longer than 1000 days.
    package static func nanoseconds(_ text: String) -> UInt64? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        guard let factor = units.first(where: { $0.name == unit })?.nanoseconds else { return nil }
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = UInt64(parts[0]), whole <= 86_400_000_000_000_000 / factor else { return nil }
        guard parts.count == 2 else { return whole * factor }
        return fraction(parts[1], of: factor).map { whole * factor + $0 }
    }

    /// Reads the digits after the point one by one, so that nothing is rounded up.
    private static func fraction(_ digits: Substring, of factor: UInt64) -> UInt64? {
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        var (part, sum) = (factor, UInt64(0))
        for digit in digits.prefix(15) {
            sum += part * UInt64(digit.wholeNumberValue ?? 0) / 10
            part /= 10
        }
        return sum
    }

    /// A duration for people, in the largest unit that gives a whole number: `20 ms`.
    package static func text(_ nanoseconds: UInt64) -> String {
        let fitting = units.last {
            $0.name != "us" && nanoseconds >= $0.nanoseconds && nanoseconds % $0.nanoseconds == 0
        }
        guard let fitting else { return "\(nanoseconds) ns" }
        return "\(nanoseconds / fitting.nanoseconds) \(fitting.name)"
    }
}
