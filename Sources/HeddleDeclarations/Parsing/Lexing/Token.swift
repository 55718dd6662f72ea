// SPDX-License-Identifier: Apache-2.0

/// A word, number, literal or sign of a declaration.
struct Token {
    /// What a token is.
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
        /// Something that C has no use for, a comment or literal that does not end among them.
        case invalid
        /// The end of the text.
        case end
    }

    /// What it is.
    let kind: Kind
    /// As it was written.
    let text: String
    /// Where it stands in the source.
    let range: Range<Int>
    /// What C means by a word; nil for names and all that is no word.
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
