// SPDX-License-Identifier: Apache-2.0

/// A time as people say it: `412 ns`, `3.1 µs`, `2.4 ms`, `1.2 s`; at least two digits from a microsecond on.
package func timeText(nanoseconds: UInt64) -> String {
    if nanoseconds < 1000 { return "\(nanoseconds) ns" }
    var unit = (name: "s", size: 1_000_000_000 as UInt64)
    for smaller in [(name: "ms", size: 1_000_000 as UInt64), (name: "µs", size: 1000)]
    where nanoseconds.rounded(to: smaller.size / 10) < 9995 {
        unit = smaller
    }
    let tenths = nanoseconds.rounded(to: unit.size / 10)
    return tenths < 1000
        ? "\(tenths / 10).\(tenths % 10) \(unit.name)" : "\(nanoseconds.rounded(to: unit.size)) \(unit.name)"
}

extension UInt64 {
    /// The nearest multiple of a size.
    fileprivate func rounded(to step: UInt64) -> UInt64 {
        self / step + (self % step >= step / 2 ? 1 : 0)
    }
}

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

    /// The sum, clamped to the largest number, because a recorded run may contain any numbers.
    package func addingWithoutOverflow(_ other: UInt64) -> UInt64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
