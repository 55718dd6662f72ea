// SPDX-License-Identifier: Apache-2.0

/// The highest version that each key has signed for a behaviour, by the number of the key: it only goes up.
struct Ratchet: Hashable, Sendable {
    private(set) var versions: [String: Int]

    init(versions: [String: Int] = [:]) { self.versions = versions }

    /// The highest version of a key; 0 if it has signed none.
    func highest(of key: String) -> Int { versions[key] ?? 0 }

    /// Notes a version.
    ///
    /// - Returns: true if it is higher than all that were noted.
    mutating func note(_ version: SignedVersion) -> Bool {
        guard version.number > highest(of: version.key) else { return false }
        versions[version.key] = version.number
        return true
    }
}
