// SPDX-License-Identifier: Apache-2.0

/// The part of a line that is shown around a place: a minified file may have a megabyte on one line.
struct Excerpt {
    /// The text that is shown, one printable character for each of the line.
    let text: String
    /// The number of columns before the caret.
    let indent: Int
    /// The number of columns that the caret underlines, at least one.
    let width: Int

    /// A line is shown whole up to this many characters before the place …
    static let wholeBefore = 100
    /// … and where it is longer, with this many.
    private static let shownBefore = 60
    static let shownAfter = 120
    private static let ellipsis: Unicode.Scalar = "…"

    /// Takes the excerpt of the line on which a range begins.
    init(of range: SourceRange) {
        let source = range.source
        // One more character than is shown tells if there are more. A character has at most 4 bytes.
        let line = source.line(
            around: range.bytes.lowerBound, before: (Self.wholeBefore + 1) * 4, after: (Self.shownAfter + 1) * 4)
        let start = min(max(range.bytes.lowerBound, line.lowerBound), line.upperBound)
        let end = min(max(range.bytes.upperBound, start), line.upperBound)
        let before = Self.before(line.lowerBound..<start, of: source)
        let after = Self.scalars(start..<line.upperBound, of: source, atMost: Self.shownAfter)
        let marked = Self.scalars(start..<end, of: source, atMost: Self.shownAfter)
        self.text = String(String.UnicodeScalarView(before + after))
        self.indent = before.reduce(0) { $0 + $1.columns }
        self.width = max(1, marked.reduce(0) { $0 + $1.columns })
    }

    /// The end of the text before the place.
    private static func before(_ range: Range<Int>, of source: SourceText) -> [Unicode.Scalar] {
        // If the line begins further to the left, the first character may be incomplete.
        let whole = range.count == (wholeBefore + 1) * 4 ? range.drop { source.bytes[$0].isContinuation } : range[...]
        let scalars = String(decoding: source.quotable(whole.startIndex..<whole.endIndex), as: UTF8.self)
            .unicodeScalars.map(visible)
        return scalars.count > wholeBefore ? [ellipsis] + scalars.suffix(shownBefore) : scalars
    }

    private static func scalars(_ range: Range<Int>, of source: SourceText, atMost limit: Int) -> [Unicode.Scalar] {
        let bytes = source.quotable(range.prefix((limit + 1) * 4))
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let shown = scalars.prefix(limit).map(visible)
        return scalars.count > limit ? shown + [ellipsis] : shown
    }

    /// A control character would move the caret or the terminal, a bidirectional mark would reorder the line.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // The table of categories takes longer than all else of a line, and nearly all of it is ASCII.
        if " "..."~" ~= scalar { return scalar }
        if scalar == "\t" { return " " }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
        default: scalar
        }
    }
}
