// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// Reads a preprocessed text, item by item.
struct HeaderReader {
    private let text: HeaderText
    private(set) var parser: DeclarationParser
    private var items: [HeaderItem] = []
    /// The first comment that may belong to the next item.
    private var nextComment = 0

    init(_ range: SourceRange, names: KnownNames) {
        self.text = HeaderText(range)
        self.parser = DeclarationParser(header: text.tokens, of: range, names: names)
    }

    mutating func readAll() -> [HeaderItem] {
        while parser.current.kind != .end {
            if parser.take(";") != nil { continue }
            let start = parser.position
            let contents = parser.readHeaderItem()
            if contents.isEmpty { continue }
            let range = parser.range(from: start)
            let (file, line) = text.origin(of: range.lowerBound)
            let comment = commentAbove(range, from: start) ?? commentBehind(range, naming: contents[0].name)
            let hints = parser.header?.hints ?? []
            items += contents.map { HeaderItem(file: file, line: line, comment: comment, hints: hints, content: $0) }
        }
        return items
    }

    /// The comment that ends right above an item.
    private mutating func commentAbove(_ item: Range<Int>, from start: Int) -> String? {
        while nextComment < text.comments.count, text.comments[nextComment].range.lowerBound < item.lowerBound {
            nextComment += 1
        }
        guard nextComment > 0 else { return nil }
        let above = text.comments[nextComment - 1]
        guard above.lastLine + 1 >= text.line(at: item.lowerBound), isFree(above, before: start) else { return nil }
        return text(of: above)
    }

    /// Returns whether a comment is between an item and the one before it, and not on the same line as that.
    private func isFree(_ comment: HeaderText.Comment, before start: Int) -> Bool {
        guard start > 0 else { return true }
        let end = parser.tokens[start - 1].range.upperBound
        return comment.range.lowerBound >= end && text.line(at: end) < comment.firstLine
    }

    /// A comment after an item: on its last line, or below it and separated from the next item. Macros leave empty
    /// lines before such comments; then the comment must name the item.
    private func commentBehind(_ item: Range<Int>, naming name: String?) -> String? {
        var place = nextComment
        while place < text.comments.count, text.comments[place].range.lowerBound < item.upperBound { place += 1 }
        guard place < text.comments.count else { return nil }
        let (comment, last) = (text.comments[place], text.line(at: item.upperBound - 1))
        let next = parser.token(ahead: parser.at(";") ? 1 : 0)
        guard comment.range.upperBound <= next.range.lowerBound else { return nil }
        if comment.firstLine == last { return text(of: comment) }
        let isApart = next.kind == .end || text.line(at: next.range.lowerBound) > comment.lastLine + 1
        guard isApart, comment.firstLine <= last + Self.mostEmptyLines, let said = text(of: comment) else { return nil }
        return comment.firstLine == last + 1 || name.map(said.contains) == true ? said : nil
    }

    private static let mostEmptyLines = 8

    private func text(of comment: HeaderText.Comment) -> String? {
        let said = CommentText(String(decoding: text.source.bytes[comment.range], as: UTF8.self)).text
        return said.isEmpty ? nil : said
    }
}

extension HeaderItem.Content {
    /// The name of the function, if it is one.
    fileprivate var name: String? {
        switch self {
        case .declarations(let declarations): declarations.last?.symbol
        case .inlineFunction(let signature): signature.symbol
        case .refused(let name, _): name
        }
    }
}

/// An item of a C header, read by ``DeclarationScope/readHeader(_:)``.
package struct HeaderItem: Sendable {
    /// The kind.
    package enum Content: Sendable {
        /// Functions and variables of a library, and types: a declaration can declare several names, and define types
        /// on the way.
        case declarations([Declaration])
        /// A function with a body, which a library need not have.
        case inlineFunction(Signature)
        /// A declaration that Heddle does not understand or does not call, with the reason. The name is the declared
        /// one, if it is known; the diagnostic points into the preprocessed text.
        case refused(name: String?, Diagnostic)
    }

    /// The file that declares it, as the preprocessor names it.
    package let file: String
    /// The line in that file, from 1.
    package let line: Int
    /// The comment that describes it, without delimiters; nil if there is none.
    package let comment: String?
    /// The attributes of the function that it declares, as far as they speak of pointers.
    package let hints: [AttributeHint]
    /// The kind.
    package let content: Content

    /// Creates an item.
    package init(file: String, line: Int, comment: String?, hints: [AttributeHint] = [], content: Content) {
        self.file = file
        self.line = line
        self.comment = comment
        self.hints = hints
        self.content = content
    }
}
