// SPDX-License-Identifier: Apache-2.0

/// Changes valid texts, byte by byte and token by token: what a reader of them must take or refuse, and never crash on.
package struct Mutator {
    private let corpus: [[UInt8]]
    private let tokens: [[UInt8]]
    private var random: SeededGenerator

    /// - Parameters:
    ///   - corpus: the texts that are changed.
    ///   - tokens: what is put into them, beside parts of each other.
    package init(_ corpus: [String], tokens: [String], seed: UInt64) {
        self.corpus = corpus.map { Array($0.utf8) }
        self.tokens = tokens.map { Array($0.utf8) }
        random = SeededGenerator(seed: seed)
    }

    /// The next text: one of the corpus with up to six changes.
    package mutating func next() -> [UInt8] {
        var text = corpus.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&text) }
        return text
    }

    private mutating func change(_ text: inout [UInt8]) {
        let place = Int.random(in: 0...text.count, using: &random)
        let part = place..<min(text.count, place + Int.random(in: 1...16, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0: text.removeSubrange(part)
        case 1: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: for index in part.prefix(1) { text[index] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 3: text.insert(contentsOf: text[part], at: Int.random(in: 0...text.count, using: &random))
        case 4: text.removeSubrange(place...)
        case 5: text.replaceSubrange(part, with: tokens.randomElement(using: &random) ?? [])
        case 6: text.insert(contentsOf: graft(), at: place)
        default: text.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
        }
    }

    /// A part of any text of the corpus.
    private mutating func graft() -> ArraySlice<UInt8> {
        let other = corpus.randomElement(using: &random) ?? []
        let start = Int.random(in: 0...other.count, using: &random)
        return other[start...].prefix(Int.random(in: 1...60, using: &random))
    }
}
