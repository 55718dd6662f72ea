// SPDX-License-Identifier: Apache-2.0

/// Numbers of words, found by the bytes of a text without making strings of them.
struct WordTable: Sendable {
    /// A word in ``letters`` with its number.
    private struct Entry: Sendable {
        let hash: UInt64
        let letters: Range<Int>
        let number: Int
    }

    private var entries: [Entry] = []
    private var letters: [UInt8] = []
    /// An open hash table: the indices of the entries plus one, 0 for a free place. At least half of it is free.
    private var places: [UInt32] = []

    /// The hash of a word (FNV-1a), which a reader of words works out byte by byte.
    struct Hash {
        private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// The number of the word at a place of a text; nil for one that the table does not have.
    func number(of word: Range<Int>, in text: [UInt8], hashed hash: UInt64) -> Int? {
        guard !places.isEmpty else { return nil }
        var place = first(for: hash)
        while places[place] != 0 {
            let entry = entries[Int(places[place]) - 1]
            if entry.hash == hash, isWord(entry.letters, word, of: text) { return entry.number }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// The number of a word; nil for one that the table does not have.
    func number(of word: String) -> Int? {
        let text = Array(word.utf8)
        return number(of: text.indices, in: text, hashed: Self.hash(text[...]))
    }

    /// Adds a word that the table does not have.
    mutating func add(_ word: Range<Int>, of text: [UInt8], hashed hash: UInt64, as number: Int) {
        if entries.count * 2 >= places.count { grow() }
        let start = letters.count
        letters += text[word]
        entries.append(Entry(hash: hash, letters: start..<letters.count, number: number))
        take(entries.count - 1)
    }

    /// Adds a word that the table does not have.
    mutating func add(_ word: String, as number: Int) {
        let text = Array(word.utf8)
        add(text.indices, of: text, hashed: Self.hash(text[...]), as: number)
    }

    private static func hash(_ word: ArraySlice<UInt8>) -> UInt64 {
        var hash = Hash()
        for byte in word { hash.add(byte) }
        return hash.value
    }

    private func isWord(_ own: Range<Int>, _ word: Range<Int>, of text: [UInt8]) -> Bool {
        guard own.count == word.count else { return false }
        for offset in 0..<own.count where letters[own.lowerBound + offset] != text[word.lowerBound + offset] {
            return false
        }
        return true
    }

    /// The last bits of the hash have seen all bytes, the first ones of the last byte not: both are mixed.
    private func first(for hash: UInt64) -> Int { Int(truncatingIfNeeded: hash ^ hash >> 32) & (places.count - 1) }

    private mutating func take(_ index: Int) {
        var place = first(for: entries[index].hash)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        places[place] = UInt32(index + 1)
    }

    private mutating func grow() {
        places = Array(repeating: 0, count: max(64, places.count * 2))
        for index in entries.indices { take(index) }
    }
}
