// SPDX-License-Identifier: Apache-2.0

extension DeclarationLexer {
    /// What a preprocessed text is made of.
    enum Piece {
        case token(Token)
        case comment(Range<Int>)
        /// A line that begins with `#`, but for `#pragma pack`, whose tokens are among the others.
        case directive(Range<Int>)
    }

    /// The next piece; nil at the end.
    mutating func nextPiece() -> Piece? {
        _ = skipSpace()
        let start = position
        if let isWhole = skipComment() {
            return isWhole ? .comment(start..<position) : .token(takeInvalid(to: end))
        }
        if peek() == UInt8(ascii: "#"), !isPack {
            position = endOfLine(from: position)
            return .directive(start..<position)
        }
        return nextToken().map { .token($0) }
    }

    /// Whether a line begins with `#pragma pack`.
    private var isPack: Bool {
        let line = String(decoding: bytes[position..<endOfLine(from: position)], as: UTF8.self)
        let words = line.dropFirst().split { $0 == " " || $0 == "\t" || $0 == "(" }
        return words.count > 2 && words[0] == "pragma" && words[1] == "pack"
    }
}
