// SPDX-License-Identifier: Apache-2.0

extension UInt64 {
    /// Nanoseconds in a larger unit, exactly: 1234567 is `1234.567` µs with 3 places, `0.001234567` s with 9.
    ///
    /// - Parameter places: how many nanoseconds the unit has, as a power of ten.
    func decimal(places: Int) -> String {
        let digits = String(self)
        let padded = String(repeating: "0", count: Swift.max(0, places + 1 - digits.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    /// The sum, or the largest number where that would be larger: a kept run may say anything.
    func addingWithoutOverflow(_ other: UInt64) -> UInt64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
