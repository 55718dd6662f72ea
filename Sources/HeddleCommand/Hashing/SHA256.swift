// SPDX-License-Identifier: Apache-2.0

/// The SHA-256 of a module for its badge, and for those who allow it by its hash, as `sha256sum` prints it.
///
/// The command does without the library of cryptography that `heddle-serve` links: it would start later.
enum SHA256 {
    /// The hash in 64 hexadecimal digits.
    static func digits(of bytes: [UInt8]) -> String {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let length = UInt64(bytes.count) * 8
        var padded = bytes + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        var words = [UInt32](repeating: 0, count: 64)
        for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<start + 64], to: &state, &words) }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32], _ words: inout [UInt32]) {
        for index in 0..<16 {
            let place = block.startIndex + 4 * index
            words[index] =
                UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16 | UInt32(block[place + 2]) << 8
                | UInt32(block[place + 3])
        }
        for index in 16..<64 {
            let (first, second) = (words[index - 15], words[index - 2])
            let small = rotated(first, 7) ^ rotated(first, 18) ^ first >> 3
            let large = rotated(second, 17) ^ rotated(second, 19) ^ second >> 10
            words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = h &+ sum &+ choice &+ constants[index] &+ words[index]
            let majority = a & b ^ a & c ^ b & c
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, part) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= part }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits behind the point of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes.map(fractionOfCubeRoot)
    }()

    /// floor(cbrt(n) · 2³²) modulo 2³², by bisection on whole numbers.
    private static func fractionOfCubeRoot(_ number: UInt64) -> UInt32 {
        var (low, high) = (UInt64(1) << 32, UInt64(7) << 32)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isCube(of: middle, above: number) { high = middle } else { low = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    /// Returns whether (middle / 2³²)³ is greater than a number.
    private static func isCube(of middle: UInt64, above number: UInt64) -> Bool {
        let square = UInt128(middle) * UInt128(middle)
        return square * UInt128(middle) > UInt128(number) << 96
    }
}
