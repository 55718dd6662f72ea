// SPDX-License-Identifier: Apache-2.0

extension [Double] {
    /// The middle one in order of size; the mean of the two in the middle where they are even in number.
    var median: Double {
        let sorted = sorted()
        guard let upper = sorted.dropFirst(count / 2).first else { return 0 }
        return count.isMultiple(of: 2) ? (sorted[count / 2 - 1] + upper) / 2 : upper
    }
}

extension Duration {
    var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}
