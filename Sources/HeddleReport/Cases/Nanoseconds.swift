// SPDX-License-Identifier: Apache-2.0

extension UInt64 {
    /// Nanoseconds in a larger unit, exactly: 1234567 is `1234.567` µs with 3 places, `0.001234567` s with 9.
    ///
    /// - Parameter places: how many nanoseconds the unit has, as a power of ten.
    func decimal(places: Int) -> String {
        var unit: UInt64 = 1
        for _ in 0..<places { unit *= 10 }
        let (whole, rest) = quotientAndRemainder(dividingBy: unit)
        // A digit before the rest keeps the zeros at its beginning.
        return "\(whole).\(String(unit + rest).dropFirst())"
    }

    /// The sum, or the largest number where that would be larger: a kept run may say anything.
    func addingWithoutOverflow(_ other: UInt64) -> UInt64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
