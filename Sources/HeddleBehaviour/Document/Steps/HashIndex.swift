// SPDX-License-Identifier: Apache-2.0

/// Finds the numbers of names by their hashes. Whoever uses it knows the names.
struct HashIndex: Sendable {
    /// The numbers, each where its name's hash says or behind that; -1 where there is none. At most half of them are
    /// taken.
    private var table: [Int32] = []
    private var count = 0
    /// Another one in each process, so that nobody can write names that all have the same hash.
    private static let seed = UInt64.random(in: .min ... .max)

    /// FNV-1a.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash = seed
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash ^ hash >> 32
    }

    /// The number of a name; nil for a name that was not added.
    ///
    /// - Parameter isMeant: returns true for the number of the name.
    func number(_ hash: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        if table.isEmpty { return nil }
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] >= 0 {
            if isMeant(Int(table[place])) { return Int(table[place]) }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    /// Adds the number of a name that has none.
    ///
    /// - Parameter hashOf: the hash of a name that was added before.
    mutating func add(_ number: Int, _ hash: UInt64, hashOf: (Int) -> UInt64) {
        count += 1
        if count * 2 > table.count { grow(hashOf) }
        insert(Int32(number), hash)
    }

    private mutating func insert(_ number: Int32, _ hash: UInt64) {
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
        table[place] = number
    }

    private mutating func grow(_ hashOf: (Int) -> UInt64) {
        let numbers = table
        table = [Int32](repeating: -1, count: max(16, numbers.count * 2))
        for number in numbers where number >= 0 { insert(number, hashOf(Int(number))) }
    }
}
