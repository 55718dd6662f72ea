// SPDX-License-Identifier: Apache-2.0

extension Double {
    /// The number moved into a range; its lower bound for NaN.
    func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
    }
}
