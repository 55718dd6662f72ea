// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// A duration of any number of nanoseconds.
    package init(nanoseconds: UInt64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest) * 1_000_000_000)
    }

    /// The duration in whole nanoseconds, clamped to the range of the type.
    package var nanoseconds: UInt64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isAbove) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return isTooLong || isAbove ? .max : sum
    }
}
