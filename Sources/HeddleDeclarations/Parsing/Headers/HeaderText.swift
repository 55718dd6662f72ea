// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// A preprocessed text, split into tokens, comments and line markers.
struct HeaderText {
    /// One comment, or several line comments below each other.
    struct Comment {
        var range: Range<Int>
        /// The first and last line of the preprocessed text.
        let firstLine: Int
        var lastLine: Int
        let isLine: Bool
    }

    /// A line marker, `# 12 "zlib.h"`: the next line is that line of that file.
    fileprivate struct Marker {
        /// The first line of the preprocessed text that it describes.
        let firstLine: Int
        let file: String
        let line: Int
    }

    let source: SourceText
    private(set) var tokens: [Token] = []
    private(set) var comments: [Comment] = []
    private var markers: [Marker] = []

    init(_ text: SourceRange) {
        self.source = text.source
        var lexer = DeclarationLexer(text)
        while let piece = lexer.nextPiece() { add(piece) }
        tokens.append(Token(kind: .end, text: "", range: lexer.end..<lexer.end))
    }

    private mutating func add(_ piece: DeclarationLexer.Piece) {
        switch piece {
        case .token(let token): tokens.append(token)
        case .comment(let range): addComment(range)
        case .directive(let range): addMarker(range)
        }
    }

    private mutating func addComment(_ range: Range<Int>) {
        let comment = Comment(
            range: range, firstLine: line(at: range.lowerBound), lastLine: line(at: range.upperBound - 1),
            isLine: source.bytes[range.lowerBound + 1] == UInt8(ascii: "/"))
        if let last = comments.last, comment.isLine, last.isLine, comment.firstLine == last.lastLine + 1,
            tokens.last.map({ $0.range.upperBound <= last.range.lowerBound }) ?? true
        {
            comments[comments.count - 1].range = last.range.lowerBound..<range.upperBound
            comments[comments.count - 1].lastLine = comment.lastLine
        } else {
            comments.append(comment)
        }
    }

    /// Other lines of the preprocessor do not affect declarations.
    private mutating func addMarker(_ range: Range<Int>) {
        let text = String(decoding: source.bytes[range], as: UTF8.self)
        let parts = text.dropFirst().split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        let number = parts[0].split(separator: " ").last.flatMap { Int($0) }
        guard let number, parts.count > 1 else { return }
        markers.append(
            Marker(firstLine: line(at: range.lowerBound) + 1, file: String(parts[1]), line: number))
    }

    /// The line of the preprocessed text.
    func line(at offset: Int) -> Int { source.position(at: offset).line }

    /// The file and line of a place.
    func origin(of offset: Int) -> (file: String, line: Int) {
        let line = line(at: offset)
        guard let marker = markers.last(before: line) else { return (source.name, line) }
        return (marker.file, marker.line + line - marker.firstLine)
    }
}

extension [HeaderText.Marker] {
    /// The last marker before a line.
    fileprivate func last(before line: Int) -> HeaderText.Marker? {
        var candidates = indices
        while !candidates.isEmpty {
            let middle = candidates.lowerBound + candidates.count / 2
            candidates =
                self[middle].firstLine > line ? candidates.lowerBound..<middle : middle + 1..<candidates.upperBound
        }
        return candidates.lowerBound > 0 ? self[candidates.lowerBound - 1] : nil
    }
}
