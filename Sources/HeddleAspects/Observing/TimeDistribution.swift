// SPDX-License-Identifier: Apache-2.0

/// A compact distribution of times: the exact sum and extremes, and a histogram for the quantiles.
///
/// A bucket is one of 32 equal parts between two powers of two, so that its middle is within 1.6 % of its times. Each
/// time below 64 ns has its own bucket.
struct TimeDistribution {
    private(set) var count = 0
    private(set) var total: Int128 = 0
    private(set) var shortest = UInt64.max
    private(set) var longest: UInt64 = 0
    private var buckets: [Int] = []

    mutating func add(_ nanoseconds: UInt64) {
        count += 1
        total += Int128(nanoseconds)
        shortest = min(shortest, nanoseconds)
        longest = max(longest, nanoseconds)
        let bucket = Self.bucket(of: nanoseconds)
        if bucket >= buckets.count { buckets += repeatElement(0, count: bucket + 1 - buckets.count) }
        buckets[bucket] += 1
    }

    /// The median, within 2 %.
    var median: UInt64 { quantile(0.5) }

    /// A quantile of the times, within 2 %.
    ///
    /// - Parameter part: from 0 to 1.
    func quantile(_ part: Double) -> UInt64 {
        var left = max(1, Int((Double(count) * part).rounded(.up)))
        for (bucket, held) in buckets.enumerated() {
            left -= held
            if left <= 0 { return min(max(Self.middle(of: bucket), shortest), longest) }
        }
        return longest
    }

    private static func bucket(of nanoseconds: UInt64) -> Int {
        let shift = max(0, 58 - nanoseconds.leadingZeroBitCount)
        return shift * 32 + Int(nanoseconds >> UInt64(shift))
    }

    private static func middle(of bucket: Int) -> UInt64 {
        let shift = UInt64(max(0, bucket / 32 - 1))
        let low = UInt64(bucket - Int(shift) * 32) << shift
        return low + (1 << shift) / 2
    }
}
