// SPDX-License-Identifier: Apache-2.0

internal import HeddleJSON

/// Names that the texts of a file may be. Those of at most eight bytes are found by these as one number, so that no string
/// is made of the text.
struct NameTable<Meaning: Sendable>: Sendable {
    private let short: [(word: UInt64, meaning: Meaning)]
    private let all: [String: Meaning]

    /// - Parameter names: with the most common ones first.
    init(_ names: [(String, Meaning)]) {
        short = names.filter { $0.0.utf8.count <= 8 }.map { name, meaning in
            (name.utf8.reduce(0) { $0 << 8 | UInt64($1) }, meaning)
        }
        all = Dictionary(uniqueKeysWithValues: names)
    }

    /// The meaning of a text; nil where it is none of the names.
    ///
    /// - Complexity: O(names).
    func meaning(of text: JSONTree.Node, in bytes: [UInt8]) -> Meaning? {
        guard text.tag == .text, text.end - text.offset <= 10 else { return all[text.text(in: bytes)] }
        var word: UInt64 = 0
        for index in text.offset + 1..<text.end - 1 { word = word << 8 | UInt64(bytes[index]) }
        for (known, meaning) in short where known == word { return meaning }
        return nil
    }
}
