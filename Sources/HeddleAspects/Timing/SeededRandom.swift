// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A random number generator that gives the same numbers for the same seed. It may be used on any thread.
final class SeededRandom: Sendable {
    private let numbers: Mutex<SplitMix64>

    init(seed: UInt64) {
        numbers = Mutex(SplitMix64(seed: seed))
    }

    /// The next number from 0 up to, but not including, 1.
    func next() -> Double {
        let bits = numbers.withLock { $0.next() }
        return Double(bits >> 11) * 0x1p-53
    }
}

extension UInt64 {
    /// A duration that is randomly longer or shorter, by at most a part of itself.
    func jittered(_ part: Double, by chance: SeededRandom) -> UInt64 {
        guard part > 0 else { return self }
        let jittered = Double(self) * (1 + part * (2 * chance.next() - 1))
        return jittered < 0x1p64 ? UInt64(Swift.max(0, jittered)) : .max
    }
}
