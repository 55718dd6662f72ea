// SPDX-License-Identifier: Apache-2.0

extension SourceRange {
    /// The maximum number of characters of a quoted text.
    private static let limit = 40

    /// The range's text as a message quotes it: the beginning of a long one, the first line of several, without control
    /// characters.
    package var excerpt: String {
        let all = source.bytes[bytes]
        let line = all.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        // A character has at most 4 bytes, so that none of those that are shown is cut.
        let scalars = String(decoding: line.prefix(4 * (Self.limit + 1)), as: UTF8.self).unicodeScalars
        let text = String(String.UnicodeScalarView(scalars.prefix(Self.limit).map(\.printable)))
        return line.count < all.count || scalars.count > Self.limit ? text + "…" : text
    }
}

extension Unicode.Scalar {
    fileprivate var printable: Unicode.Scalar {
        if self == "\t" { return " " }
        return properties.generalCategory == .control ? "\u{FFFD}" : self
    }
}
