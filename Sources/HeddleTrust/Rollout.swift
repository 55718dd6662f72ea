// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import FoundationEssentials

/// The share of hosts that a version is for, which each host decides by itself.
package enum Rollout {
    /// The place of a host among all, from 0 to below 100: it takes part if its place is below the percentage.
    ///
    /// It follows from the SHA-256 of both names, so that hosts are spread evenly, and differently for each behaviour.
    package static func place(of host: String, in identity: String) -> Double {
        let digest = SHA256.hash(data: Array("\(identity)\n\(host)".utf8))
        let number = digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(number) / Double(1 << 32) * 100
    }
}
