// SPDX-License-Identifier: Apache-2.0

/// A word, number, literal or sign of a declaration.
struct Token {
    /// The kind of a token.
    enum Kind {
        /// A name or keyword.
        case word
        /// A number of any form, right or wrong.
        case number
        /// A character in single quotes.
        case character
        /// A text in double quotes.
        case string
        /// A sign such as `(` or `...`.
        case sign
        /// Something that C does not have, such as a comment or literal that does not end.
        case invalid
        /// The end of the text.
        case end
    }

    /// The kind.
    let kind: Kind
    /// As it was written.
    let text: String
    /// The place in the source.
    let range: Range<Int>
    /// The meaning of a word in C; nil for names and for tokens that are not words.
    let meaning: WordMeaning?

    init(kind: Kind, text: String, range: Range<Int>) {
        self.kind = kind
        self.text = text
        self.range = range
        self.meaning = kind == .word ? WordMeaning(text) : nil
    }

    /// The token as messages name it.
    var found: String {
        switch kind {
        case .end: "the end of the declaration"
        case .string, .character, .invalid: Value.string(text).excerpt(limit: 40)
        default: "\"\(text.count > 40 ? text.prefix(40) + "…" : text[...])\""
        }
    }
}
