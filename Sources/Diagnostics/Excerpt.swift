// SPDX-License-Identifier: Apache-2.0

/// The part of a line that is shown around a place: a minified file may have a megabyte on one line.
struct Excerpt {
    /// The text that is shown, one printable character for each of the line.
    let text: String
    /// How many characters of it stand before the caret.
    let indent: Int
    /// How many characters the caret underlines, at least one.
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
        let line = source.lineBytes(range.start.line)
        let start = min(max(range.bytes.lowerBound, line.lowerBound), line.upperBound)
        let end = min(max(range.bytes.upperBound, start), line.upperBound)
        let before = Self.before(source.bytes[line.lowerBound..<start])
        let after = Self.scalars(source.bytes[start..<line.upperBound], atMost: Self.shownAfter)
        let marked = Self.scalars(source.bytes[start..<end], atMost: Self.shownAfter)
        self.text = String(String.UnicodeScalarView(before + after))
        self.indent = before.count
        self.width = max(1, marked.count)
    }

    /// The end of what stands before the place.
    private static func before(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        // One more character than is wanted tells whether there are more; a character has at most 4 bytes.
        let tail = bytes.suffix((wholeBefore + 1) * 4)
        let whole = tail.count < bytes.count ? tail.drop { $0 & 0b1100_0000 == 0b1000_0000 } : tail
        let scalars = String(decoding: whole, as: UTF8.self).unicodeScalars.map(visible)
        return scalars.count > wholeBefore ? [ellipsis] + scalars.suffix(shownBefore) : scalars
    }

    private static func scalars(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [Unicode.Scalar] {
        let scalars = String(decoding: bytes.prefix((limit + 1) * 4), as: UTF8.self).unicodeScalars
        let shown = scalars.prefix(limit).map(visible)
        return scalars.count > limit ? shown + [ellipsis] : shown
    }

    /// A control character would move the caret or the terminal, a bidirectional mark would reorder the line.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\t" { return " " }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
        default: scalar
        }
    }
}
