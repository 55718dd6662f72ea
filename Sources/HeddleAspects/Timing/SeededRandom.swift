// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A random number generator that gives the same numbers for the same seed. It may be used on any thread.
final class SeededRandom: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    /// The next number from 0 up to, but not including, 1.
    func next() -> Double {
        // SplitMix64: every seed gives its own sequence, including 0.
        let bits = state.withLock { state -> UInt64 in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
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
