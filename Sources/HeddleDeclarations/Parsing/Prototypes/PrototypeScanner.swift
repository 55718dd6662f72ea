// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Looks whether a text is a plain prototype: the declaration of one function, written with nothing but the names of
/// known types, stars, `const` and the names of its parameters.
///
/// Bindings have thousands of these, of which a behaviour calls a few. A ``DeclarationParser`` finds no mistake in a plain
/// prototype, as long as its name is new, so it may be read when somebody asks for it. Whatever is more than plain, or
/// wrong, the scanner leaves to the parser.
struct PrototypeScanner {
    /// More of them make a type that a parser may refuse.
    private static let mostStars = 8
    private static let mostParameters = 24

    /// A word with its hash.
    private struct Word {
        let range: Range<Int>
        let hash: UInt64
    }

    private let text: SourceRange
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int

    init(_ text: SourceRange) {
        self.text = text
        bytes = text.source.bytes
        let range = text.bytes.clamped(to: 0..<bytes.count)
        (position, end) = (range.lowerBound, range.upperBound)
    }

    /// Takes the function among the unread ones if the text is a plain prototype of a function that is not known.
    ///
    /// - Returns: the name of the function; nil if the text has to be read.
    /// - Complexity: O(length of the text).
    mutating func note(in names: inout KnownNames) -> String? {
        if names.unread.words.isEmpty { names.unread.words = .ofC }
        guard let result = base(&names, isOfDeclaration: true), let stars = stars(names),
            result.isReturned || stars > 0, let name = word(), isName(name, in: names), take("("), hasParameters(&names)
        else { return nil }
        _ = take(";")
        skipSpace()
        guard position == end, !names.unread.has(name.range, of: bytes, hashed: name.hash) else { return nil }
        let symbol = string(name)
        if names.typedefs[symbol] != nil || names.place(of: symbol) != nil { return nil }
        names.unread.add(UnreadFunctions.Function(text: text, name: name.range), hashed: name.hash)
        return symbol
    }

    // MARK: Grammar

    /// The parameters behind the opening parenthesis, with the closing one.
    private mutating func hasParameters(_ names: inout KnownNames) -> Bool {
        var parameters: [Word] = []
        var count = 0
        repeat {
            if count > 0, takeEllipsis() { return take(")") }
            guard let base = base(&names, isOfDeclaration: false), let stars = stars(names) else { return false }
            count += 1
            if count > Self.mostParameters { return false }
            if let name = word() {
                guard isName(name, in: names), !parameters.contains(where: { isSame($0, name) }) else { return false }
                parameters.append(name)
            } else if base.isVoid, stars == 0, count == 1 {
                return take(")")
            }
            if base.isVoid, stars == 0 { return false }
        } while take(",")
        return take(")")
    }

    /// The words before a declarator.
    private mutating func base(_ names: inout KnownNames, isOfDeclaration: Bool) -> PrototypeWords.Base? {
        var whole: PrototypeWords.Base?
        var (arithmetic, count): (UInt64, Int) = (0, 0)
        while true {
            let start = position
            guard let word = word() else { break }
            let meaning = names.unread.words.meaning(of: word.range, in: bytes, hashed: word.hash)
            switch meaning {
            case .harmless: continue
            case .storage where isOfDeclaration: continue
            case .arithmetic(let digit) where whole == nil && count < 4:
                (arithmetic, count) = (arithmetic + digit, count + 1)
            case .keyword(let keyword) where whole == nil && count == 0:
                guard let tag = self.word(), isTag(tag, keyword, in: &names) else { return nil }
                whole = PrototypeWords.Base(isVoid: false, isReturned: true)
            case .storage, .arithmetic, .keyword, .other: return nil
            case .type, nil:
                if whole != nil || count > 0 {
                    position = start
                    return whole ?? PrototypeWords.arithmetic(arithmetic)
                }
                if case .type(let base) = meaning {
                    whole = base
                } else {
                    guard let base = type(word, in: &names) else { return nil }
                    whole = base
                }
            }
        }
        return whole ?? PrototypeWords.arithmetic(arithmetic)
    }

    /// The number of stars with the words between them; nil if a declarator has more than that.
    private mutating func stars(_ names: KnownNames) -> Int? {
        var count = 0
        while take("*") {
            count += 1
            while true {
                let start = position
                guard let word = word() else { break }
                if case .harmless = names.unread.words.meaning(of: word.range, in: bytes, hashed: word.hash) {
                    continue
                }
                position = start
                break
            }
        }
        return count > Self.mostStars ? nil : count
    }

    /// Returns whether a word may be the name of a function or parameter.
    private func isName(_ word: Word, in names: KnownNames) -> Bool {
        switch names.unread.words.meaning(of: word.range, in: bytes, hashed: word.hash) {
        case .type: true
        // It may look like an annotation.
        case nil: bytes[word.range.lowerBound] != UInt8(ascii: "_") || WordMeaning(string(word)) == nil
        default: false
        }
    }

    // MARK: Types

    /// The type that a word names; nil if there is none, or it is not small.
    private func type(_ word: Word, in names: inout KnownNames) -> PrototypeWords.Base? {
        let name = string(word)
        guard let type = names.typedef(name)?.type, !type.isVariableArguments, TypeMeasure(of: type).isSmall else {
            return nil
        }
        let base =
            switch type.canonical {
            case .void: PrototypeWords.Base(isVoid: true, isReturned: true)
            case .function, .array: PrototypeWords.Base(isVoid: false, isReturned: false)
            default: PrototypeWords.Base(isVoid: false, isReturned: true)
            }
        names.unread.words.add(word.range, of: bytes, hashed: word.hash, .type(base))
        return base
    }

    /// Returns whether a tag is known with its keyword, and its type is small.
    private func isTag(_ tag: Word, _ keyword: PrototypeWords.Keyword, in names: inout KnownNames) -> Bool {
        if let known = names.unread.words.keyword(of: tag.range, in: bytes, hashed: tag.hash) {
            return known == keyword
        }
        guard let type = names.tags[string(tag)]?.type, !type.isVariableArguments, TypeMeasure(of: type).isSmall else {
            return false
        }
        let isKnown =
            switch type {
            case .record(let record): record.kind.rawValue == keyword.rawValue
            case .enumeration: keyword == .enumeration
            default: false
            }
        if isKnown { names.unread.words.add(tag: tag.range, of: bytes, hashed: tag.hash, keyword) }
        return isKnown
    }

    // MARK: Signs and words

    private mutating func skipSpace() {
        while position < end, bytes[position] == UInt8(ascii: " ") { position += 1 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < end, bytes[position] == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    private mutating func takeEllipsis() -> Bool {
        skipSpace()
        guard end - position >= 3, bytes[position..<position + 3].allSatisfy({ $0 == UInt8(ascii: ".") }) else {
            return false
        }
        position += 3
        return true
    }

    /// The next word, which is taken; nil if there is none.
    private mutating func word() -> Word? {
        skipSpace()
        let start = position
        guard start < end, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[start]) else { return nil }
        var hash = WordTable.Hash()
        while position < end, bytes[position].isWordCharacter {
            hash.add(bytes[position])
            position += 1
        }
        return position > start ? Word(range: start..<position, hash: hash.value) : nil
    }

    private func string(_ word: Word) -> String { String(decoding: bytes[word.range], as: UTF8.self) }

    private func isSame(_ one: Word, _ other: Word) -> Bool {
        one.hash == other.hash && bytes[one.range].elementsEqual(bytes[other.range])
    }
}
