// SPDX-License-Identifier: Apache-2.0

/// The words of prototypes with what they mean to a ``PrototypeScanner``: those of C, and the types of a scope that it has
/// met so far.
struct PrototypeWords: Sendable {
    /// A type before its declarator.
    struct Base: Sendable {
        /// True for `void`, which no parameter can be.
        let isVoid: Bool
        /// True for a type that a function can return.
        let isReturned: Bool
    }

    /// The keyword before a tag.
    enum Keyword: String, Sendable {
        case structure = "struct"
        case union
        case enumeration = "enum"
    }

    /// The meaning of a word.
    enum Meaning: Sendable {
        /// A word that does not affect the type, or only says that it is const.
        case harmless
        /// A storage class, which only a declaration may have.
        case storage
        /// A word of an arithmetic type, by its digit in the sum of ``PrototypeWords/isArithmetic(_:)``.
        case arithmetic(UInt64)
        /// `struct`, `union` or `enum`.
        case keyword(Keyword)
        /// The name of a type.
        case type(Base)
        /// A word that makes a declaration more than a plain prototype.
        case other
    }

    private var meanings: [Meaning] = []
    /// The numbers of the words in ``meanings``.
    private var numbers = WordTable()
    private var keywords: [Keyword] = []
    /// The numbers of the tags in ``keywords``.
    private var tags = WordTable()

    var isEmpty: Bool { meanings.isEmpty }

    /// The words of C.
    static let ofC: PrototypeWords = {
        var words = PrototypeWords()
        for (word, meaning) in WordMeaning.known {
            switch meaning {
            case .storage: words.add(word, .storage)
            case .harmless, .const: words.add(word, .harmless)
            case .arithmetic(let plain): words.add(word, digits[plain].map { .arithmetic($0) } ?? .other)
            case .tag: words.add(word, Keyword(rawValue: word).map { .keyword($0) } ?? .other)
            default: words.add(word, .other)
            }
        }
        return words
    }()

    func meaning(of word: Range<Int>, in text: [UInt8], hashed hash: UInt64) -> Meaning? {
        numbers.number(of: word, in: text, hashed: hash).map { meanings[$0] }
    }

    mutating func add(_ word: Range<Int>, of text: [UInt8], hashed hash: UInt64, _ meaning: Meaning) {
        numbers.add(word, of: text, hashed: hash, as: meanings.count)
        meanings.append(meaning)
    }

    /// The keyword with which a tag was met.
    func keyword(of tag: Range<Int>, in text: [UInt8], hashed hash: UInt64) -> Keyword? {
        tags.number(of: tag, in: text, hashed: hash).map { keywords[$0] }
    }

    mutating func add(tag: Range<Int>, of text: [UInt8], hashed hash: UInt64, _ keyword: Keyword) {
        tags.add(tag, of: text, hashed: hash, as: keywords.count)
        keywords.append(keyword)
    }

    private mutating func add(_ word: String, _ meaning: Meaning) {
        numbers.add(word, as: meanings.count)
        meanings.append(meaning)
    }

    /// The words of arithmetic types as digits, each of which counts a word up to 15.
    private static let digits: [String: UInt64] = {
        let words = Set(SpecifierWords.types.keys.flatMap { $0.split(separator: " ").map(String.init) })
        return Dictionary(uniqueKeysWithValues: words.sorted().enumerated().map { ($1, 1 << (4 * $0)) })
    }()

    private static let arithmeticTypes = Set(
        SpecifierWords.types.keys.map { $0.split(separator: " ").reduce(0) { $0 + (digits[String($1)] ?? 0) } })

    private static let void = digits["void"]

    /// The type that the sum of the digits of its words stands for; nil if they form none.
    static func arithmetic(_ sum: UInt64) -> Base? {
        arithmeticTypes.contains(sum) ? Base(isVoid: sum == void, isReturned: true) : nil
    }
}
