// SPDX-License-Identifier: Apache-2.0

/// Numbers the different names of a text, counted from 0 in the order in which they are asked for.
///
/// A name is known by its bytes where it first stood, so that nothing is made of the others.
struct NameNumbers: Sendable {
    private let bytes: [UInt8]
    private var names: [Range<Int>] = []
    /// The numbers of names, found by their hashes; -1 where there is none. At most half of them are taken.
    private var table = [Int32](repeating: -1, count: 64)
    /// Another one in each process, so that nobody can write names that all have the same hash.
    private static let seed = UInt64.random(in: .min ... .max)
    /// More names than this are not worth a number.
    private static let most = 1 << 12

    init(in bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of a name; a new one for a name that was not met before, or nil where there are too many.
    ///
    /// - Complexity: O(length of the name), as a rule.
    mutating func number(of name: Range<Int>) -> Int? {
        let place = place(of: name)
        if table[place] >= 0 { return Int(table[place]) }
        guard names.count < Self.most else { return nil }
        table[place] = Int32(names.count)
        names.append(name)
        if names.count * 2 > table.count { grow() }
        return names.count - 1
    }

    /// The name that has a number.
    func name(_ number: Int) -> String { String(decoding: bytes[names[number]], as: UTF8.self) }

    /// Where in the table a name stands or would stand.
    private func place(of name: Range<Int>) -> Int {
        var place = Int(truncatingIfNeeded: hash(of: name)) & (table.count - 1)
        while table[place] >= 0, !hasSameBytes(names[Int(table[place])], name) {
            place = (place + 1) & (table.count - 1)
        }
        return place
    }

    /// FNV-1a.
    private func hash(of name: Range<Int>) -> UInt64 {
        var hash = Self.seed
        for index in name { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
        return hash ^ hash >> 32
    }

    private func hasSameBytes(_ first: Range<Int>, _ other: Range<Int>) -> Bool {
        guard first.count == other.count else { return false }
        let distance = other.lowerBound - first.lowerBound
        for index in first where bytes[index] != bytes[index + distance] { return false }
        return true
    }

    private mutating func grow() {
        table = [Int32](repeating: -1, count: table.count * 2)
        for (number, name) in names.enumerated() { table[place(of: name)] = Int32(number) }
    }
}
