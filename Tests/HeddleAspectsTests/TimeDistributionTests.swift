// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleAspects

@Suite("Median of many times")
struct TimeDistributionTests {
    private func median(of times: some Sequence<UInt64>) -> UInt64 {
        var distribution = TimeDistribution()
        for time in times { distribution.add(time) }
        return distribution.median
    }

    @Test("is exact below 64 ns")
    func small() {
        for time in 0..<64 as Range<UInt64> { #expect(median(of: [time]) == time) }
        #expect(median(of: [1, 2, 60]) == 2)
        #expect(median(of: [1, 2, 3, 60]) == 2)
    }

    @Test(
        "is within 2 % at any size",
        arguments: [64, 65, 1000, 123_456, 999_999_999, 1 << 40, .max / 3, .max] as [UInt64])
    func large(time: UInt64) {
        // The neighbours keep the extremes, which are exact, from setting the answer right.
        let median = median(of: [0, time, .max])
        let error = median > time ? median - time : time - median
        #expect(error <= time / 50)
    }

    @Test("is that of the sorted list, within 2 %, for random lists")
    func random() {
        var generator = Multiplicative(state: 42)
        for length in [1, 2, 3, 10, 101, 1000] {
            let times = (0..<length).map { _ in UInt64.random(in: 0...5_000_000, using: &generator) }
            let exact = times.sorted()[(length - 1) / 2]
            let median = median(of: times.shuffled())
            #expect(max(median, exact) - min(median, exact) <= exact / 50)
        }
    }

    @Test("of no times at all is no crash")
    func none() {
        #expect(median(of: []) == 0)
    }
}

/// Knuth's MMIX generator: the same numbers on every run.
private struct Multiplicative: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
