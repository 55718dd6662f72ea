// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Notes each name of an object that stood in it before.
    ///
    /// - Parameter names: the object's own part of ``keys``.
    mutating func noteDuplicates(among names: Range<Int>) {
        if names.count <= 16, names.allSatisfy({ keys[$0].tag == .text }) {
            notePairs(among: names)
        } else {
            noteRepetitions(among: names)
        }
    }

    /// Compares each with each, which is fastest for the few names that most objects have.
    private mutating func notePairs(among names: Range<Int>) {
        for later in names {
            for first in names.lowerBound..<later where haveSameBytes(keys[first], keys[later]) {
                duplicates.append((keys[first], keys[later]))
                break
            }
        }
    }

    private func haveSameBytes(_ first: JSONTree.Node, _ later: JSONTree.Node) -> Bool {
        let length = later.end - later.offset
        guard length == first.end - first.offset else { return false }
        for i in 0..<length where bytes[first.offset + i] != bytes[later.offset + i] { return false }
        return true
    }

    /// Names are the same where their UTF-8 is, however it is escaped and whatever Unicode calls equivalent.
    private mutating func noteRepetitions(among names: Range<Int>) {
        var seen: [ArraySlice<UInt8>: JSONTree.Node] = [:]
        for key in keys[names] {
            let text = bytes[key.offset + 1..<key.end - 1]
            let name = key.tag == .textWithEscapes ? JSONEscape.decoded(text)[...] : text
            if let first = seen[name] {
                duplicates.append((first, key))
            } else {
                seen[name] = key
            }
        }
    }
}
