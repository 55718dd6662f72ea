// SPDX-License-Identifier: Apache-2.0

/// An LRU cache of answers by their keys.
///
/// - Complexity: O(1) for each use, hashing aside.
struct LRUCache<Key: Hashable, Answer> {
    private struct Entry {
        let key: Key
        var answer: Answer
        var newer: Int?
        var older: Int?
    }

    private let capacity: Int
    private var entries: [Entry] = []
    private var places: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?

    /// - Parameter capacity: the maximum number of answers, at least one.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    /// The answer for a key, which becomes the most recently used one.
    subscript(key: Key) -> Answer? {
        mutating get {
            guard let place = places[key] else { return nil }
            moveToFront(place)
            return entries[place].answer
        }
    }

    /// Keeps an answer.
    ///
    /// - Returns: true if another answer was dropped for it.
    @discardableResult
    mutating func keep(_ answer: Answer, for key: Key) -> Bool {
        if let known = places[key] {
            entries[known].answer = answer
            moveToFront(known)
            return false
        }
        guard entries.count == capacity, let place = oldest else {
            entries.append(Entry(key: key, answer: answer))
            places[key] = entries.count - 1
            link(entries.count - 1)
            return false
        }
        unlink(place)
        places[entries[place].key] = nil
        entries[place] = Entry(key: key, answer: answer)
        places[key] = place
        link(place)
        return true
    }

    private mutating func moveToFront(_ place: Int) {
        if place == newest { return }
        unlink(place)
        link(place)
    }

    private mutating func link(_ place: Int) {
        entries[place].newer = nil
        entries[place].older = newest
        if let newest { entries[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (entries[place].newer, entries[place].older)
        if let newer { entries[newer].older = older } else { newest = older }
        if let older { entries[older].newer = newer } else { oldest = newer }
    }
}
